import { findMethod, isCard, PAID_WITH_NOTHING } from '../../orders/index.js';
import { type PaymentInstrument, TEST_CARDS, testCardIn } from '../../payments/index.js';
import { hasMember, objectAt, textAt } from '../json-fields.js';
import type { JsonObject } from './create-order.types.js';

const GOOD_UNTIL = '3112';
const CARD_WALLETS: ReadonlySet<string> = new Set(['APPLEPAY', 'GOOGLEPAY']);
const WALLET: PaymentInstrument = { kind: 'token', method: 'WALLET', paidWith: PAID_WITH_NOTHING };

/**
 * The means of payment of a direct request (protocol §2.1). Data from a payment component or a wallet stand for the
 * test card whose number they contain, or else for the first card of the scheme.
 */
export function readInstrument(body: JsonObject): PaymentInstrument {
  const info = objectAt(body, 'gateway_info');
  const gateway = textAt(body, 'gateway')?.toUpperCase() ?? null;
  const number = textAt(info, 'card_number');
  if (number !== null && isGiftCard(gateway)) return { kind: 'gift-card', number };
  if (takesCard(gateway)) {
    if (number !== null) return cardOf(info, number);
    const payload =
      wholeText(body['payment_data']) ?? wholeText(body['payment_token']) ?? wholeText(info['payment_token']);
    if (payload !== null) return cardBehind(payload, gateway);
  }
  // The means of payment behind a token is stored, and read later.
  if (hasMember(body, 'recurring_id')) return { kind: 'none' };
  if (gateway === 'WALLET') return WALLET;
  const iban = textAt(info, 'account_holder_iban') ?? textAt(info, 'account_id');
  return iban === null ? { kind: 'none' } : { kind: 'account', iban, holder: textAt(info, 'account_holder_name') };
}

const isGiftCard = (gateway: string | null): boolean => gateway !== null && findMethod(gateway)?.kind === 'gift-card';

/** A component of a bank or a lender also has a payload, but still leads to a page. */
const takesCard = (gateway: string | null): boolean => gateway === null || CARD_WALLETS.has(gateway) || isCard(gateway);

function cardOf(info: JsonObject, number: string): PaymentInstrument {
  return {
    kind: 'card',
    number,
    holder: textAt(info, 'card_holder_name'),
    expiry: textAt(info, 'card_expiry_date') ?? '',
    cvc: textAt(info, 'card_cvc') ?? textAt(info, 'cvc'),
  };
}

function cardBehind(payload: string, gateway: string | null): PaymentInstrument {
  const usual = TEST_CARDS.find(({ scheme }) => scheme === gateway) ?? TEST_CARDS[0];
  const number = (testCardIn(payload) ?? usual)?.number ?? '';
  return { kind: 'card', number, holder: null, expiry: GOOD_UNTIL };
}

/** A member as text, for any value; null if it is empty. */
function wholeText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
