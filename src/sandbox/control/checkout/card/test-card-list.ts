import { TEST_CARDS, type TestCard } from '../../../payments/index.js';

/** The name of a card in the page's list: enough to find it, without the card number. */
export const cardId = ({ number }: TestCard): string => number.slice(-5);

/** The test cards of a method; `CREDITCARD` has those of every scheme except Bancontact's own. */
export function cardsOf(method: string): readonly TestCard[] {
  if (method === 'CREDITCARD') return TEST_CARDS.filter(({ scheme }) => scheme !== 'MISTERCASH');
  return TEST_CARDS.filter(({ scheme }) => scheme === method);
}

/** The card of a method with this name in the list; null if there is none. */
export function cardOf(method: string, id: string | null | undefined): TestCard | null {
  return cardsOf(method).find((card) => cardId(card) === id) ?? null;
}

/** A number in groups of four, as printed on a card. */
export const groupedNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
