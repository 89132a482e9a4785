/**
 * Spreadsheets take a cell for a formula that begins so, some also after white space or in other widths of the characters;
 * and one that separates by semicolons or tabs begins a cell behind each of them, with or without quotation marks (x22, x27).
 */
const FORMULA = /(^|[;\t\r\n])([\x22\x27\s]*)(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/g;
const BLANK_START = /^[\t\r\n]/;

/**
 * A text that no spreadsheet runs: an apostrophe stands before what would be a formula.
 *
 * @example
 * plainCell('=1+1'); // "'=1+1"
 */
export function plainCell(text: string): string {
  const plain = text.replace(FORMULA, (_, before: string, space: string) => `${before}${space}'`);
  return BLANK_START.test(plain) ? `'${plain}` : plain;
}
