import { compareFacts, compareKeys, modifiedOf } from './merge.timing.js';
import type { KnownTransaction, OrderState, OrderSummary } from './merge.types.js';
import { claimsMoney, GIVEN_UP, impliesPaid, rankOf, type PaymentStatus } from './payment-status.js';

/** Ids grow with time: the shorter one, then the smaller one, is earlier. */
const idKey = (id: string | null): readonly [number, string] => [id?.length ?? 0, id ?? ''];

/** Sorts the payment in best standing first: not undone, least given back, of the earliest attempt. */
const standingOf = ({ attempt, id, facts }: KnownTransaction): readonly (number | string)[] => [
  impliesPaid(facts.status) ? 0 : 1,
  rankOf(facts.status),
  facts.amountRefunded,
  attempt,
  ...idKey(id),
];

/** A payment without an id is the same as one of the same attempt with an id. */
const withoutNameless = (paid: readonly KnownTransaction[]): KnownTransaction[] =>
  paid.filter(
    ({ id, attempt }) => id !== null || !paid.some((other) => other.attempt === attempt && other.id !== null),
  );

/** The payments of an order, best standing first. All but one are surplus. */
export const paymentsOf = (state: OrderState): KnownTransaction[] =>
  withoutNameless(state.transactions.filter(({ paid }) => paid)).sort((a, b) =>
    compareKeys(standingOf(a), standingOf(b)),
  );

/**
 * The sequence within one second, as times do not tell more: a session is opened, its payment may be declined, the session
 * ends unpaid. A payment of any other kind begins after the end of the session.
 */
const lastWord = ({ id, facts: { status, ...facts } }: KnownTransaction): readonly number[] => {
  const [opened, declined, ended, begun] = [0, 1, 2, 3];
  const place = id === null ? (GIVEN_UP.has(status) ? ended : opened) : status === 'declined' ? declined : begun;
  return [modifiedOf(facts), place];
};

/** Whether a try ended without money; a customer whose payment was declined may try again. */
const isEnd = ({ facts: { status } }: KnownTransaction): boolean => GIVEN_UP.has(status) || status === 'declined';

/** The try that began last. */
const lastBegun = (tries: readonly KnownTransaction[]): KnownTransaction | undefined =>
  [...tries].sort((a, b) => compareKeys(idKey(b.id), idKey(a.id)))[0];

/**
 * Without a payment, the newest transaction of the open attempt counts. Each try on one page is a transaction of its own
 * (protocol §2.1), so the end of one may not be the end of the order: money that is on its way by another counts more, and
 * a try that was left expires by its own time, after the next one has begun or ended.
 */
function newestOfAttempt({ transactions, attempt }: OrderState): KnownTransaction | undefined {
  const tries = transactions
    .filter((transaction) => transaction.attempt === attempt)
    .sort(
      (a, b) =>
        compareKeys(lastWord(b), lastWord(a)) ||
        compareFacts(b.facts, a.facts) ||
        compareKeys(idKey(b.id), idKey(a.id)),
    );
  const [newest] = tries;
  // An end without a transaction is that of the page, and so of all that was tried on it.
  if (newest === undefined || newest.id === null || !isEnd(newest)) return newest;
  const onItsWay = tries.find(({ facts }) => claimsMoney(facts.status));
  if (onItsWay || newest.facts.status === 'declined') return onItsWay ?? newest;
  return lastBegun(tries.filter(({ facts }) => facts.status !== 'declined'));
}

/** An end without payment of an order that had been paid is another status: the shop may have sent goods. */
const statusOf = (known: KnownTransaction): PaymentStatus =>
  known.paid && isEnd(known) ? 'voided' : known.facts.status;

/** The summary of an order: of its payment, if there is one (scenarios L2, D8), or else of its current attempt. */
export function summaryOf(state: OrderState): OrderSummary {
  const payments = paymentsOf(state);
  const chief = payments[0] ?? newestOfAttempt(state);
  return {
    status: chief ? statusOf(chief) : null,
    serviceStatus: chief?.facts.word ?? null,
    financialStatus: chief?.facts.financialStatus ?? null,
    transactionId: chief?.id ?? null,
    amountRefunded: chief?.facts.amountRefunded ?? 0,
    modifiedAt: chief?.facts.modifiedAt ?? null,
    payments: payments.length,
    paidTransactionId: payments[0]?.id ?? null,
  };
}

/** The former entry of the payment that decides the order in `next`; null when it was not a payment yet. */
export function knownOfChief(state: OrderState, next: OrderState): KnownTransaction | null {
  const [chief] = paymentsOf(next);
  const isChief = ({ attempt, id }: KnownTransaction): boolean => attempt === chief?.attempt && id === chief.id;
  return paymentsOf(state).find(isChief) ?? null;
}
