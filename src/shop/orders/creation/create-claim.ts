import { setTimeout as pause } from 'node:timers/promises';
import type { CheckedOrder } from '../../client/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import type { CreatePaymentOrderInput } from './create-payment-order.dto.js';
import type { Wanted } from './create-plan.js';

/**
 * What happens to an attempt when the next one is opened. `kept`: money for it is still recognised. `again`: the service does
 * not know it, and it is sent once more under its own id. `gone`: its id belongs to another order at the service.
 */
export type Succession = 'kept' | 'again' | 'gone';

/** After so many milliseconds without a renewal a sender counts as dead, and another caller may continue. */
export const SENDER_LEASE_MS = 5_000;

/**
 * How long to wait before the next check of an attempt that another caller is sending, in milliseconds: at first, and at
 * most.
 */
const RETRY_MS = { first: 20, most: 250 };

/** Waits for the next check of an attempt that another caller is sending. @returns for how long, in milliseconds */
export async function waitForNextCheck(waited: number): Promise<number> {
  const gap = Math.min(RETRY_MS.first + waited / 4, RETRY_MS.most);
  await pause(gap);
  return gap;
}

/** The request of one caller for one order. */
export interface CreateClaim extends CheckedOrder<CreatePaymentOrderInput> {
  readonly group: string;
  /** The beginning of the group's ids at the service; may be empty. */
  readonly prefix: string;
  readonly wanted: Wanted;
  /** Different for each caller. */
  readonly token: string;
}

/** The row of a new order. @param now - epoch milliseconds */
export const orderRow = ({ group, input, wanted }: CreateClaim, now: number): Partial<PaymentOrderEntity> => ({
  group,
  orderId: input.orderId,
  mode: wanted.mode,
  amount: wanted.amount,
  currency: wanted.currency,
  description: input.description,
  reference: input.reference ?? null,
  attempt: 1,
  amountRefunded: 0,
  version: 0,
  createdAt: now,
  updatedAt: now,
});

/** The row of a new attempt, claimed by the caller for sending. */
export const attemptRow = (
  { group, input, wanted, token }: CreateClaim,
  { serviceOrderId, number, now }: { serviceOrderId: string; number: number; now: number },
): AttemptEntity => ({
  group,
  serviceOrderId,
  orderId: input.orderId,
  number,
  amount: wanted.amount,
  currency: wanted.currency,
  createState: 'creating',
  requestFingerprint: wanted.requestFingerprint,
  capture: input.capture === 'manual' ? 'manual' : null,
  letGoAt: null,
  paymentUrl: null,
  sessionId: null,
  senderToken: token,
  senderUntil: now + SENDER_LEASE_MS,
  createdAt: now,
  updatedAt: now,
});
