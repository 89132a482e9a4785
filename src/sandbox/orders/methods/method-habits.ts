import type { OrderStatus } from '../../../protocol/index.js';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../support/index.js';
import type { SandboxSwitches } from '../../core/index.js';

/** The `status` and `financial_status` of a payment in an order (spec §2.2). */
export interface ShownStatus {
  readonly status: OrderStatus;
  readonly financialStatus: OrderStatus;
}

/** How one payment method reports the states of a payment (protocol §4.1). */
export interface MethodHabits {
  /** `financial_status` of a `completed` order: `initialized` if the money never passes through the service. */
  readonly paid: 'completed' | 'initialized' | 'uncleared';
  /** `financial_status` after the shipment; absent: unchanged. */
  readonly shipped?: 'uncleared';
  /** The status once the lender has paid; absent: the money counted when the order was paid. */
  readonly settled?: 'completed' | 'resting';
  /** `financial_status` while it waits for a decision. */
  readonly held: 'uncleared' | 'initialized';
  /** After this time a waiting payment is void, in milliseconds; absent: it keeps waiting. */
  readonly heldForMs?: number;
  /** After this time without a shipment a promised payment has expired, in milliseconds; absent: it keeps waiting. */
  readonly shipWithinMs?: number;
  /** Whether the shop may call off what was promised, until it is shipped; absent: it can only refund it. */
  readonly mayWithdraw?: true;
  /** The status of a payment that the shopper cancels; some methods have two forms, see the switch `cancelledForm`. */
  readonly cancelled: readonly [ShownStatus, ...ShownStatus[]];
  /** The default time limit for the shopper, in milliseconds. */
  readonly expiresAfterMs?: number;
  readonly refund: RefundHabits;
}

/** How one payment method reports the states of a refund. */
export interface RefundHabits {
  /** When it is booked. */
  readonly begun: ShownStatus;
  /** While the balance is too low, or the payer has not decided; absent: unchanged. */
  readonly waiting?: ShownStatus;
  /** Its `financial_status` at the end. */
  readonly doneFinancial: OrderStatus;
}

const shown = (status: OrderStatus, financialStatus: OrderStatus = status): ShownStatus => ({
  status,
  financialStatus,
});

const VOID = shown('void');
const VOID_OR_CANCELLED: MethodHabits['cancelled'] = [VOID, shown('void', 'cancelled')];

const REFUND: RefundHabits = { begun: shown('reserved'), doneFinancial: 'completed' };
const REFUND_ELSEWHERE: RefundHabits = { begun: shown('reserved', 'initialized'), doneFinancial: 'initialized' };
const REFUND_BY_WALLET: RefundHabits = { ...REFUND_ELSEWHERE, waiting: shown('uncleared', 'initialized') };
const REFUND_BY_BANK: RefundHabits = { ...REFUND, begun: shown('initialized'), waiting: shown('reserved') };
const REFUND_BY_LENDER: RefundHabits = { begun: shown('initialized', 'completed'), doneFinancial: 'completed' };
const REFUND_AT_ONCE: RefundHabits = { begun: shown('completed'), doneFinancial: 'completed' };

const BASE: MethodHabits = { paid: 'completed', held: 'uncleared', cancelled: [VOID], refund: REFUND };
const CARD: MethodHabits = { ...BASE, cancelled: [shown('declined')], heldForMs: 5 * DAY_MS };
const LENT: MethodHabits = {
  ...BASE,
  paid: 'uncleared',
  settled: 'resting',
  // The shortest of the published times; each lender has its own.
  shipWithinMs: 14 * DAY_MS,
  cancelled: VOID_OR_CANCELLED,
};
const WALLET: MethodHabits = { ...BASE, paid: 'initialized', cancelled: [shown('declined')] };
const CLEARED_LATER: MethodHabits = { ...BASE, paid: 'uncleared', settled: 'completed' };

const after = (expiresAfterMs: number, habits: MethodHabits = BASE): MethodHabits => ({ ...habits, expiresAfterMs });

