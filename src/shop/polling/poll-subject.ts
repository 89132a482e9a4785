import type { EntityManager } from 'typeorm';
import type { Order, OrderStanding } from '../../protocol/index.js';
import { methodOfDetails } from '../../protocol/payment-details.parser.js';
import {
  AttemptEntity,
  claimsMoney,
  GIVEN_UP,
  impliesPaid,
  isKnownPaid,
  knownCapture,
  PaymentOrderEntity,
  paymentStatusOf,
  type KnownTransaction,
  type PaymentStatus,
} from '../orders/index.js';
import type { PollEntity, PollFacts } from '../poll-schedule/index.js';

/** The attempt and the order of a poll, as the shop knows them. */
export interface Subject {
  readonly order: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
}

/** Finds the subject of a poll; null when it is gone, for example an attempt that was withdrawn before it was sent. */
export async function subjectOf(manager: EntityManager, row: PollEntity): Promise<Subject | null> {
  const { group, serviceOrderId } = row;
  const attempt = await manager.findOneBy(AttemptEntity, { group, serviceOrderId });
  const order = attempt && (await manager.findOneBy(PaymentOrderEntity, { group, orderId: attempt.orderId }));
  return attempt && order && { order, attempt };
}

const paymentsOf = ({ order, attempt }: Subject): KnownTransaction[] =>
  (order.transactions ?? []).filter((each) => each.attempt === attempt.number);

/** Whether this attempt has brought the money. A later refund or dispute is reported separately (design §9). */
export const hasPaid = (subject: Subject): boolean => paymentsOf(subject).some(({ paid }) => paid);

/** Whether the service certainly does not know the attempt: it refused the attempt, and no process is sending it again. */
export const wasRefused = ({ attempt }: Subject, now: number): boolean =>
  attempt.createState === 'failed' && (attempt.senderUntil ?? 0) <= now;

/** Whether the service should know the attempt: it has acknowledged it, or has reported a payment of it. */
export const isOwed = (subject: Subject): boolean =>
  subject.attempt.createState === 'created' || paymentsOf(subject).length > 0;

/** The facts for the schedule, as the shop knows them. */
export const pollFactsOf = (row: PollEntity, subject: Subject): PollFacts => ({
  openedAt: row.openedAt,
  activeUntil: row.activeUntil,
  method: row.method,
  methodSince: row.methodSince,
  underWay: paymentsOf(subject).some(({ facts, paid }) => !paid && claimsMoney(facts.status)),
});

const knownOf = (subject: Subject, id: string | null): KnownTransaction | undefined =>
  paymentsOf(subject).find((each) => each.id === id);

/** What was known before a poll and after it. */
interface PolledChange {
  readonly before: Subject;
  readonly after: Subject;
  /** When the read began, epoch milliseconds. */
  readonly readAt: number;
}

/**
 * The payment method, if the answer shows a payment. A change of that payment starts its time anew. The same facts at a later
 * time are not a change, nor is another name of the method: where `modified` moves with each read, or is missing, the payment
 * would otherwise be polled forever, without a report to a person.
 */
export function methodAfter(
  row: PollEntity,
  { transaction_id, payment_details }: Order,
  { before, after, readAt }: PolledChange,
): Pick<PollEntity, 'method' | 'methodSince'> {
  const { method, methodSince } = row;
  const seen = transaction_id === null ? null : (methodOfDetails(payment_details)?.toUpperCase() ?? null);
  if (seen === null) return { method, methodSince };
  const known = knownOf(after, transaction_id);
  const hasChanged = known?.facts.fingerprint !== knownOf(before, transaction_id)?.facts.fingerprint;
  if (hasChanged) return { method: seen, methodSince: readAt };
  // A notification may have reported a payment by this method since the last poll.
  const since = known?.recordedAt ?? methodSince ?? readAt;
  return seen === method ? { method, methodSince } : { method: seen, methodSince: Math.max(methodSince ?? 0, since) };
}

const isEnd = (status: PaymentStatus | 'unknown'): boolean =>
  status !== 'unknown' && (GIVEN_UP.has(status) || status === 'declined' || impliesPaid(status));

/** Whether the order stands by another try on the same page than the answer is about, and that try is still open. */
const isOpenBeside = ({ transaction_id }: OrderStanding, { order, attempt }: Subject): boolean => {
  const isOther = (order.transactionId ?? null) !== null && order.transactionId !== transaction_id;
  return isOther && order.attempt === attempt.number && order.status !== null && !isEnd(order.status);
};

/** Whether an answer says how the attempt ended, with or without a payment, so that no person need check it. */
export const reportsEnd = (order: OrderStanding, subject: Subject): boolean => {
  const known = knownOf(subject, order.transaction_id);
  const asked = knownCapture(subject.attempt.capture, known?.facts.status ?? null);
  return isEnd(paymentStatusOf(order, asked, isKnownPaid(known))) && !isOpenBeside(order, subject);
};

/** Whether the service has reported payments of the attempt, and none of them is still open. */
export const hasEnded = (subject: Subject): boolean => {
  const known = paymentsOf(subject);
  return known.length > 0 && known.every(({ facts, held }) => held === null && isEnd(facts.status));
};
