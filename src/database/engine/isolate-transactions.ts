import type { EntityManager } from 'typeorm';

/** Runs work whose asynchronous context must not reach the caller's. */
export interface Isolation {
  isolate<T>(work: () => T): T;
}

/** `transaction()` begins before its first await, in the context of the caller: keeps that context as it was. */
export function isolateTransactions(manager: EntityManager, context: Isolation): EntityManager {
  const original = manager.transaction;
  const isolated = (...parameters: unknown[]): unknown =>
    context.isolate(() => Reflect.apply(original, manager, parameters));
  return Object.assign(manager, { transaction: isolated });
}
