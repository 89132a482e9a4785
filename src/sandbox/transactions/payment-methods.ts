import { JsonDigits, JsonIban, type ServiceJson } from '../http/service-json.js';

/** A way to pay that the payment page offers. */
export interface SandboxMethod {
  /** The service's code, e.g. `IDEAL`. */
  readonly code: string;
  readonly name: string;
  /** One line for the shopper. */
  readonly hint: string;
  /** What the order's `payment_details` show beside `type` (spec §2.3). */
  readonly details: (payer: Payer) => Record<string, ServiceJson>;
}

/** Who pays, as far as the sandbox makes it up. */
export interface Payer {
  readonly name: string;
  /** Digits that identify the payment at the bank or card scheme. */
  readonly reference: string;
}

// Published example numbers, so that nobody's real account is ever shown.
const IBAN = 'NL91ABNA0417164300';
const CARD_LAST4 = '1111';

const bankAccount = (payer: Payer) => ({
  account_holder_name: payer.name,
  account_iban: new JsonIban(IBAN),
  external_transaction_id: new JsonDigits(payer.reference),
});

const card = (payer: Payer) => ({
  account_holder_name: payer.name,
  authorization_code: payer.reference.slice(-6),
  card_expiry_date: '3112',
  external_transaction_id: payer.reference,
  last4: CARD_LAST4,
});

const wallet = (payer: Payer) => ({ account_holder_name: payer.name, external_transaction_id: payer.reference });

const METHODS: readonly SandboxMethod[] = [
  { code: 'IDEAL', name: 'iDEAL', hint: 'Pay with your own bank', details: bankAccount },
  { code: 'VISA', name: 'Card', hint: 'Visa, ending in 1111', details: card },
  { code: 'MISTERCASH', name: 'Bancontact', hint: 'Card or app', details: card },
  { code: 'PAYPAL', name: 'PayPal', hint: 'Pay with your account', details: wallet },
  { code: 'BANKTRANS', name: 'Bank transfer', hint: 'Transfer the amount yourself', details: bankAccount },
];

const CARD_CODES: ReadonlySet<string> = new Set(['CREDITCARD', 'MASTERCARD', 'MAESTRO', 'AMEX']);

// Known to the service and payable here, but offered only to an order that asks for one by its code.
const OTHER_CODES: ReadonlySet<string> = new Set(
  (
    'AFTERPAY ALIPAY APPLEPAY BELFIUS BILLINK BNPL_INST BNPL_INSTM BNPL_MF BNPL_OB CBC DIRDEB EINVOICE EPS ' +
    'GIROPAY GOOGLEPAY IN3 IN3B2B KBC KLARNA MBWAY MULTIBANCO PAYAFTER SANTANDER TRUSTLY WALLET WECHAT ZINIA ZINIA_IN3'
  ).split(' '),
);

/** The method with this code (case does not matter); null when the service has none: error 1000, spec §7. */
export function findMethod(code: string): SandboxMethod | null {
  const wanted = code.toUpperCase();
  const offered = METHODS.find((method) => method.code === wanted);
  if (offered !== undefined) return offered;
  if (CARD_CODES.has(wanted))
    return { code: wanted, name: 'Card', hint: `Card, ending in ${CARD_LAST4}`, details: card };
  return OTHER_CODES.has(wanted) ? { code: wanted, name: wanted, hint: 'Chosen by the shop', details: wallet } : null;
}

const PAY_LATER: ReadonlySet<string> = new Set(
  'AFTERPAY BILLINK BNPL_INST BNPL_INSTM BNPL_MF BNPL_OB EINVOICE IN3 IN3B2B KLARNA PAYAFTER SANTANDER ZINIA ZINIA_IN3'.split(
    ' ',
  ),
);

/** Whether somebody else lends the shopper the money: paid is then promised until the goods are shipped (protocol §4.1). */
export function isPayLater(code: string | null): boolean {
  return code !== null && PAY_LATER.has(code);
}

const DAY_MS = 86_400_000;
const CAPTURE_DAYS: Readonly<Record<string, number>> = { MASTERCARD: 30, MAESTRO: 30 };
const DEFAULT_CAPTURE_DAYS = 7;

/** How long a reservation lasts before it must be captured, in milliseconds (protocol §2.4). */
export function captureWindowMs(code: string | null): number {
  return (CAPTURE_DAYS[code ?? ''] ?? DEFAULT_CAPTURE_DAYS) * DAY_MS;
}

/** What the payment page offers: everything, or only the method that the shop fixed. */
export function offeredMethods(gateway: string | null): readonly SandboxMethod[] {
  const fixed = gateway === null ? null : findMethod(gateway);
  return fixed === null ? METHODS : [fixed];
}
