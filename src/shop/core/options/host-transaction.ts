import type { InjectionToken } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * How the host's own services take part in the module's transaction. Where they find their EntityManager by themselves
 * (in an `AsyncLocalStorage`, say, or in a context that they are given), a handler of `@OnPayment` or `@OnRefund` can use
 * them as they are: what they write commits with the change of the order, or not at all.
 *
 * @example
 * ```ts
 * import { Injectable } from '@nestjs/common';
 * import type { HostTransaction } from 'tillbridge';
 * import { AsyncLocalStorage } from 'node:async_hooks';
 * import type { EntityManager } from 'typeorm';
 *
 * const current = new AsyncLocalStorage<EntityManager>();
 *
 * @Injectable()
 * class ShopTransaction implements HostTransaction {
 *   run(tx: EntityManager, work: () => Promise<void>): Promise<void> {
 *     return current.run(tx, work);
 *   }
 * }
 * ```
 */
export interface HostTransaction {
  /**
   * Called for each handler inside the transaction, and again with another EntityManager when the transaction is repeated.
   *
   * It calls `work` exactly once, and ends when that has ended. A failure of `work` is its own failure, too; one that comes
   * after `work` takes the transaction back as well. It may open a savepoint, and then closes it; the transaction is not
   * its to end.
   *
   * @param tx - of the open transaction
   * @param work - runs the handler, with the guards and interceptors around it
   */
  run(tx: EntityManager, work: () => Promise<void>): Promise<void>;
}

/** One that is made already, or the token of a provider in any module of the application: its class, text or a symbol. */
export type HostTransactionSource = HostTransaction | InjectionToken<HostTransaction>;

/** Whether this is one, and no token of one. */
export const isHostTransaction = (value: unknown): value is HostTransaction =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'run') === 'function';

/** Whether this can be an option of that name. */
export const isHostTransactionSource = (value: unknown): boolean =>
  isHostTransaction(value) ||
  ['function', 'symbol'].includes(typeof value) ||
  (typeof value === 'string' && value !== '');
