import { isCurrency, normaliseStatus, type OrderStanding, type RelatedTransaction } from '../../../protocol/index.js';
import { isPartUnknown, typeOf } from '../../refund-records/index.js';
import { modifiedOf } from './merge.timing.js';
import type { AttemptTerms, Candidate, MergeObservation, OrderState, ReceivedMoney, Verdict } from './merge.types.js';
import { claimsMoney, hasFailed, impliesPaid, oneEnd, type PaymentStatus } from './payment-status.js';
import { isVoidByRefund, statusWithChargebacks, takenIn } from './taken-back.js';

/** More parts than one reservation has in practice; what is stored per order has a bound. */
const MOST_ENTRIES = 100;

type PartRow = RelatedTransaction & { readonly amount: number };

const KINDS: ReadonlyMap<string | null, 'part' | 'shipment'> = new Map([
  ['capture', 'part'],
  ['shipment', 'shipment'],
]);

/** A captured or a shipped part; undefined when it is neither. */
const kindOf = (row: RelatedTransaction) => KINDS.get(typeOf(row));

/**
 * A row of a capture may leave its order out (protocol §5.8): if it were skipped, the reservation would end as unpaid. A
 * shipment is paid in any case, and can be refunded by its order's id only.
 */
const isPart = (row: RelatedTransaction): row is PartRow =>
  (kindOf(row) === 'part' || (kindOf(row) === 'shipment' && row.order_id !== null)) &&
  (row.amount ?? 0) > 0 &&
  !hasFailed(row);

/** The captured or shipped parts: at the service each is a separate order (protocol §2.3, §2.4). */
const partsOf = ({ related_transactions }: OrderStanding): PartRow[] => related_transactions.filter(isPart);

/** The sum captured in parts of an observed order, minor units; 0 when nothing was captured, or all at once. */
export const capturedInParts = (order: OrderStanding): number =>
  partsOf(order).reduce((sum, row) => sum + (kindOf(row) === 'part' ? row.amount : 0), 0);

/**
 * The status of a reservation with captured parts, not with shipments: paid with their sum once the rest was released, or
 * nothing of it is left (design §7), by the sum or by the remaining amount that the service reports. If a part whose loss was
 * reported did not count, that loss would be reported again, as a void payment.
 */
export function statusWithParts(
  { order, attempt }: Pick<MergeObservation, 'order' | 'attempt'>,
  status: PaymentStatus,
  received?: Entries,
): PaymentStatus {
  const captured = capturedInParts(order);
  const lost = order.related_transactions.filter(hasFailed).map((row) => partIn(received, attempt, row));
  const isGone = lost.some((part) => part?.kind === 'part' && !part.standing);
  if (captured === 0 && !isGone) return status;
  const isAll = order.payment_details.capture_remain === 0 || (order.amount !== null && captured >= order.amount);
  const isOver = status === 'cancelled' || (status === 'authorised' && isAll);
  return isOver ? (normaliseStatus(order.status) === 'shipped' ? 'shipped' : 'completed') : status;
}

/** Whether more than the amount came because the shopper gave a tip at a till, where the shop allows tips. */
export const isTipped = (
  { amount, currency, payment_details }: OrderStanding,
  asked: Pick<AttemptTerms, 'amount' | 'currency'>,
  allowTip: boolean,
): boolean =>
  allowTip && (payment_details.terminal_id ?? '') !== '' && currency === asked.currency && (amount ?? 0) > asked.amount;

type Entries = readonly ReceivedMoney[];

/** Stands for the order of a part whose row does not name it (protocol §5.8). Such a part is not refunded under any other id. */
export const UNNAMED = '';

const isSame =
  (entry: Pick<ReceivedMoney, 'attempt' | 'id' | 'serviceOrderId'>) =>
  (other: ReceivedMoney): boolean =>
    other.attempt === entry.attempt && other.id === entry.id && other.serviceOrderId === entry.serviceOrderId;

const put = (entries: Entries, entry: ReceivedMoney): Entries =>
  [...entries.filter((each) => !isSame(entry)(each)), entry].slice(-MOST_ENTRIES);

