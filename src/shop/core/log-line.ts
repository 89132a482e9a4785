import { printable } from '../../support/index.js';

type Texts = Readonly<Record<string, string | ((...facts: never[]) => string)>>;

/** Longer than any word of the service, in characters. */
const MOST_SHOWN = 64;

/** A foreign text that may be of any length, as a line of the log shows it. */
export const shortly = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/**
 * A text in one line, but for its list of faults, whatever it is made of: with a line end in the id of an order, in a clerk's
 * reason or in a word of the service, a stranger could write lines of the log.
 */
export const inOneLine = (text: string): string =>
  text
    .split(/\n(?= {2}[-…] )/)
    .map((part) => printable(part.replace(/[\r\n\t]+/g, ' ')))
    .join('\n');

/** Texts whose functions give one line each, whatever they are given. */
export function eachInOneLine<T extends Texts>(texts: T): T {
  const entries = Object.entries<Texts[string]>(texts).map(([name, text]) => {
    if (typeof text === 'string') return [name, text];
    return [name, (...facts: never[]) => inOneLine(text(...facts))];
  });
  return Object.fromEntries(entries) as T;
}
