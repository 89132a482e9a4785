import { isCurrency, normaliseStatus, type OrderStanding, type RelatedTransaction } from '../../../protocol/index.js';
import { typeOf } from '../../refund-records/index.js';
import { modifiedOf } from './merge.timing.js';
import type { AttemptTerms, Candidate, Observed, OrderState, ReceivedMoney, Verdict } from './merge.types.js';
import { claimsMoney, hasFailed, impliesPaid, type PaymentStatus } from './payment-status.js';
import { statusWithChargebacks, takenIn } from './taken-back.js';

/** Nobody captures one reservation in more parts; what is kept per order has a bound. */
const MOST_ENTRIES = 100;

type PartRow = RelatedTransaction & { readonly amount: number };

const KINDS: ReadonlyMap<string | null, 'part' | 'shipment'> = new Map([
  ['capture', 'part'],
  ['shipment', 'shipment'],
]);

/** What a row is of: a part that was captured, or shipped; undefined when it is neither. */
const kindOf = (row: RelatedTransaction): 'part' | 'shipment' | undefined => KINDS.get(typeOf(row));

/**
 * A row of a capture may leave its order out (protocol §5.8): the reservation would end as unpaid if it were passed over. What was
 * shipped is paid all the same, and can be given back by its order's id only.
 */
const isPart = (row: RelatedTransaction): row is PartRow =>
  (kindOf(row) === 'part' || (kindOf(row) === 'shipment' && row.order_id !== null)) &&
  (row.amount ?? 0) > 0 &&
  !hasFailed(row);

/** The parts that were captured or shipped: at the service each is an order of its own (protocol §2.3, §2.4). */
const partsOf = ({ related_transactions }: OrderStanding): PartRow[] => related_transactions.filter(isPart);

/** What was captured in parts of an observed order, minor units; 0 when nothing was, or all of it at once. */
export const capturedInParts = (order: OrderStanding): number =>
  partsOf(order).reduce((sum, row) => sum + (kindOf(row) === 'part' ? row.amount : 0), 0);

/**
 * What a reservation counts as of which parts were captured: paid with their sum once the rest was let go of, or when
 * nothing of it is left (design §7), be it by the sum or by what the service says can still be captured.
 */
export function statusWithParts(order: OrderStanding, status: PaymentStatus): PaymentStatus {
  const captured = capturedInParts(order);
  if (captured === 0) return status;
  const isAll = order.payment_details.capture_remain === 0 || (order.amount !== null && captured >= order.amount);
  const isOver = status === 'cancelled' || (status === 'authorised' && isAll);
  return isOver ? 'completed' : status;
}

/** Whether more came than was asked for because the shopper gave a tip at a till, where the shop expects that. */
export const isTipped = (
  { amount, currency, payment_details }: OrderStanding,
  asked: Pick<AttemptTerms, 'amount' | 'currency'>,
  allowTip: boolean,
): boolean =>
  allowTip &&
  payment_details.terminal_id !== null &&
  payment_details.terminal_id !== '' &&
  currency === asked.currency &&
  (amount ?? 0) > asked.amount;

type Entries = readonly ReceivedMoney[];

/** What stands for the order of a part whose row does not name it (protocol §5.8); it is not given back under any other. */
export const UNNAMED = '';

const isSame =
  (entry: Pick<ReceivedMoney, 'attempt' | 'id' | 'serviceOrderId'>) =>
  (other: ReceivedMoney): boolean =>
    other.attempt === entry.attempt && other.id === entry.id && other.serviceOrderId === entry.serviceOrderId;

const put = (entries: Entries, entry: ReceivedMoney): Entries =>
  [...entries.filter((each) => !isSame(entry)(each)), entry].slice(-MOST_ENTRIES);

/** What may hold now: by the newer word, or the worse of two of one second. */
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
        standing: impliesPaid(facts.status) && facts.status !== 'chargedback',
        modifiedAt: facts.modifiedAt,
      }
    : null;

type Named = Pick<RelatedTransaction, 'order_id' | 'transaction_id'>;

