import { createInterface } from 'node:readline/promises';
import type { RefundBatchPreview, RefundBatchTotal } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import { printable, type Output, type Report } from '../output/index.js';
import { spanText } from '../wording.js';

const totalsText = (totals: readonly RefundBatchTotal[]): string =>
  totals.map(({ refunds, amount }) => `${refunds} of ${amount.toString()} together`).join(', ');

/** Rows that are shown of those that are like refunds on record. */
const SHOWN = 10;

const previewText = (preview: RefundBatchPreview): string =>
  [
    `Refunds: ${totalsText(preview.totals)}; sending takes ${spanText(preview.durationMs)} if every answer comes as expected.`,
    ...(preview.known.length > 0 ? [`On record already, and not requested again: ${totalsText(preview.known)}.`] : []),
    ...alikeLines(preview),
  ].join('\n');

function alikeLines({ alike }: RefundBatchPreview): string[] {
  if (alike.length === 0) return [];
  const rest = alike.length > SHOWN ? [`  and ${alike.length - SHOWN} more`] : [];
  return [
    'Under new keys, and like refunds on record. If these are the same ones, money is refunded twice:',
    ...alike.slice(0, SHOWN).map(({ path, message }) => `  ${path}: ${printable(message)}`),
    ...rest,
  ];
}

/** How the user is asked. */
export interface Asking {
  readonly output: Output;
  readonly signal: AbortSignal;
  /** Whether the user agreed in advance. */
  readonly isYes: boolean;
}

/** Shows the total of a batch, and whether to make it: from `--yes`, or from an answer on a terminal. */
export async function isConfirmed(preview: RefundBatchPreview, { output, signal, isYes }: Asking): Promise<boolean> {
  if (isYes) output.note(previewText(preview));
  if (isYes || !process.stdin.isTTY || !process.stderr.isTTY) return isYes;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${previewText(preview)}\nGive all of it back? [y/N] `;
    return /^y(?:es)?$/i.test((await terminal.question(question, { signal })).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

/** A batch that was only shown. */
export const previewReport = (preview: RefundBatchPreview, group: string): Report => ({
  exit: EXIT.no,
  json: { submitted: false, group, preview },
  text: () => `${previewText(preview)}\nNothing was written. --yes does it.`,
});
