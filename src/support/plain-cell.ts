/**
 * Spreadsheets read a cell that begins with these as a formula, some of them also after white space or for full-width
 * characters. A spreadsheet that separates by semicolons or tabs also starts a cell after each of them, with or without
 * quotation marks (x22, x27).
 */
// The sign comes first: searched for from the left, a cell of many line ends would be read once for each of them.
const FORMULA = /(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;\t\r\n])[\x22\x27\s]*)/g;
const BLANK_START = /^[\t\r\n]/;

/**
 * Makes a text safe for spreadsheets: an apostrophe stands before each possible formula.
 *
 * @example
 * plainCell('=1+1'); // "'=1+1"
 */
export function plainCell(text: string): string {
  const plain = text.replace(FORMULA, "'");
  return BLANK_START.test(plain) ? `'${plain}` : plain;
}

const GUARDED = /'(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;\t\r\n])[\x22\x27\s]*')/g;
const MARKED_TEXT = /^="(.*)"$/s;

/**
 * The text of a cell that came out of a spreadsheet: without the apostrophes of {@link plainCell}, and without the formula by
 * which a cell is marked as text, such as `="007"`.
 *
 * @example
 * textOfCell('="007"'); // '007'
 */
export function textOfCell(cell: string): string {
  const [, marked] = MARKED_TEXT.exec(cell) ?? [];
  return marked === undefined ? cell.replace(GUARDED, '') : marked.replaceAll('""', '"').trim();
}
