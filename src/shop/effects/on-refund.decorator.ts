import { toTransitionKind, type RefundEvent, type RefundEventKind } from './refund-event.js';
import {
  subscribe,
  type AfterCommitHandler,
  type HandlerDecorator,
  type HandlerOptions,
  type InTransactionHandler,
} from './subscriptions.js';

/**
 * Runs a provider's method when a refund changes (design §8), once for each change and with the guarantees of
 * {@link OnPayment}: inside the transaction that records it, or, with `{ after: 'commit' }`, afterwards, at least once, in
 * order. Handlers get changes of one order, payments and refunds alike, in the order in which they were recorded.
 *
 * `accepted` means that the service has booked the refund, not that the money is there: tell the customer "on its way".
 *
 * @example
 * ```ts
 * import { Injectable } from '@nestjs/common';
 * import { OnRefund, type RefundEvent } from 'tillbridge';
 * import type { EntityManager } from 'typeorm';
 *
 * @Injectable()
 * class Bookkeeping {
 *   @OnRefund(['settled', 'elsewhere'])
 *   async book(event: RefundEvent, tx: EntityManager): Promise<void> {
 *     await tx.query('UPDATE till SET paid_out = paid_out + 1');
 *   }
 *
 *   @OnRefund('manual', { after: 'commit' })
 *   async askAPerson(event: RefundEvent): Promise<void> {}
 * }
 * ```
 */
export function OnRefund(
  kinds: RefundEventKind | readonly RefundEventKind[],
  options: HandlerOptions & { after: 'commit' },
): HandlerDecorator<AfterCommitHandler<RefundEvent>>;
export function OnRefund(
  kinds: RefundEventKind | readonly RefundEventKind[],
  options?: Omit<HandlerOptions, 'after'>,
): HandlerDecorator<InTransactionHandler<RefundEvent>>;
export function OnRefund(
  kinds: RefundEventKind | readonly RefundEventKind[],
  options: HandlerOptions = {},
): HandlerDecorator<never> {
  return subscribe({ ...options, kinds: [kinds].flat().map(toTransitionKind), decorator: '@OnRefund' });
}
