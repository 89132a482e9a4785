import type { PaymentEvent, PaymentEventKind } from './payment-event.js';
import {
  subscribe,
  type AfterCommitHandler,
  type HandlerDecorator,
  type HandlerOptions,
  type InTransactionHandler,
} from './subscriptions.js';

/** Options of {@link OnPayment}. */
export type OnPaymentOptions = HandlerOptions;

/**
 * Runs a provider's method when an order changes (spec §1.1), once for each transition.
 *
 * Without `after` the method runs inside the transaction that records the transition and gets its EntityManager: what it
 * writes there commits together with the transition, or not at all. It may run again after a deadlock, so it must do nothing
 * outside the database (`rehearse` of `tillbridge/testing` checks that). It must also be short: after
 * `effects.transactionLimitMs` it counts as failed. With `{ after: 'commit' }` it runs afterwards from the outbox, at least
 * once, retried with growing gaps. `event.id` is the same on each attempt, and this handler gets no later change of the order
 * before it has succeeded or failed (`payments.effects.failed()`).
 *
 * Handlers are found once, when the module starts: those of a module that Nest's LazyModuleLoader loads later are not found.
 * Their provider must be a singleton, and the method must not be a generator; otherwise the application does not start.
 *
 * `void` is a deprecated name of `cancelled`: a handler of either is called for every order that is ended unpaid on purpose.
 *
 * Guards, interceptors and filters declared on the method or its class apply. None of them can turn a method that failed, or
 * was not called, into an effect that happened (decision 016).
 *
 * @example
 * ```ts
 * import { Injectable } from '@nestjs/common';
 * import { OnPayment, type PaymentEvent } from 'tillbridge';
 * import type { EntityManager } from 'typeorm';
 *
 * @Injectable()
 * class Fulfilment {
 *   @OnPayment('completed')
 *   async reserveStock(event: PaymentEvent, tx: EntityManager): Promise<void> {
 *     await tx.query('UPDATE stock SET reserved = reserved + 1');
 *   }
 *
 *   @OnPayment('completed', { after: 'commit' })
 *   async sendMail(event: PaymentEvent): Promise<void> {}
 * }
 * ```
 */
export function OnPayment(
  kinds: PaymentEventKind | readonly PaymentEventKind[],
  options: OnPaymentOptions & { after: 'commit' },
): HandlerDecorator<AfterCommitHandler<PaymentEvent>>;
export function OnPayment(
  kinds: PaymentEventKind | readonly PaymentEventKind[],
  options?: Omit<OnPaymentOptions, 'after'>,
): HandlerDecorator<InTransactionHandler<PaymentEvent>>;
export function OnPayment(
  kinds: PaymentEventKind | readonly PaymentEventKind[],
  options: OnPaymentOptions = {},
): HandlerDecorator<never> {
  return subscribe({ ...options, kinds: [kinds].flat(), decorator: '@OnPayment' });
}