/** Whether an entry is of the part that a row names: by its order where both say that, else by its transaction. Rows that name neither are of one part. */
const isPartOf = ({ id, serviceOrderId }: ReceivedMoney, { order_id, transaction_id }: Named): boolean =>
  serviceOrderId !== UNNAMED && order_id !== null
    ? serviceOrderId === order_id
    : id === transaction_id && (id !== null || (order_id === null && serviceOrderId === UNNAMED));

/** What is known of a captured or shipped part; undefined when nothing is. */
export const partIn = (
  received: Entries | null | undefined,
  { number }: Pick<AttemptTerms, 'number'>,
  named: Named,
): ReceivedMoney | undefined =>
  received?.find(
    (each) => (each.kind === 'part' || each.kind === 'shipment') && each.attempt === number && isPartOf(each, named),
  );

/** A part that was known by its transaction alone has its order named. */
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

/** Money in another amount or currency than asked for: not what pays the order, and yet to be given back. */
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
  // It was put right: what counts is the attempt's own amount.
  return known ? entries.filter((each) => each !== known) : entries;
}

/**
 * Writes down what really came in where that is not what the attempt asked for: another amount or currency, parts of a
 * reservation, a tip. Whatever else came in is what was asked for. Pure.
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

/** Newer observations that say the same change nothing. */
const isSameMoney = (next: Entries, known: Entries): boolean =>
  next.length === known.length &&
  next.every(
    (entry, index) =>
      JSON.stringify({ ...entry, modifiedAt: 0 }) === JSON.stringify({ ...known[index], modifiedAt: 0 }),
  );

/** A part whose order is heard of before the row of its reservation, which may not name it then; null when it is none. */
function newPart({ transactions }: OrderState, { order, attempt }: Observed): Omit<ReceivedMoney, 'standing'> | null {
  const { order_id: serviceOrderId, transaction_id: id, amount, currency, amount_refunded: reported } = order;
  const isPromised = transactions.some((each) => each.attempt === attempt.number && each.facts.status === 'authorised');
  if ((attempt.capture === null && !isPromised) || !serviceOrderId) return null;
  if (amount === null || amount <= 0 || !isCurrency(currency ?? '')) return null;
  const money = { amount, currency: currency ?? '', reported, tip: 0 };
  return { attempt: attempt.number, id, kind: 'part', serviceOrderId, ...money, modifiedAt: null };
}

/** A shipment that is seen before its pay-later order lists it; null where it may be a captured part, or no money came. */
function newShipment({ transactions, received }: OrderState, { order, attempt }: Observed) {
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
 * What an observation of a part's own order tells of it: that it was captured or shipped, what was given back, and whether
 * it was taken back. Pure.
 *
 * @returns the state itself when nothing changed
 */
export function notePart(state: OrderState, seen: Observed): OrderState {
  const { order, attempt, modifiedAt } = seen;
  const reported = normaliseStatus(order.status);
  if (reported === 'unknown') return state;
  const status = statusWithChargebacks(order, reported);
  const standing = impliesPaid(status) && status !== 'chargedback';
  const entries = state.received ?? [];
  const known = partIn(entries, attempt, order);
  if (!known) {
    const part = standing ? (newPart(state, seen) ?? newShipment(state, seen)) : null;
    return part ? { ...state, received: put(entries, { ...part, standing, modifiedAt }) } : state;
  }
  const taken = takenIn(order);
  const back = { reported: order.amount_refunded, ...((taken > 0 || known.taken !== undefined) && { taken }) };
  const next = renamed(renewed(known, { ...known, ...back, standing, modifiedAt }), order);
  const facts = (['reported', 'standing', 'serviceOrderId', 'taken'] as const).filter(
    (each) => next[each] !== known[each],
  );
  return facts.length > 0 ? { ...state, received: replace(entries, known, next) } : state;
}

/** The tip among what one transaction brought, minor units; null when there is none. */
export const tipIn = (received: Entries | null | undefined, id: string | null): number | null =>
  received?.find((entry) => entry.kind === 'tip' && entry.id === id)?.tip ?? null;
