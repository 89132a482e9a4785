const NINE = 0x39;

/**
 * Changes one byte of a text: a digit to another one, so that JSON stays valid and only the signature shows it.
 *
 * @param roll 0 ≤ roll < 1: where. The first digit from there on is changed, or else the first one of all.
 * @returns the text unchanged if it has no digit.
 */
export function corruptByte(text: string, roll: number): string {
  const start = Math.floor(roll * text.length);
  const found = text.slice(start).search(/\d/);
  const index = found < 0 ? text.search(/\d/) : start + found;
  if (index < 0) return text;
  const code = text.charCodeAt(index);
  // Never to 0, which JSON does not allow before other digits.
  const other = String.fromCharCode(code === NINE ? code - 1 : code + 1);
  return text.slice(0, index) + other + text.slice(index + 1);
}
