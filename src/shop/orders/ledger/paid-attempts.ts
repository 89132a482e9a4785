import type { EntityManager } from 'typeorm';
import { UNNAMED } from '../merge/merge.money.js';
import { paymentsOf } from '../merge/merge.summary.js';
import { modifiedOf } from '../merge/merge.timing.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import type { KnownTransaction, ReceivedMoney } from '../merge/merge.types.js';
import { toOrderState } from './order-state.mapper.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { impliesPaid } from '../merge/payment-status.js';
import type { PaidAttempt } from '../../refund-records/index.js';

/** The newest report about the payments of one attempt: a payment that was annulled or charged back no longer stands. */
const newestOf = (payments: readonly KnownTransaction[]): KnownTransaction =>
  payments.reduce((newest, each) => (modifiedOf(each.facts) > modifiedOf(newest.facts) ? each : newest));

/** An order at the service takes the money once, for any number of transactions seen of it (design §7). */
function paymentOf(attempt: AttemptEntity, payments: readonly KnownTransaction[], tips: readonly ReceivedMoney[]) {
  const { status } = newestOf(payments).facts;
  if (!impliesPaid(status) || status === 'chargedback') return [];
  const { serviceOrderId, currency } = attempt;
  const amount = Math.max(attempt.amount, ...tips.map((each) => each.amount));
  const { facts, recordedAt } = payments.reduce((most, each) =>
    each.facts.amountRefunded > most.facts.amountRefunded ? each : most,
  );
  const isPartUnknown = status === 'partial_refunded' && facts.amountRefunded === 0 && { isPartUnknown: true };
  const reported = { reported: facts.amountRefunded, reportedAt: recordedAt ?? null };
  return [{ serviceOrderId, amount, currency, ...reported, ...isPartUnknown }];
}

const isStanding = ({ standing }: ReceivedMoney): boolean => standing;

const asIs = ({ serviceOrderId, amount, currency, reported, isPartUnknown }: ReceivedMoney): PaidAttempt => ({
  serviceOrderId,
  amount,
  currency,
  reported,
  ...(isPartUnknown && { isPartUnknown }),
});

/** Shipped parts are refunded under the ids of their shipments, and only the rest under that of the order itself. */
function withShipments(
  whole: readonly PaidAttempt[],
  shipments: readonly ReceivedMoney[],
  { serviceOrderId: partOf }: AttemptEntity,
): PaidAttempt[] {
  const shipped = shipments.reduce((sum, { amount }) => sum + amount, 0);
  const rest = whole.map((each) => ({ ...each, amount: Math.max(0, each.amount - shipped) }));
  return [...rest, ...shipments.filter(isStanding).map((each) => ({ ...asIs(each), partOf }))];
}

/** A refund needs the order of its part. Sent under that of the reservation, it would be counted there. */
const isNamed = ({ serviceOrderId }: ReceivedMoney): boolean => serviceOrderId !== UNNAMED;

function moneyOf(attempt: AttemptEntity, payments: readonly KnownTransaction[], received: readonly ReceivedMoney[]) {
  const ofKind = (kind: ReceivedMoney['kind']) => received.filter((each) => each.kind === kind);
  // With captured parts, the reservation itself brought no money.
  if (ofKind('part').length > 0) return ofKind('part').filter(isStanding).filter(isNamed).map(asIs);
  if (payments.length > 0) {
    const whole = paymentOf(attempt, payments, ofKind('tip'));
    return newestOf(payments).facts.status === 'chargedback' ? [] : withShipments(whole, ofKind('shipment'), attempt);
  }
  return ofKind('other').filter(isStanding).slice(-1).map(asIs);
}

/**
 * The orders at the service that brought money which has not been taken back, the payment in best standing first. All after
 * the first are surplus (scenario D8), or other parts of one reservation (protocol §2.4). Each is one order at the service,
 * and never gives back more than it took.
 */
export function paidAttemptsOf(order: PaymentOrderEntity, attempts: readonly AttemptEntity[]): PaidAttempt[] {
  const state = toOrderState(order);
  const payments = paymentsOf(state);
  const received = state.received ?? [];
  const numbers = new Set([...payments, ...received].map(({ attempt }) => attempt));
  return [...numbers].flatMap((number) => {
    const attempt = attempts.find((each) => each.number === number);
    const isOf = (each: { readonly attempt: number }): boolean => each.attempt === number;
    return attempt ? moneyOf(attempt, payments.filter(isOf), received.filter(isOf)) : [];
  });
}

/** Like {@link paidAttemptsOf}, on demand: the attempts are read at the call. */
export const paidAttemptsIn = (tx: EntityManager, order: PaymentOrderEntity) => async (): Promise<PaidAttempt[]> => {
  const { group, orderId } = order;
  return paidAttemptsOf(order, await tx.findBy(AttemptEntity, { group, orderId }));
};
