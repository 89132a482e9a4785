import { printable } from '../../support/index.js';

type Texts = Readonly<Record<string, string | ((...facts: never[]) => string)>>;

/** Longer than any word of the service, in characters. */
const MOST_SHOWN = 64;

/** A foreign text that may be of any length, as a line of the log shows it. */
export const shortly = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/**
 * Texts that each stay in one line, whatever they are given: with a line end in an order id, in a clerk's reason or in a word
 * of the service, a stranger could write lines of the log.
 */
export function inOneLine<T extends Texts>(texts: T): T {
  const entries = Object.entries<Texts[string]>(texts).map(([name, text]) => {
    if (typeof text === 'string') return [name, text];
    return [name, (...facts: never[]) => printable(text(...facts).replace(/[\r\n\t]+/g, ' '))];
  });
  return Object.fromEntries(entries) as T;
}
