import { normaliseStatus } from '../../../protocol/index.js';
import { modifiedOf, newestOf } from './merge.timing.js';
import type { Candidate, KnownTransaction, OrderState, TransactionFacts, Verdict } from './merge.types.js';
import { impliesPaid, type PaymentStatus } from './payment-status.js';

/** More tries than one order has in practice; what is stored per order has a bound. */
const MAX_TRANSACTIONS = 50;

type Same = (transaction: KnownTransaction) => boolean;

/** Whether it is the observed transaction. */
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

/** Whether it is known to have been shipped. That is reported once, even if the status returns to it. */
export const wasShipped = (known: KnownTransaction | null | undefined): boolean =>
  known?.shipped === true || known?.facts.status === 'shipped';

/** Whether its money is known to have been taken, also by a message that still waits for its confirmation. */
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

/** The same facts, perhaps newer: their new time counts for reports that come late. */
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
 * An answer that is not trusted yet still proves that money came. The money must not be lost when the next answer shows that
 * the payment was undone since. Held facts keep their time, so that the next answer may settle them.
 */
function keepMoney(state: OrderState, { facts, known, authoritative }: Candidate): OrderState {
  if (!authoritative || !known || known.paid || !impliesPaid(facts.status)) return state;
  const { facts: newest, recordedAt } = known.held ?? known;
  const dated = recordedAt === undefined ? {} : { recordedAt };
  return withTransaction(state, { ...known, held: { facts: newest, paid: true, ...dated } });
}

/** One entry for each sum of each transaction, so that it is reported once. */
function noteMismatch(state: OrderState, { attempt, order }: Candidate): OrderState {
  const mismatch = `${attempt.number}:${order.transaction_id ?? ''} ${order.amount ?? '?'} ${order.currency ?? '?'}`;
  if (state.mismatches.includes(mismatch)) return state;
  return { ...state, mismatches: [...state.mismatches, mismatch].slice(-MAX_TRANSACTIONS) };
}

/** The state after an observation, by its verdict. */
export const CONSEQUENCES: Readonly<Record<Verdict['kind'], (state: OrderState, seen: Candidate) => OrderState>> = {
  apply,
  same: again,
  hold,
  mismatch: noteMismatch,
  stale: (state) => state,
  ask: keepMoney,
  ignored: (state) => state,
};

const AWAITED: ReadonlySet<string> = new Set<PaymentStatus>(['initialized', 'uncleared', 'reserved']);

/**
 * An authorisation without a sign that its money is still to be taken, goods that left before it came, or a void with all of
 * it given back, combined with a message that said it was taken.
 */
function withMoneyTaken(facts: TransactionFacts, amount: number): TransactionFacts {
  if (facts.status === 'cancelled' && facts.amountRefunded >= amount) return { ...facts, status: 'refunded' };
  const isSent = AWAITED.has(facts.status) && normaliseStatus(facts.word) === 'shipped';
  if (isSent) return { ...facts, status: 'shipped' };
  const isOpen = facts.status === 'authorised' && normaliseStatus(facts.financialStatus) === 'unknown';
  return isOpen ? { ...facts, status: 'completed' } : facts;
}

/**
 * Releases held facts after an answer of the API for an attempt. If the answer does not mention a transaction, the messages
 * about it stand: the service may show one transaction of several, and the messages were authentic. They also stand if the
 * answer has other money than the attempt (for example, a part was captured) or an unknown status, since its facts are not
 * used then.
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
      facts: isPaid ? withMoneyTaken(settled, seen.attempt.amount) : settled,
      paid: isPaid,
      held: null,
    };
    return since === undefined ? known : { ...known, recordedAt: since };
  };
  const isAnyHeld = state.transactions.some(({ held }) => held !== null);
  return isAnyHeld ? { ...state, transactions: state.transactions.map(release) } : state;
}
