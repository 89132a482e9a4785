const NINE = 0x39;

/**
 * Changes one byte of a text: a digit into another one, so that JSON stays JSON and only the signature can tell.
 *
 * @param roll 0 ≤ roll < 1: where. The first digit from there on is changed, or else the first one of all.
 * @returns the text as it was when it holds no digit.
 */
export function corruptByte(text: string, roll: number): string {
  const start = Math.floor(roll * text.length);
  const found = text.slice(start).search(/\d/);
  const index = found < 0 ? text.search(/\d/) : start + found;
  if (index < 0) return text;
  const code = text.charCodeAt(index);
  // Never a 0, which JSON does not want in front of other digits.
  const other = String.fromCharCode(code === NINE ? code - 1 : code + 1);
  return text.slice(0, index) + other + text.slice(index + 1);
}
