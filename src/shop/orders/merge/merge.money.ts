import { isCurrency, normaliseStatus, type OrderStanding, type RelatedTransaction } from '../../../protocol/index.js';
import { modifiedOf } from './merge.timing.js';
import type { AttemptTerms, Candidate, OrderState, ReceivedMoney, Verdict } from './merge.types.js';
import { claimsMoney, hasFailed, impliesPaid, type PaymentStatus } from './payment-status.js';
import { statusWithChargebacks } from './taken-back.js';

/** Nobody captures one reservation in more parts; what is kept per order has a bound. */
const MOST_ENTRIES = 100;

/** A part that was captured of a reservation: at the service it is an order of its own (protocol §2.4). */
interface CapturedPart {
  readonly serviceOrderId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string | null;
}

type PartRow = RelatedTransaction & { readonly order_id: string; readonly amount: number };

const isPart = (row: RelatedTransaction): row is PartRow =>
  row.type?.trim().toLowerCase() === 'capture' && row.order_id !== null && (row.amount ?? 0) > 0 && !hasFailed(row);

const partsOf = ({ related_transactions }: OrderStanding): CapturedPart[] =>
  related_transactions
    .filter(isPart)
    .map(({ order_id: serviceOrderId, amount, currency }) => ({ serviceOrderId, amount, currency }));

/** What was captured in parts of an observed order, minor units; 0 when nothing was, or all of it at once. */
export const capturedInParts = (order: OrderStanding): number =>
  partsOf(order).reduce((sum, { amount }) => sum + amount, 0);

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
  return partsOf(order).reduce((all, { serviceOrderId, amount, currency }) => {
    const named = { attempt: attempt.number, id: null, serviceOrderId };
    if (all.some(isSame(named))) return all;
    const money = { amount, currency: currency ?? attempt.currency, reported: 0, standing: true, tip: 0 };
    return put(all, { ...named, ...money, kind: 'part', modifiedAt: facts.modifiedAt });
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

/**
 * What an observation of a captured part's own order tells of it: what was given back, and whether it was taken back. Pure.
 *
 * @returns the state itself when nothing changed, or when no such part is known
 */
export function notePart(state: OrderState, order: OrderStanding, modifiedAt: number | null): OrderState {
  const known = (state.received ?? []).find(
    ({ kind, serviceOrderId }) => kind === 'part' && serviceOrderId === order.order_id,
  );
  const reported = normaliseStatus(order.status);
  if (!known || reported === 'unknown') return state;
  const status = statusWithChargebacks(order, reported);
  const standing = impliesPaid(status) && status !== 'chargedback';
  const next = renewed(known, { ...known, reported: order.amount_refunded, standing, modifiedAt });
  const isChanged = next.reported !== known.reported || next.standing !== known.standing;
  return isChanged ? { ...state, received: put(state.received ?? [], next) } : state;
}

/** The tip among what one transaction brought, minor units; null when there is none. */
export const tipIn = (received: Entries | null | undefined, id: string | null): number | null =>
  received?.find((entry) => entry.kind === 'tip' && entry.id === id)?.tip ?? null;
