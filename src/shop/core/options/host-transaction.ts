import type { InjectionToken } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * How the host's own services take part in the module's transaction. For services that find their EntityManager by themselves
 * (for example in an `AsyncLocalStorage` or a context): a handler of `@OnPayment` or `@OnRefund` can then use them unchanged,
 * and what they write commits with the change of the order, or not at all.
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
   * It calls `work` exactly once, and ends after `work` has ended. It fails when `work` fails. If it fails after `work`, the
   * transaction is rolled back as well. It may open a savepoint and then closes it; it must not end the transaction.
   *
   * @param tx - of the open transaction
   * @param work - runs the handler, with the guards and interceptors around it
   */
  run(tx: EntityManager, work: () => Promise<void>): Promise<void>;

  /**
   * Names of tables that the host's services write on their own on purpose, even inside a transaction: a cache, or a log that
   * must outlive a rollback. The module does not warn of these writes.
   */
  readonly separateTables?: readonly string[];
}

/** A {@link HostTransaction} object, or the token of a provider in any module of the application: its class, text or a symbol. */
export type HostTransactionSource = HostTransaction | InjectionToken<HostTransaction>;

/** Whether the value is a {@link HostTransaction} and not the token of one. */
export const isHostTransaction = (value: unknown): value is HostTransaction =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'run') === 'function';

/** Whether the value can be the option `hostTransaction`. */
export const isHostTransactionSource = (value: unknown): boolean =>
  isHostTransaction(value) ||
  ['function', 'symbol'].includes(typeof value) ||
  (typeof value === 'string' && value !== '');