const ENTRIES: readonly (readonly [string, MethodHabits])[] = [
  ['VISA MASTERCARD MAESTRO CREDITCARD AMEX APPLEPAY GOOGLEPAY', CARD],
  [
    'PAYPAL',
    after(14 * DAY_MS, {
      ...WALLET,
      held: 'initialized',
      cancelled: VOID_OR_CANCELLED,
      refund: REFUND_BY_WALLET,
    }),
  ],
  ['AMAZONBTN', WALLET],
  ['BIZUM', after(30 * MINUTE_MS, { ...WALLET, refund: REFUND_ELSEWHERE })],
  ['EINVOICE', { ...BASE, paid: 'initialized', settled: 'completed', cancelled: [VOID, shown('cancelled')] }],
  ['ZINIA', after(30 * DAY_MS, { ...BASE, paid: 'initialized', shipped: 'uncleared', settled: 'resting' })],
  ['ZINIA_IN3', after(15 * MINUTE_MS, { ...BASE, paid: 'initialized', shipped: 'uncleared', settled: 'resting' })],
  ['KLARNA', after(DAY_MS, { ...LENT, shipWithinMs: 28 * DAY_MS, refund: REFUND_BY_LENDER })],
  ['AFTERPAY', { ...LENT, shipWithinMs: 90 * DAY_MS, mayWithdraw: true, refund: REFUND_BY_LENDER }],
  ['BILLINK', { ...LENT, refund: REFUND_AT_ONCE }],
  ['SANTANDER', { ...LENT, held: 'initialized' }],
  ['IN3 IN3B2B', { ...LENT, held: 'initialized', settled: 'completed', refund: REFUND_AT_ONCE }],
  ['BNPL_MF PAYAFTER', { ...LENT, shipWithinMs: 30 * DAY_MS }],
  ['BNPL_INST BNPL_INSTM BNPL_OB', LENT],
  ['MBWAY', after(4 * MINUTE_MS, CLEARED_LATER)],
  ['MULTIBANCO', after(72 * HOUR_MS, CLEARED_LATER)],
  ['DBRTP', after(HOUR_MS, CLEARED_LATER)],
  ['IDEAL IDEALQR', after(HOUR_MS, { ...BASE, cancelled: VOID_OR_CANCELLED, refund: REFUND_BY_BANK })],
  ['MISTERCASH', { ...BASE, cancelled: [shown('void', 'cancelled')] }],
  ['TRUSTPAY', after(10 * DAY_MS, { ...BASE, cancelled: [shown('void', 'cancelled')] })],
  ['TRUSTLY', after(2 * DAY_MS, { ...BASE, cancelled: [shown('cancelled')] })],
  ['BELFIUS CBC KBC', after(5 * DAY_MS)],
  ['EPS ALIPAYPLUS', after(10 * MINUTE_MS)],
  ['DOTPAY', after(3 * DAY_MS)],
  ['MYBANK', after(HOUR_MS)],
  ['PSAFECARD', after(3 * HOUR_MS)],
  ['ALIPAY', after(5 * HOUR_MS)],
  ['WECHAT', after(2 * HOUR_MS)],
  ['DIRECTBANK', after(DAY_MS, { ...BASE, cancelled: VOID_OR_CANCELLED })],
  ['BANKTRANS', after(60 * DAY_MS)],
  ['DIRDEB', { ...BASE, held: 'initialized' }],
];

const HABITS: ReadonlyMap<string, MethodHabits> = new Map(
  ENTRIES.flatMap(([codes, habits]) => codes.split(' ').map((code) => [code, habits] as const)),
);

/** The account's switches that change how methods report. */
export type HabitSwitches = Pick<SandboxSwitches, 'cancelledForm' | 'ownAcquirer'>;

/** How a method reports; one without its own row, such as a gift card, is simply paid. */
export function habitsOf(method: string | null, { ownAcquirer }: Pick<SandboxSwitches, 'ownAcquirer'>): MethodHabits {
  const habits = HABITS.get(method?.toUpperCase() ?? '') ?? BASE;
  // The acquirer pays the merchant directly.
  return ownAcquirer && method?.toUpperCase() === 'AMEX' ? { ...habits, paid: 'initialized' } : habits;
}

/** The status of a payment by this method that the shopper cancels. */
export function cancelledAs(method: string | null, switches: HabitSwitches): ShownStatus {
  const [first, ...others] = habitsOf(method, switches).cancelled;
  return (switches.cancelledForm === 'second' ? others[0] : first) ?? first;
}

/** Whether the money of a method can be reserved first and captured later: that of cards, and of wallets with cards. */
export const isCapturedByHand = (method: string | null): boolean => HABITS.get(method?.toUpperCase() ?? '') === CARD;

/** How long a card payment that was left stays open (protocol §4.1). */
const LEFT_CARD_MS = HOUR_MS;

/** How long a try by a method stays open once it was begun, in milliseconds; null: as long as the order can be paid. */
export const tryExpiryMs = (method: string): number | null =>
  HABITS.get(method.toUpperCase()) === CARD ? LEFT_CARD_MS : methodExpiryMs(method);

/** The time limit of a method that the shop has fixed; null if the method has none. */
export function methodExpiryMs(method: string | null): number | null {
  return HABITS.get(method?.toUpperCase() ?? '')?.expiresAfterMs ?? null;
}
