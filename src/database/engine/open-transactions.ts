import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { afterDestroy } from './after-destroy.js';
import { isolateTransactions } from './isolate-transactions.js';
import { gatedRunner, joinsTransaction } from './sqlite-gate.js';

/** A transaction, as known to the context in which it began. */
interface Begun {
  readonly runner: QueryRunner;
  /** Tells the transactions of one runner apart. */
  readonly id: object;
  /** The transaction in whose context it began. */
  readonly outer: Begun | undefined;
}

type TransactionEvent = { readonly queryRunner: QueryRunner };

const TRACKED = Symbol.for('tillbridge.openTransactions');

/** Knows in which asynchronous contexts a transaction of one DataSource is open. */
class OpenTransactions implements EntitySubscriberInterface {
  // Each frame is a new object: AsyncLocalStorage.run() opens no context of its own for the same value.
  private readonly frames = new AsyncLocalStorage<{ readonly innermost: Begun | undefined }>();
  private readonly ids = new WeakMap<QueryRunner, object>();

  /**
   * TypeORM calls this before the first await of `startTransaction()`, so the context that is entered here reaches the
   * caller.
   */
  beforeTransactionStart({ queryRunner: runner }: TransactionEvent): void {
    const id = this.ids.get(runner) ?? {};
    this.ids.set(runner, id);
    const outer = this.innermost();
    if (outer?.id !== id) this.frames.enterWith({ innermost: { runner, id, outer } });
  }

  afterTransactionCommit(event: TransactionEvent): void {
    this.forget(event);
  }

  afterTransactionRollback(event: TransactionEvent): void {
    this.forget(event);
  }

  /** The runner of the innermost open transaction of the calling context. */
  runner(): QueryRunner | undefined {
    return this.innermost()?.runner;
  }

  isolate<T>(work: () => T): T {
    return this.frames.run({ innermost: this.innermost() }, work);
  }

  /** Releases its storage; later use enables it again. */
  disable(): void {
    this.frames.disable();
  }

  /** Joins again if the host has replaced its list of subscribers. */
  joinSubscribers({ subscribers }: DataSource): void {
    if (!subscribers.includes(this)) subscribers.push(this);
  }

  /** The innermost open transaction of the calling context; transactions that have ended are skipped. */
  private innermost(): Begun | undefined {
    let begun = this.frames.getStore()?.innermost;
    while (begun && !this.isOpen(begun)) begun = begun.outer;
    return begun;
  }

  private isOpen({ runner, id }: Begun): boolean {
    return runner.isTransactionActive && !runner.isReleased && this.ids.get(runner) === id;
  }

  /** TypeORM calls this for a savepoint too; then the transaction is still open. */
  private forget({ queryRunner }: TransactionEvent): void {
    if (!queryRunner.isTransactionActive) this.ids.delete(queryRunner);
  }
}

/**
 * Records in which asynchronous contexts a transaction of the DataSource is open, however it began:
 * `dataSource.transaction()`, or a query runner by hand. Each transaction costs one entry of a map.
 *
 * Not needed behind the gate of SQLite, which records this itself. Calling it again does nothing.
 *
 * @example
 * trackTransactions(dataSource);
 * await dataSource.transaction(async () => console.assert(isInsideTransaction(dataSource)));
 */
export function trackTransactions(dataSource: DataSource): void {
  if (TRACKED in dataSource || dataSource.options.type === 'better-sqlite3') return;
  const open = new OpenTransactions();
  const prepare = (manager: EntityManager): EntityManager => {
    open.joinSubscribers(dataSource);
    return isolateTransactions(manager, open);
  };
  // Every query runner gets its manager from here before a transaction can begin.
  const createEntityManager = dataSource.createEntityManager.bind(dataSource);
  dataSource.createEntityManager = (runner) => prepare(createEntityManager(runner));
  prepare(dataSource.manager);
  afterDestroy(dataSource, () => open.disable());
  Object.defineProperty(dataSource, TRACKED, { value: () => open.runner() });
}

/**
 * Whether the calling asynchronous context runs inside an open transaction of the DataSource. It knows this behind the
 * gate of SQLite, and after {@link trackTransactions}. Work that began inside and is not awaited counts until the
 * transaction ends.
 *
 * @example
 * if (isInsideTransaction(dataSource)) throw new Error('no call may be made while a transaction is open');
 */
export const isInsideTransaction = (dataSource: DataSource): boolean =>
  TRACKED in dataSource ? openRunner(dataSource) !== undefined : joinsTransaction(dataSource);

/** The query runner of the innermost transaction in which the calling asynchronous context runs. */
export function openRunner(dataSource: DataSource): QueryRunner | undefined {
  const tracked: unknown = Reflect.get(dataSource, TRACKED);
  return typeof tracked === 'function' ? (tracked() as QueryRunner | undefined) : gatedRunner(dataSource);
}
