import Table from 'cli-table3';
import { styleText } from 'node:util';
import type { Paint, TextStyle } from './text-style.js';

const paint =
  (format: Parameters<typeof styleText>[0]): Paint =>
  (text) =>
    styleText(format, text, { validateStream: false });

/** The style for a terminal. */
export const TERMINAL: TextStyle = {
  good: paint('green'),
  warn: paint('yellow'),
  bad: paint('red'),
  dim: paint('dim'),
  bold: paint('bold'),
  table(head, rows) {
    const table = new Table({ head: head.map(paint('bold')), style: { head: [], border: [], compact: true } });
    table.push(...rows.map((row) => [...row]));
    return table.toString();
  },
};
