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
 * Without `after` the method runs inside the transaction that records the transition and is given its EntityManager:
 * what it writes there commits together with the transition, or not at all. It may be run again after a deadlock, so it
 * must do nothing outside the database (`rehearse` of `tillbridge/testing` finds out), and not for long: after
 * `effects.transactionLimitMs` it has failed. With `{ after: 'commit' }` it runs afterwards from the outbox, at least once,
 * retried with growing gaps; `event.id` is the same on each attempt, and no later change of the order is told to this
 * handler before it has succeeded or been given up (`payments.effects.failed()`).
 *
 * Handlers are looked for once, when the module starts: those of a module that Nest's LazyModuleLoader loads later are not
 * found. Their provider is a singleton, and the method no generator; otherwise the application does not start.
 *
 * `void` is a deprecated name of `cancelled`: a handler of either is informed of every order that ends unpaid at someone's request.
 *
 * Guards, interceptors and filters declared on the method or its class apply; none of them can turn a method that failed,
 * or was not called, into an effect that happened (decision 016).
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
  return subscribe({ ...options, kinds: typeof kinds === 'string' ? [kinds] : kinds, decorator: '@OnPayment' });
}
