import type { CardFunding } from '../../orders/index.js';
import type { DeclineReason, InstrumentResult } from './instrument-plan.types.js';

/** A card of the test environment. */
export interface TestCard {
  readonly number: string;
  /** Payment method code of its scheme. */
  readonly scheme: string;
  readonly funding: CardFunding;
  readonly result: InstrumentResult;
  /** The text about it on the shopper's page. */
  readonly hint: string;
  /** Whether its bank asks the shopper on its own page (3-D Secure); `result` is the outcome if the shopper agrees. */
  readonly hasChallenge: boolean;
}

const THREE_MINUTES = 180_000;

const PAID: InstrumentResult = { now: 'paid', later: null, refusal: null };
const HELD_THEN_VOID: InstrumentResult = {
  now: 'uncleared',
  later: { afterMs: THREE_MINUTES, outcome: 'lapsed' },
  refusal: null,
};
const HELD_THEN_PAID: InstrumentResult = {
  now: 'uncleared',
  later: { afterMs: THREE_MINUTES, outcome: 'accepted' },
  refusal: null,
};
/** The 3-D Secure authentication of a card failed (protocol §3.4). */
export const NOT_AUTHENTICATED: DeclineReason = { reason: '3-D Secure authentication failed', code: '3001' };
const AUTHENTICATION_FAILED: InstrumentResult = { now: 'declined', later: null, refusal: NOT_AUTHENTICATED };
const NO_FUNDS: InstrumentResult = {
  now: 'declined',
  later: null,
  refusal: { reason: 'Insufficient funds', code: '4002' },
};

const ROWS: readonly (readonly [string, string, CardFunding, InstrumentResult, string])[] = [
  ['4111111111111111', 'VISA', 'C', PAID, 'paid'],
  ['4761340000000019', 'VISA', 'D', PAID, 'paid, debit'],
  ['5500000000000004', 'MASTERCARD', 'C', PAID, 'paid'],
  ['374500000000015', 'AMEX', 'C', PAID, 'paid'],
  ['6799990000000000011', 'MAESTRO', 'D', PAID, 'paid, debit'],
  ['67034500054620008', 'MISTERCASH', 'D', PAID, 'paid, debit'],
  ['4917300000000008', 'VISA', 'D', HELD_THEN_VOID, 'in review, void after 3 minutes'],
  ['378734493671000', 'AMEX', 'C', HELD_THEN_VOID, 'in review, void after 3 minutes'],
  ['4462000000000003', 'VISA', 'D', HELD_THEN_PAID, 'in review, paid after 3 minutes'],
  ['4012001037461114', 'VISA', 'C', AUTHENTICATION_FAILED, 'declined: 3-D Secure'],
  ['374200000000004', 'AMEX', 'C', AUTHENTICATION_FAILED, 'declined: 3-D Secure'],
  ['67039902990000045', 'MISTERCASH', 'D', AUTHENTICATION_FAILED, 'declined: 3-D Secure'],
  ['4012001038488884', 'VISA', 'C', NO_FUNDS, 'declined: insufficient funds'],
  ['67039902990000011', 'MISTERCASH', 'D', NO_FUNDS, 'declined: insufficient funds'],
];

// One card that is paid after the challenge, so that a successful challenge can be tested.
const CHALLENGED: ReadonlySet<string> = new Set(['5500000000000004']);

/** The published test cards, and the result of paying with each. */
export const TEST_CARDS: readonly TestCard[] = ROWS.map(([number, scheme, funding, result, hint]) => ({
  number,
  scheme,
  funding,
  result,
  hint,
  hasChallenge: result === AUTHENTICATION_FAILED || CHALLENGED.has(number),
}));

/** The test card with this number; null if there is none. */
export function testCard(digits: string): TestCard | null {
  return TEST_CARDS.find(({ number }) => number === digits) ?? null;
}

/** The test card with these stored parts; null if there is none. */
export function testCardOf(bin: string | null, last4: string | null): TestCard | null {
  if (bin === null || last4 === null) return null;
  return TEST_CARDS.find(({ number }) => number.startsWith(bin) && number.endsWith(last4)) ?? null;
}

/**
 * The first test card whose number is in a text, such as the payload of a payment component or the token of a wallet;
 * null if there is none.
 *
 * @example
 * testCardIn('token:4012001038488884')?.hint; // 'declined: insufficient funds'
 */
export function testCardIn(text: string): TestCard | null {
  const numbers = text.match(/(?<!\d)\d{15,19}(?!\d)/g) ?? [];
  return numbers.map(testCard).find((card) => card !== null) ?? null;
}
