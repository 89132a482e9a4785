import type { EntityManager } from 'typeorm';

/** Runs work in an asynchronous context that does not reach the caller's. */
export interface Isolation {
  isolate<T>(work: () => T): T;
}

/** `transaction()` begins before its first await, in the context of the caller. This keeps that context unchanged. */
export function isolateTransactions(manager: EntityManager, context: Isolation): EntityManager {
  const original = manager.transaction;
  const isolated = (...parameters: unknown[]): unknown =>
    context.isolate(() => Reflect.apply(original, manager, parameters));
  return Object.assign(manager, { transaction: isolated });
}
