/** Characters that move the cursor, change colours or the direction of text, or begin a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside (order ids, reasons, answers) without control characters, safe for a terminal and for a line of a log.
 *
 * @example
 * printable('S1\n[Nest] ERROR'); // 'S1\uFFFD[Nest] ERROR'
 */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\uFFFD');
