import { isCurrency, normaliseStatus, type OrderStanding, type RelatedTransaction } from '../../../protocol/index.js';
import { typeOf } from '../../refund-records/index.js';
import { modifiedOf } from './merge.timing.js';
import type { AttemptTerms, Candidate, Observed, OrderState, ReceivedMoney, Verdict } from './merge.types.js';
import { claimsMoney, hasFailed, impliesPaid, type PaymentStatus } from './payment-status.js';
import { statusWithChargebacks } from './taken-back.js';

/** Nobody captures one reservation in more parts; what is kept per order has a bound. */
const MOST_ENTRIES = 100;

/** A part that was captured or shipped: at the service it is an order of its own (protocol §2.3, §2.4). */
interface ListedPart extends Pick<ReceivedMoney, 'kind' | 'serviceOrderId'> {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string | null;
}

type PartRow = RelatedTransaction & { readonly order_id: string; readonly amount: number };

const KINDS: ReadonlyMap<string | null, 'part' | 'shipment'> = new Map([
  ['capture', 'part'],
  ['shipment', 'shipment'],
]);

const isPart = (row: RelatedTransaction): row is PartRow =>
  KINDS.has(typeOf(row)) && row.order_id !== null && (row.amount ?? 0) > 0 && !hasFailed(row);

const partsOf = ({ related_transactions }: OrderStanding): ListedPart[] =>
  related_transactions.filter(isPart).map((row) => {
    const { order_id: serviceOrderId, amount, currency } = row;
    return { kind: KINDS.get(typeOf(row)) ?? 'part', serviceOrderId, amount, currency };
  });

/** What was captured in parts of an observed order, minor units; 0 when nothing was, or all of it at once. */
export const capturedInParts = (order: OrderStanding): number =>
  partsOf(order).reduce((sum, { kind, amount }) => sum + (kind === 'part' ? amount : 0), 0);

/**
 * What a reservation counts as of which parts were captured: paid with their sum once the rest was let go of, or when
 * nothing of it is left (design §7).
 */
export function statusWithParts(order: OrderStanding, status: PaymentStatus): PaymentStatus {
  const captured = capturedInParts(order);
  if (captured === 0) return status;
  const isOver =
    status === 'cancelled' || (status === 'authorised' && order.amount !== null && captured >= order.amount);
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
  const isWorse = age > 0 ? {} : { reported: Math.max(known.reported, seen.reported) };
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

function withParts(entries: Entries, { attempt, order, facts }: Candidate): Entries {
  return partsOf(order).reduce((all, { kind, serviceOrderId, amount, currency }) => {
    const named = { attempt: attempt.number, id: null, serviceOrderId };
    if (all.some(isSame(named))) return all;
    const money = { amount, currency: currency ?? attempt.currency, reported: 0, standing: true, tip: 0 };
    return put(all, { ...named, ...money, kind, modifiedAt: facts.modifiedAt });
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

/** The entry of a part that has an order of its own at the service. */
export const partIn = ({ received }: OrderState, { order_id }: OrderStanding): ReceivedMoney | undefined =>
  received?.find(({ id, serviceOrderId }) => id === null && serviceOrderId === order_id);

/** An observation of the order that a part is at the service, and the attempt that it is of. */
type PartSeen = Pick<Observed, 'order' | 'modifiedAt' | 'attempt'>;

/** A shipment that is seen before its pay-later order lists it; undefined where it may be a captured part, or no money came. */
function newShipment({ transactions, received }: OrderState, { order, modifiedAt, attempt }: PartSeen) {
  const { number, serviceOrderId } = attempt;
  const isPaid = transactions.some((each) => each.attempt === number && each.paid);
  const isCaptured =
    attempt.capture !== null || received?.some((each) => each.kind === 'part' && each.attempt === number);
  const { order_id, amount, currency } = order;
  if (!isPaid || isCaptured || order.auth_order_id !== serviceOrderId || order_id === null || !((amount ?? 0) > 0))
    return;
  const named = { attempt: number, id: null, kind: 'shipment', serviceOrderId: order_id } as const;
  const money = { amount: amount!, currency: currency ?? attempt.currency, tip: 0, reported: 0, standing: true };
  return { ...named, ...money, modifiedAt };
}

/**
 * What an observation of a part's own order tells of it: what was given back, and whether it was taken back. Pure.
 *
 * @returns the state itself when nothing changed, or when no such part is known
 */
export function notePart(state: OrderState, observed: PartSeen): OrderState {
  const { order, modifiedAt } = observed;
  const before = partIn(state, order);
  const known = before ?? newShipment(state, observed);
  const reported = normaliseStatus(order.status);
  if (!known || reported === 'unknown') return state;
  const status = statusWithChargebacks(order, reported);
  const standing = impliesPaid(status) && status !== 'chargedback';
  const next = renewed(known, { ...known, reported: order.amount_refunded, standing, modifiedAt });
  const isChanged = !before || next.reported !== known.reported || next.standing !== known.standing;
  return isChanged ? { ...state, received: put(state.received ?? [], next) } : state;
}

/** The tip among what one transaction brought, minor units; null when there is none. */
export const tipIn = (received: Entries | null | undefined, id: string | null): number | null =>
  received?.find((entry) => entry.kind === 'tip' && entry.id === id)?.tip ?? null;
