import { METHODS_WITH_HABITS } from './method-habits.js';
import { bankAccountDetails, CARD_LAST4, cardDetails, walletDetails, type DetailsOf } from './payment-details.js';

/** A way to pay that the payment page offers. */
export interface SandboxMethod {
  /** The service's code, e.g. `IDEAL`. */
  readonly code: string;
  readonly name: string;
  /** One line for the shopper. */
  readonly hint: string;
  /** What the order's `payment_details` show beside `type` (spec §2.3). */
  readonly details: DetailsOf;
}

const METHODS: readonly SandboxMethod[] = [
  { code: 'IDEAL', name: 'iDEAL', hint: 'Pay with your own bank', details: bankAccountDetails },
  { code: 'VISA', name: 'Card', hint: 'Visa, ending in 1111', details: cardDetails },
  { code: 'MISTERCASH', name: 'Bancontact', hint: 'Card or app', details: cardDetails },
  { code: 'PAYPAL', name: 'PayPal', hint: 'Pay with your account', details: walletDetails },
  { code: 'BANKTRANS', name: 'Bank transfer', hint: 'Transfer the amount yourself', details: bankAccountDetails },
];

const CARD_CODES: ReadonlySet<string> = new Set(['CREDITCARD', 'MASTERCARD', 'MAESTRO', 'AMEX']);

// Known to the service and payable here, but offered only to an order that asks for one by its code.
const OTHER_CODES: ReadonlySet<string> = new Set(
  (
    'GIROPAY WALLET EDENCOM EDENECO EDENRES EDENSPORTS AMSGIFT BABYCAD BEAUTYCAD BEAUTYWELL BIERCHEQUE BLOEMENCAD ' +
    'BOEKENBON BOEKENVOOR DORDTPAS FASHIONCHQ FASHIONGFT GELREPAS GEZONDHEID GOOD4FUN HORSESGIFT HUISTUIN KIDSCADEAU ' +
    'KLUSCADEAU NATENCRD NATNLBIOSC NATNLETUIN OHMYGOOD ROTGIFT SPORTENFIT SPORTSGIFT UPAS VVVGIFTCARD WIJNCADEAU YOURGIFT'
  )
    .split(' ')
    .concat(METHODS_WITH_HABITS),
);

/** The method with this code (case does not matter); null when the service has none: error 1000, spec §7. */
export function findMethod(code: string): SandboxMethod | null {
  const wanted = code.toUpperCase();
  const offered = METHODS.find((method) => method.code === wanted);
  if (offered !== undefined) return offered;
  if (CARD_CODES.has(wanted))
    return { code: wanted, name: 'Card', hint: `Card, ending in ${CARD_LAST4}`, details: cardDetails };
  return OTHER_CODES.has(wanted)
    ? { code: wanted, name: wanted, hint: 'Chosen by the shop', details: walletDetails }
    : null;
}

const PAY_LATER: ReadonlySet<string> = new Set(
  'AFTERPAY BILLINK BNPL_INST BNPL_INSTM BNPL_MF BNPL_OB EINVOICE IN3 IN3B2B KLARNA PAYAFTER SANTANDER ZINIA ZINIA_IN3'.split(
    ' ',
  ),
);

/** Whether a method is a card: then the card's holder and expiry date stand in `payment_methods`, too (spec §2.2). */
export function isCard(code: string): boolean {
  return findMethod(code)?.details === cardDetails;
}

/** Whether someone else lends the shopper the money: paid is then promised until the goods are shipped (protocol §4.1). */
export function isPayLater(code: string | null): boolean {
  return code !== null && PAY_LATER.has(code);
}

/** How long a reservation lasts before it must be captured, in milliseconds: five days (protocol §2.4). */
export const CAPTURE_WINDOW_MS = 432_000_000;

/** What the payment page offers: everything, or only the method that the shop fixed. */
export function offeredMethods(gateway: string | null): readonly SandboxMethod[] {
  const fixed = gateway === null ? null : findMethod(gateway);
  return fixed === null ? METHODS : [fixed];
}
