/** How the page writes numbers, times and tables. */
import { ENGINE_TITLES } from '../support/engine-plan.mjs';

/** Wider tables are not padded: nobody reads their source. */
const MAX_WIDTH = 120;

/** A text of somebody else in one line of Markdown, in which no tag begins. */
export const plain = (text) =>
  String(text)
    .replaceAll('\n', ' ')
    .replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
    .trim();

const escaped = (cell) => plain(cell).replaceAll('|', '\\|');

/** A Markdown table; an empty one is an empty text. */
export function table(head, rows) {
  if (rows.length === 0) return '';
  const all = [head, ...rows].map((row) => head.map((_, column) => escaped(row[column] ?? '')));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
  const isWide = widths.reduce((sum, width) => sum + width + 3, 1) > MAX_WIDTH;
  const lineOf = (row) => `| ${row.map((text, at) => (isWide ? text : text.padEnd(widths[at]))).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(isWide ? 3 : width)).join(' | ')} |`;
  return [lineOf(all[0]), rule, ...all.slice(1).map(lineOf)].join('\n');
}

/** `1234567.891` as `1,234,567.891`; what is no number stays as it is. */
export function number(value) {
  return typeof value === 'number' && Number.isFinite(value)
    ? value.toLocaleString('en-US', { maximumFractionDigits: 4 })
    : String(value);
}

/** A value with its unit, such as `7,120/s`, `12.4 ms` or `3`. */
export function measured({ value, unit = '' }) {
  const gap = unit === '' || unit.startsWith('/') || unit.startsWith('%') ? '' : ' ';
  return `${number(value)}${gap}${unit}`;
}

/** Seconds as a person says them. */
export function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}

/** The day of an ISO instant, in UTC. */
export const day = (instant) => instant.slice(0, 10);

/** `1 run`, `2 runs`. */
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and c`. */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const ENGINES = { ...ENGINE_TITLES, postgresql: ENGINE_TITLES.postgres };

/** An engine by its usual name, and its version without what a distribution adds: `mariadb 10.11.19-0+deb` as `MariaDB 10.11.19`. */
export function engine(text) {
  const [name, version = ''] = text.split(' ');
  return `${ENGINES[name.toLowerCase()] ?? name} ${version.split('-')[0]}`.trim();
}

/** So many names are read in a sentence; of more the number is told. */
const NAMED = 4;

/** `a, b and c`, or `7 others`. */
export const namedOr = (names, noun) => (names.length > NAMED ? counted(names.length, noun) : listed(names));
