import type { EntityManager } from 'typeorm';
import type { Order, OrderStanding } from '../../protocol/index.js';
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

/** What a poll is about, as the shop knows it. */
export interface Subject {
  readonly order: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
}

/** Finds what a poll is about; null when it is gone, as an attempt that was withdrawn before it was sent. */
export async function subjectOf(manager: EntityManager, row: PollEntity): Promise<Subject | null> {
  const { group, serviceOrderId } = row;
  const attempt = await manager.findOneBy(AttemptEntity, { group, serviceOrderId });
  const order = attempt && (await manager.findOneBy(PaymentOrderEntity, { group, orderId: attempt.orderId }));
  return attempt && order && { order, attempt };
}

const paymentsOf = ({ order, attempt }: Subject): KnownTransaction[] =>
  (order.transactions ?? []).filter((each) => each.attempt === attempt.number);

/** Whether this attempt has brought the money: what follows, a refund or a dispute, is news of its own (design §9). */
export const hasPaid = (subject: Subject): boolean => paymentsOf(subject).some(({ paid }) => paid);

/** Whether the service surely knows nothing of the attempt: it refused it, and nobody is sending it again. */
export const wasRefused = ({ attempt }: Subject, now: number): boolean =>
  attempt.createState === 'failed' && (attempt.senderUntil ?? 0) <= now;

/** Whether the service should know the attempt: it has acknowledged it, or has told of it. */
export const isOwed = (subject: Subject): boolean =>
  subject.attempt.createState === 'created' || paymentsOf(subject).length > 0;

/** What the schedule goes by, as the shop knows it. */
export const factsOf = (row: PollEntity, subject: Subject): PollFacts => ({
  openedAt: row.openedAt,
  activeUntil: row.activeUntil,
  method: row.method,
  methodSince: row.methodSince,
  underWay: paymentsOf(subject).some(({ facts, paid }) => !paid && claimsMoney(facts.status)),
});

const knownOf = (subject: Subject, id: string | null): KnownTransaction | undefined =>
  paymentsOf(subject).find((each) => each.id === id);

/** What was known before a poll, and what is known after it. */
interface PolledChange {
  readonly before: Subject;
  readonly after: Subject;
  /** When it was asked for, epoch milliseconds. */
  readonly readAt: number;
}

/**
 * The method by which it is being paid, where the answer tells of a payment; news of that payment begins its time anew. That the
 * same still holds at a later time is none, nor is another name of the method: where `modified` moves with each read, or is
 * missing, the payment would be polled forever, and nobody told.
 */
export function methodAfter(
  row: PollEntity,
  { transaction_id, payment_details }: Order,
  { before, after, readAt }: PolledChange,
): Pick<PollEntity, 'method' | 'methodSince'> {
  const { method, methodSince } = row;
  const seen = transaction_id === null ? null : (payment_details.type?.toUpperCase() ?? null);
  if (seen === null) return { method, methodSince };
  const known = knownOf(after, transaction_id);
  const hasChanged = known?.facts.fingerprint !== knownOf(before, transaction_id)?.facts.fingerprint;
  if (hasChanged) return { method: seen, methodSince: readAt };
  // A notification may have told of a payment by it since the last poll.
  const since = known?.recordedAt ?? methodSince ?? readAt;
  return seen === method ? { method, methodSince } : { method: seen, methodSince: Math.max(methodSince ?? 0, since) };
}

const isEnd = (status: PaymentStatus | 'unknown'): boolean =>
  status !== 'unknown' && (GIVEN_UP.has(status) || status === 'declined' || impliesPaid(status));

/** Whether the order goes by another try on the same page than an answer speaks of, and that one is still open. */
const isOpenBeside = ({ transaction_id }: OrderStanding, { order, attempt }: Subject): boolean => {
  const isOther = (order.transactionId ?? null) !== null && order.transactionId !== transaction_id;
  return isOther && order.attempt === attempt.number && order.status !== null && !isEnd(order.status);
};

/** Whether an answer says how it ended, whichever way, so that nobody needs to wonder. */
export const reportsEnd = (order: OrderStanding, subject: Subject): boolean => {
  const known = knownOf(subject, order.transaction_id);
  const asked = knownCapture(subject.attempt.capture, known?.facts.status ?? null);
  return isEnd(paymentStatusOf(order, asked, isKnownPaid(known))) && !isOpenBeside(order, subject);
};

/** Whether the service has told of the attempt, and of nothing that is still open. */
export const hasEnded = (subject: Subject): boolean => {
  const known = paymentsOf(subject);
  return known.length > 0 && known.every(({ facts, held }) => held === null && isEnd(facts.status));
};
