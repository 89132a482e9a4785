import { paymentsOf } from './merge.summary.js';
import type { AttemptEntity } from './attempt.entity.js';
import { toOrderState } from './order-state.mapper.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';
import { impliesPaid, type PaymentStatus } from './payment-status.js';

/** An attempt that brought money which can be given back. */
export interface PaidAttempt {
  /** The `order_id` that the service knows it by. */
  readonly serviceOrderId: string;
  /** What was paid, in minor units: as much as was asked for, or else it would not count as paid. */
  readonly amount: number;
  readonly currency: string;
}

/** The bank has taken all of it back. */
const TAKEN_BACK: ReadonlySet<PaymentStatus> = new Set(['chargedback']);

/**
 * The attempts of an order that were paid and whose money has not been taken back, the payment in best standing first:
 * what comes after the first is surplus (scenario D8). Of an order that is captured by hand, only what was captured as
 * a whole is known to be paid (protocol §2.4).
 */
export function paidAttemptsOf(order: PaymentOrderEntity, attempts: readonly AttemptEntity[]): PaidAttempt[] {
  const sums = new Map<number, number>();
  for (const { attempt: number, facts } of paymentsOf(toOrderState(order))) {
    if (!impliesPaid(facts.status) || TAKEN_BACK.has(facts.status)) continue;
    const asked = attempts.find((attempt) => attempt.number === number)?.amount ?? 0;
    sums.set(number, (sums.get(number) ?? 0) + asked);
  }
  return [...sums].flatMap(([number, amount]) => {
    const attempt = attempts.find((each) => each.number === number);
    return attempt ? [{ serviceOrderId: attempt.serviceOrderId, amount, currency: attempt.currency }] : [];
  });
}