/** The entry that holds now: the newer one, or the worse of two of one second. */
function renewed(known: ReceivedMoney | undefined, seen: ReceivedMoney): ReceivedMoney {
  if (!known) return seen;
  const age = modifiedOf(seen) - modifiedOf(known);
  if (age < 0) return known;
  const taken = known.taken === undefined ? {} : { taken: Math.max(known.taken, seen.taken ?? 0) };
  const isWorse = age > 0 ? {} : { reported: Math.max(known.reported, seen.reported), ...taken };
  return { ...seen, ...isWorse, standing: seen.standing && (age > 0 || known.standing) };
}

const entryOf = ({ attempt, order, facts }: Candidate): Omit<ReceivedMoney, 'kind' | 'tip'> | null =>
  order.amount !== null && order.amount > 0 && isCurrency(order.currency ?? '')
    ? {
        attempt: attempt.number,
        id: order.transaction_id,
        serviceOrderId: attempt.serviceOrderId,
        amount: order.amount,
        currency: order.currency ?? '',
        reported: order.amount_refunded,
        ...(isPartUnknown(order) && { isPartUnknown: true }),
        standing: impliesPaid(facts.status) && facts.status !== 'chargedback',
        modifiedAt: facts.modifiedAt,
      }
    : null;

type Named = Pick<RelatedTransaction, 'order_id' | 'transaction_id'>;

/**
 * Whether an entry is the part that a row names: by order if both name one, otherwise by transaction. Rows without both are
 * one part.
 */
const isPartOf = ({ id, serviceOrderId }: ReceivedMoney, { order_id, transaction_id }: Named): boolean =>
  serviceOrderId !== UNNAMED && order_id !== null
    ? serviceOrderId === order_id
    : id === transaction_id && (id !== null || (order_id === null && serviceOrderId === UNNAMED));

/** The entry of a captured or shipped part; undefined when there is none. */
export const partIn = (
  received: Entries | null | undefined,
  { number }: Pick<AttemptTerms, 'number'>,
  named: Named,
): ReceivedMoney | undefined =>
  received?.find(
    (each) => (each.kind === 'part' || each.kind === 'shipment') && each.attempt === number && isPartOf(each, named),
  );

/** Adds the order to a part that was known by its transaction alone. */
const renamed = (known: ReceivedMoney, { order_id }: Named): ReceivedMoney =>
  known.serviceOrderId === UNNAMED && order_id !== null ? { ...known, serviceOrderId: order_id } : known;

const replace = (entries: Entries, known: ReceivedMoney, next: ReceivedMoney): Entries =>
  entries.map((each) => (each === known ? next : each));

function withParts(entries: Entries, { attempt, order, facts: { modifiedAt } }: Candidate): Entries {
  return partsOf(order).reduce((all, row) => {
    const known = partIn(all, attempt, row);
    if (known) return replace(all, known, renamed(known, row));
    const names = { attempt: attempt.number, id: row.transaction_id, serviceOrderId: row.order_id ?? UNNAMED };
    const money = { amount: row.amount, currency: row.currency ?? attempt.currency, reported: 0, standing: true };
    return put(all, { ...names, ...money, tip: 0, kind: kindOf(row) ?? 'part', modifiedAt });
  }, entries);
}

/** Money in another amount or currency than the attempt's: it does not pay the order, and must be given back. */
function withOther(entries: Entries, seen: Candidate): Entries {
  const entry = entryOf(seen);
  const known = entry === null ? undefined : entries.find(isSame(entry));
  if (!entry || (!known && !entry.standing)) return entries;
  return put(entries, renewed(known, { ...entry, kind: 'other', tip: 0 }));
}

function withFacts(entries: Entries, seen: Candidate): Entries {
  const { attempt, order, facts } = seen;
  const entry = entryOf(seen);
  const known = entries.find(isSame({ ...attempt, attempt: attempt.number, id: order.transaction_id }));
  if (!entry || !claimsMoney(facts.status))
    return known?.kind === 'other' ? put(entries, { ...known, standing: false }) : entries;
  const tip = entry.amount - attempt.amount;
  if (tip > 0) return put(entries, { ...entry, kind: 'tip', tip });
  // The amount was corrected: the attempt's own amount counts.
  return known ? entries.filter((each) => each !== known) : entries;
}

/**
 * Stores received money that differs from the attempt: another amount or currency, parts of a reservation, a tip. All other
 * money has the amount of the attempt. Pure.
 *
 * @param state - what is known after the observation
 */
