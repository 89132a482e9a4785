import { TEST_CARDS, type TestCard } from '../../../payments/index.js';

/** How the page's list names a card: enough to find it, and no card number. */
export const cardId = ({ number }: TestCard): string => number.slice(-5);

/** The test cards that a method takes; `CREDITCARD` takes those of every scheme but Bancontact's own. */
export function cardsOf(method: string): readonly TestCard[] {
  if (method === 'CREDITCARD') return TEST_CARDS.filter(({ scheme }) => scheme !== 'MISTERCASH');
  return TEST_CARDS.filter(({ scheme }) => scheme === method);
}

/** The card of a method that the list names so; null when there is none. */
export function cardOf(method: string, id: string | null | undefined): TestCard | null {
  return cardsOf(method).find((card) => cardId(card) === id) ?? null;
}

/** A number in groups of four, as it stands on a card. */
export const groupedNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
