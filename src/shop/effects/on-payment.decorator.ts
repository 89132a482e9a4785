import 'reflect-metadata';
import type { EntityManager } from 'typeorm';
import type { GroupName } from '../terminal-groups/index.js';
import type { PaymentEvent, PaymentEventKind } from './payment-event.js';

const METADATA_KEY = 'tillbridge:on-payment';

/** Options of {@link OnPayment}. */
export interface OnPaymentOptions {
  /** `commit`: run after the transition has committed, at least once, retried. Absent: run inside its transaction. */
  readonly after?: 'commit';
  /** Only for orders of this terminal group. Absent: of every group. */
  readonly group?: GroupName;
  /**
   * Name of the effect, at most 160 characters. It is stored with each effect, so that it is run once: give one when
   * the class or method may be renamed. Default `ClassName.method`.
   */
  readonly name?: string;
}

/** One subscription of one method. */
export interface Subscription extends OnPaymentOptions {
  readonly kinds: readonly PaymentEventKind[];
}

type InTransactionHandler = (event: PaymentEvent, tx: EntityManager) => unknown;
type AfterCommitHandler = (event: PaymentEvent) => unknown;
type HandlerDecorator<H> = <T extends H>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

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
 * Guards, interceptors and filters declared on the method or its class apply; none of them can turn a method that failed,
 * or was not called, into an effect that happened (docs/decisions/016).
 *
 * @example
 * ```ts
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
): HandlerDecorator<AfterCommitHandler>;
export function OnPayment(
  kinds: PaymentEventKind | readonly PaymentEventKind[],
  options?: Omit<OnPaymentOptions, 'after'>,
): HandlerDecorator<InTransactionHandler>;
export function OnPayment(
  kinds: PaymentEventKind | readonly PaymentEventKind[],
  options: OnPaymentOptions = {},
): HandlerDecorator<never> {
  return (_target, _key, descriptor) => {
    const method = descriptor.value as object;
    const subscription: Subscription = { ...options, kinds: typeof kinds === 'string' ? [kinds] : kinds };
    Reflect.defineMetadata(METADATA_KEY, [...subscriptionsOf(method), subscription], method);
  };
}

/** Reads what {@link OnPayment} wrote; empty for any other function. */
export const subscriptionsOf = (method: object): readonly Subscription[] =>
  (Reflect.getMetadata(METADATA_KEY, method) as readonly Subscription[] | undefined) ?? [];
