import { normaliseStatus } from '../../../protocol/index.js';
import { modifiedOf, newestOf } from './merge.timing.js';
import type { Candidate, KnownTransaction, OrderState, TransactionFacts, Verdict } from './merge.types.js';
import { impliesPaid } from './payment-status.js';

/** Nobody tries one order more often; what is kept per order has a bound. */
const MAX_TRANSACTIONS = 50;

type Same = (transaction: KnownTransaction) => boolean;

/** Is it the transaction that was looked at? */
export const isOf =
  ({ attempt, order }: Pick<Candidate, 'attempt' | 'order'>): Same =>
  (transaction) =>
    transaction.attempt === attempt.number && transaction.id === order.transaction_id;

const withTransaction = (state: OrderState, changed: KnownTransaction): OrderState => {
  const isChanged: Same = ({ attempt, id }) => attempt === changed.attempt && id === changed.id;
  const others = state.transactions.filter((transaction) => !isChanged(transaction));
  const isFull = others.length >= MAX_TRANSACTIONS;
  const dropped = isFull ? others.find(({ paid, held }) => !paid && held === null) : undefined;
  return { ...state, transactions: [...others.filter((transaction) => transaction !== dropped), changed] };
};

/** Has it been shipped, as far as is known? It is told of once, however often the status comes back to that. */
export const wasShipped = (known: KnownTransaction | null | undefined): boolean =>
  known?.shipped === true || known?.facts.status === 'shipped';

/** Is its money known to have been taken, be it by a message that is still to be placed? */
export const isKnownPaid = (known: KnownTransaction | null | undefined): boolean =>
  known?.paid === true || known?.held?.paid === true;

function apply(state: OrderState, { attempt, order, facts, known, seenAt }: Candidate): OrderState {
  return withTransaction(state, {
    attempt: attempt.number,
    id: order.transaction_id,
    facts,
    ...(wasShipped(known) && facts.status !== 'shipped' && { shipped: true }),
    paid: known?.paid === true || impliesPaid(facts.status),
    held: known?.held ?? null,
    recordedAt: seenAt,
  });
}

/** The same facts, perhaps newer: that they still held dates what comes late. */
function again(state: OrderState, { facts, known, seenAt }: Candidate): OrderState {
  if (!known || modifiedOf(facts) <= modifiedOf(known.facts)) return state;
  return withTransaction(state, { ...known, facts, recordedAt: seenAt });
}

function hold(state: OrderState, { facts, known, seenAt }: Candidate): OrderState {
  if (!known) return state;
  const newest = known.held ? newestOf(known.held.facts, facts) : facts;
  const paid = known.held?.paid === true || impliesPaid(facts.status);
  if (newest === known.held?.facts && paid === known.held.paid) return state;
  return withTransaction(state, { ...known, held: { facts: newest, paid, recordedAt: seenAt } });
}

/**
 * An answer that is not believed yet proves all the same that money came: it is not lost with the answer when the next one
 * shows that the payment was undone since. What is held stays dated as it is, so that the next answer may settle it.
 */
function keepMoney(state: OrderState, { facts, known, authoritative }: Candidate): OrderState {
  if (!authoritative || !known || known.paid || !impliesPaid(facts.status)) return state;
  const { facts: newest, recordedAt } = known.held ?? known;
  const dated = recordedAt === undefined ? {} : { recordedAt };
  return withTransaction(state, { ...known, held: { facts: newest, paid: true, ...dated } });
}

/** One entry for each sum of each transaction, so that it is told of once. */
function noteMismatch(state: OrderState, { attempt, order }: Candidate): OrderState {
  const mismatch = `${attempt.number}:${order.transaction_id ?? ''} ${order.amount ?? '?'} ${order.currency ?? '?'}`;
  if (state.mismatches.includes(mismatch)) return state;
  return { ...state, mismatches: [...state.mismatches, mismatch].slice(-MAX_TRANSACTIONS) };
}

/** What is known after an observation upon which this verdict was given. */
export const CONSEQUENCES: Readonly<Record<Verdict['kind'], (state: OrderState, seen: Candidate) => OrderState>> = {
  apply,
  same: again,
  hold,
  mismatch: noteMismatch,
  stale: (state) => state,
  ask: keepMoney,
  ignored: (state) => state,
};

/** A promise of which nothing says that its money is still to be taken, and a message that said it was. */
const withMoneyTaken = (facts: TransactionFacts): TransactionFacts =>
  facts.status === 'authorised' && normaliseStatus(facts.financialStatus) === 'unknown'
    ? { ...facts, status: 'completed' }
    : facts;

/**
 * The API has answered for an attempt. What messages had said of its transactions and the answer does not speak of
 * stands as they said it: the service may show one transaction of several, and the messages were authentic. So it does
 * where the answer is of other money than asked for (a part of it was captured, say), or has a status that nobody knows,
 * since its facts are not used then.
 */
export function releaseHeld(state: OrderState, seen: Candidate, verdict: Verdict): OrderState {
  const isUsed = verdict.kind !== 'mismatch' && verdict.kind !== 'ignored';
  const isSeen: Same = isUsed ? isOf(seen) : () => false;
  const release = (transaction: KnownTransaction): KnownTransaction => {
    const { held, facts } = transaction;
    if (held === null || transaction.attempt !== seen.attempt.number) return transaction;
    const settled = isSeen(transaction) ? facts : newestOf(facts, held.facts);
    const since = settled === facts ? transaction.recordedAt : seen.seenAt;
    const left = settled !== facts && wasShipped(transaction) ? { shipped: true as const } : {};
    const isPaid = isKnownPaid(transaction);
    const known = {
      ...transaction,
      ...left,
      facts: isPaid ? withMoneyTaken(settled) : settled,
      paid: isPaid,
      held: null,
    };
    return since === undefined ? known : { ...known, recordedAt: since };
  };
  const isAnyHeld = state.transactions.some(({ held }) => held !== null);
  return isAnyHeld ? { ...state, transactions: state.transactions.map(release) } : state;
}