export function noteMoney(state: OrderState, seen: Candidate, { kind }: Verdict): OrderState {
  const entries = state.received ?? [];
  const next =
    kind === 'mismatch'
      ? withOther(entries, seen)
      : kind === 'apply' || kind === 'same'
        ? withFacts(withParts(entries, seen), seen)
        : entries;
  return isSameMoney(next, entries) ? state : { ...state, received: next };
}

/** Newer observations with the same content change nothing. */
const isSameMoney = (next: Entries, known: Entries): boolean =>
  next.length === known.length &&
  next.every(
    (entry, index) =>
      JSON.stringify({ ...entry, modifiedAt: 0 }) === JSON.stringify({ ...known[index], modifiedAt: 0 }),
  );

/** A part whose order is seen before the row of its reservation, which may not name it then; null when it is not a part. */
function newPart(
  { transactions }: OrderState,
  { order, attempt }: MergeObservation,
): Omit<ReceivedMoney, 'standing'> | null {
  const { order_id: serviceOrderId, transaction_id: id, amount, currency, amount_refunded: reported } = order;
  const isPromised = transactions.some((each) => each.attempt === attempt.number && each.facts.status === 'authorised');
  if ((attempt.capture === null && !isPromised) || !serviceOrderId) return null;
  if (amount === null || amount <= 0 || !isCurrency(currency ?? '')) return null;
  const money = { amount, currency: currency ?? '', reported, tip: 0 };
  return { attempt: attempt.number, id, kind: 'part', serviceOrderId, ...money, modifiedAt: null };
}

/** A shipment that is seen before its pay-later order lists it; null where it may be a captured part, or no money came. */
function newShipment({ transactions, received }: OrderState, { order, attempt }: MergeObservation) {
  const { number, serviceOrderId: main } = attempt;
  const isPaid = transactions.some((each) => each.attempt === number && each.paid);
  const isCaptured =
    attempt.capture !== null || received?.some((each) => each.kind === 'part' && each.attempt === number);
  const { order_id: serviceOrderId, transaction_id: id, amount, currency, amount_refunded: reported } = order;
  if (!isPaid || isCaptured || order.auth_order_id !== main || serviceOrderId === null) return null;
  if (amount === null || amount <= 0) return null;
  const money = { amount, currency: currency ?? attempt.currency, reported, tip: 0 };
  return { attempt: number, id, kind: 'shipment' as const, serviceOrderId, ...money, modifiedAt: null };
}

/**
 * Applies an observation of a part's own order: that it was captured or shipped, what was given back, and whether it was
 * charged back. Pure.
 *
 * @returns the state itself when nothing changed
 */
export function notePart(state: OrderState, seen: MergeObservation): OrderState {
  const { order, attempt, modifiedAt } = seen;
  const reported = normaliseStatus(order.status);
  if (reported === 'unknown') return state;
  const entries = state.received ?? [];
  const known = partIn(entries, attempt, order);
  const isRefund = known?.standing === true && isVoidByRefund(order, oneEnd(reported));
  const status = isRefund ? 'refunded' : statusWithChargebacks(order, reported);
  const standing = impliesPaid(status) && status !== 'chargedback';
  if (!known) {
    const part = standing ? (newPart(state, seen) ?? newShipment(state, seen)) : null;
    return part ? { ...state, received: put(entries, { ...part, standing, modifiedAt }) } : state;
  }
  const taken = takenIn(order);
  const isUnknown = isPartUnknown(order);
  const unknown = (isUnknown || known.isPartUnknown !== undefined) && { isPartUnknown: isUnknown };
  const back = {
    reported: order.amount_refunded,
    ...unknown,
    ...((taken > 0 || known.taken !== undefined) && { taken }),
  };
  const next = renamed(renewed(known, { ...known, ...back, standing, modifiedAt }), order);
  const facts = (['reported', 'standing', 'serviceOrderId', 'taken', 'isPartUnknown'] as const).filter(
    (each) => next[each] !== known[each],
  );
  return facts.length > 0 ? { ...state, received: replace(entries, known, next) } : state;
}

/** The tip in the money of one transaction, minor units; null when there is none. */
export const tipIn = (received: Entries | null | undefined, id: string | null): number | null =>
  received?.find((entry) => entry.kind === 'tip' && entry.id === id)?.tip ?? null;
