import { SandboxError, type SandboxSwitches } from '../core/index.js';
import type { FormFields } from '../../pages/page-handler.js';

/** A switch of a terminal group as a field of a form. */
export type SwitchField = ChoiceField | NumberField;

interface ChoiceField {
  readonly name: keyof SandboxSwitches;
  readonly label: string;
  /** The values in the form and their names; flags are `true` and `false`. */
  readonly choices: Readonly<Record<string, string>>;
}

interface NumberField {
  readonly name: keyof SandboxSwitches;
  readonly label: string;
  /** The meaning of an empty field; null if it must not be empty. */
  readonly empty: string | null;
}

/** Every switch that the page can change, in its order. The tags of refunds can only be set by options and code. */
export const SWITCH_FIELDS: readonly SwitchField[] = [
  { name: 'siteActive', label: 'Website', choices: { true: 'active', false: 'inactive: 1019' } },
  { name: 'accountBlocked', label: 'Account', choices: { false: 'open', true: 'blocked: 1020' } },
  { name: 'keyMode', label: 'Key belongs to', choices: { test: 'test', live: 'live: 1032' } },
  { name: 'mayListTransactions', label: 'May list transactions', choices: { true: 'yes', false: 'no: 403' } },
  { name: 'error', label: 'Answer everything with error', empty: 'none' },
  { name: 'errorStatus', label: 'Refusals come with', choices: { documented: 'their own status', ok: 'HTTP 200' } },
  {
    name: 'zeroAuthorisation',
    label: 'Amount 0 to store a card',
    choices: { false: 'refused: 1001', true: 'accepted' },
  },
  { name: 'walletBalance', label: "Shopper's wallet, minor units", empty: 'enough' },
  { name: 'payoutBalance', label: 'Balance for refunds in each currency, minor units', empty: 'enough' },
  {
    name: 'lowBalance',
    label: 'Too low a balance',
    choices: { refused: 'refused: 1034', declined: 'declined at midnight', waiting: 'waits for more' },
  },
  {
    name: 'refundGuard',
    label: 'Equal refunds are refused',
    choices: { order: 'per order', site: 'per website', off: 'never' },
  },
  {
    name: 'refundGuardAnchor',
    label: 'They count since they were',
    choices: { accepted: 'accepted', requested: 'requested' },
  },
  { name: 'refundGuardMs', label: 'They count for, ms', empty: null },
  { name: 'refundSpacingMs', label: 'Time between refunds, ms', empty: null },
  {
    name: 'refundOrderIdReuse',
    label: 'A second refund_order_id is',
    choices: { accepted: 'accepted', refused: 'refused' },
  },
  {
    name: 'cancelledForm',
    label: 'A cancelled payment shows',
    choices: { first: 'the first word of its method', second: 'the second word' },
  },
  {
    name: 'pageAfterEnd',
    label: 'A page whose payment has ended unpaid is',
    choices: { closed: 'closed', open: 'open until its time is up' },
  },
  {
    name: 'shownTry',
    label: 'Of several tries an order shows',
    choices: { paid: 'the one that has paid it', last: 'the one begun last' },
  },
  {
    name: 'ownAcquirer',
    label: 'American Express is paid out by',
    choices: { false: 'the service', true: "the merchant's own acquirer" },
  },
  {
    name: 'heldShipment',
    label: 'An order that is shipped before its money is there shows as',
    choices: { uncleared: 'it was', shipped: 'shipped' },
  },
  {
    name: 'chargebackForm',
    label: 'A chargeback shows as',
    choices: {
      status: 'charged back',
      void: 'void',
      requested: 'void first, and booked later',
      related: 'a related transaction',
    },
  },
  {
    name: 'lentRefundForm',
    label: 'A pay-later order that was refunded shows as',
    choices: { refunded: 'refunded', void: 'void' },
  },
  {
    name: 'refundStatusIn',
    label: 'A refund of an order shows in',
    choices: { both: 'status and financial_status', status: 'status', financial_status: 'financial_status' },
  },
  {
    name: 'amountRefundedAt',
    label: 'A refund shows once it is',
    choices: { acceptance: 'accepted', completion: 'paid out' },
  },
  {
    name: 'listedRefunds',
    label: 'An order lists',
    choices: {
      all: 'all its refunds',
      standing: 'those that came to something',
      none: 'no refunds',
      costs: 'its refunds among its costs only',
    },
  },
  {
    name: 'captureRows',
    label: 'A captured part, or a release, is listed',
    choices: { named: 'with its order_id and type', unnamed: 'without them' },
  },
  {
    name: 'readPage',
    label: 'The address of the open page',
    choices: { shown: 'stands in every read', hidden: 'stands in the answer to the creation alone' },
  },
  {
    name: 'cardAuthentication',
    label: 'About the card of a direct order the bank asks the shopper',
    choices: { never: 'never', always: 'first (3-D Secure)' },
  },
  {
    name: 'releaseForm',
    label: 'A reservation that was let go of shows as',
    choices: { status: 'void', related: 'a related transaction' },
  },
  {
    name: 'listedGiftCards',
    label: 'A gift card in the transactions list is a',
    choices: { payment: 'payment', coupon: 'coupon' },
  },
  {
    name: 'listCursor',
    label: 'A cursor of the transactions list is',
    choices: { keyset: 'a transaction', offset: 'a number to skip' },
  },
];

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * Reads the switches of a form; a missing field changes nothing.
 *
 * @throws SandboxError `SWITCH_INVALID` if a field that needs a number is empty. Other values are checked later.
 */
export function readSwitches(form: FormFields): Partial<SandboxSwitches> {
  const entries = SWITCH_FIELDS.flatMap((field): [string, unknown][] => {
    const text = form.get(field.name)?.trim();
    if (text === undefined) return [];
    return [[field.name, 'choices' in field ? (FLAGS[text] ?? text) : numberOf(field, text)]];
  });
  return Object.fromEntries(entries);
}

function numberOf({ label, empty }: NumberField, text: string): number | null {
  if (text !== '') return Number(text);
  if (empty !== null) return null;
  throw new SandboxError('SWITCH_INVALID', `"${label}" needs a number.`, { advice: '' });
}
