import type { ServiceFault } from '../../core/index.js';
import { PAID_WITH_NOTHING, type PaidWith } from '../../orders/index.js';
import { cardFault, cardMethod, digitsOf, expiryOf } from './card-checks.js';
import type { InstrumentPlan, InstrumentResult } from './instrument-plan.types.js';
import type {
  AccountInstrument,
  CardInstrument,
  GiftCardInstrument,
  PaymentInstrument,
  TokenInstrument,
} from './payment-instrument.js';
import { accountResult } from './test-accounts.js';
import { amountResult } from './test-amounts.js';
import { testCard, testCardOf } from './test-cards.js';
import { GIFT_CARD_CURRENCY, TEST_GIFT_CARDS } from './test-gift-cards.js';

/** The parts of a payment that decide its outcome. */
export interface InstrumentUse {
  /** Payment method code; with null or `CREDITCARD` the scheme of the card decides. */
  readonly method: string | null;
  readonly instrument: PaymentInstrument;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** When it is used, epoch milliseconds. */
  readonly at: number;
}

const PAID: InstrumentResult = { now: 'paid', later: null, refusal: null };
const UNDECIDED: InstrumentResult = { now: null, later: null, refusal: null };
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/;

/**
 * Decides by the test data what a shopper's instrument leads to. An instrument outside of the test data is refused with
 * 1024, the code for wrong data of the customer (spec §7).
 *
 * @example
 * ```ts
 * const instrument = { kind: 'card', number: '4462000000000003', holder: null, expiry: '3112' } as const;
 * planOf({ method: null, instrument, amount: 4_599, currency: 'EUR', at: clock.now() });
 * // { ok: true, method: 'VISA', now: 'uncleared', later: { afterMs: 180_000, outcome: 'accepted' }, … }
 * ```
 */
export function planOf(use: InstrumentUse): InstrumentPlan {
  const { instrument } = use;
  switch (instrument.kind) {
    case 'card':
      return cardPlan(use, instrument);
    case 'account':
      return accountPlan(use, instrument);
    case 'gift-card':
      return giftCardPlan(use, instrument);
    case 'token':
      return tokenPlan(use, instrument);
    default:
      return methodPlan(use);
  }
}

function cardPlan(use: InstrumentUse, typed: CardInstrument): InstrumentPlan {
  const card = { ...typed, expiry: expiryOf(typed.expiry) };
  const fault = cardFault(card, use.at);
  if (fault !== null) return refused(fault);
  const digits = digitsOf(card.number);
  const known = testCard(digits);
  if (known === null) return refused(wrong('the card is not one of the test cards'));
  const method = cardMethod(use.method, known.scheme);
  if (method === null) return refused(wrong(`the card is not one of ${use.method}`));
  const { funding, result } = known;
  const { holder, expiry } = card;
  const paidWith = { bin: digits.slice(0, 6), last4: digits.slice(-4), funding, holder, expiry };
  return planned(method, result, paidWith);
}

function accountPlan(use: InstrumentUse, account: AccountInstrument): InstrumentPlan {
  const iban = account.iban.replace(/\s/g, '').toUpperCase();
  if (!IBAN.test(iban)) return refused(wrong('the account number is not an IBAN'));
  const method = use.method ?? 'DIRDEB';
  return planned(method, accountResult(method, iban), { iban, holder: account.holder ?? null });
}

function giftCardPlan(use: InstrumentUse, { number }: GiftCardInstrument): InstrumentPlan {
  const digits = digitsOf(number);
  if (!TEST_GIFT_CARDS.some((card) => card.number === digits)) {
    return refused(wrong('the gift card is not one of the test gift cards'));
  }
  if (use.currency !== GIFT_CARD_CURRENCY) return refused({ code: 1002, detail: 'gift cards are in EUR' });
  return planned(use.method ?? 'VVVGIFTCARD', PAID, { giftCard: digits });
}

/** A stored test card or test account has the same outcome as the original. */
function tokenPlan(use: InstrumentUse, { method, paidWith }: TokenInstrument): InstrumentPlan {
  const card = testCardOf(paidWith.bin, paidWith.last4);
  if (card !== null) return planned(method, card.result, paidWith);
  if (paidWith.iban !== null) return planned(method, accountResult('DIRDEB', paidWith.iban), paidWith);
  return planned(method, amountResult(method, use.amount) ?? PAID, paidWith);
}

function methodPlan({ method, amount }: InstrumentUse): InstrumentPlan {
  return planned(method ?? '', amountResult(method ?? '', amount) ?? UNDECIDED, {});
}

function planned(method: string, result: InstrumentResult, paidWith: Partial<PaidWith>): InstrumentPlan {
  return { ok: true, method, ...result, paidWith: { ...PAID_WITH_NOTHING, ...paidWith } };
}

const wrong = (detail: string): ServiceFault => ({ code: 1024, detail });
const refused = (fault: ServiceFault): InstrumentPlan => ({ ok: false, fault });
