import 'reflect-metadata';
import type { EntityManager } from 'typeorm';
import type { GroupName } from '../core/index.js';

const METADATA_KEY = 'tillbridge:subscriptions';

/** Options of {@link OnPayment} and {@link OnRefund}. */
export interface HandlerOptions {
  /** `commit`: run after the transition is committed, at least once, retried. Absent: run inside its transaction. */
  readonly after?: 'commit';
  /** Only for orders of this terminal group. Absent: of every group. */
  readonly group?: GroupName;
  /**
   * Name of the effect, at most 160 characters. It is stored with each effect, so that the effect runs once: set it when the
   * class or method may be renamed. Default `ClassName.method`.
   */
  readonly name?: string;
}

/** One subscription of one method, with its kinds of transitions as they are recorded. */
export interface Subscription extends HandlerOptions {
  readonly kinds: readonly string[];
  /** As in the host's code, for messages: `@OnPayment`, `@OnRefund`. */
  readonly decorator: string;
}

/** A method that runs inside the transaction. */
export type InTransactionHandler<Event> = (event: Event, tx: EntityManager) => unknown;
/** A method that runs after the commit. */
export type AfterCommitHandler<Event> = (event: Event) => unknown;
/** A decorator of methods that can be called as `H`. */
export type HandlerDecorator<H> = <T extends H>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

/** Adds one more subscription to a method. */
export const subscribe =
  (subscription: Subscription): HandlerDecorator<never> =>
  (_target, _key, descriptor) => {
    const method = descriptor.value as object;
    Reflect.defineMetadata(METADATA_KEY, [...subscriptionsOf(method), subscription], method);
  };

/** Reads what {@link subscribe} wrote; empty for any other function. */
export const subscriptionsOf = (method: object): readonly Subscription[] =>
  (Reflect.getMetadata(METADATA_KEY, method) as readonly Subscription[] | undefined) ?? [];
