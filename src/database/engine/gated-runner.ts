import type { QueryRunner } from 'typeorm';
import type { Leave } from './fifo-gate.js';
import { SqliteConnection } from './sqlite-connection.js';
import type { Scope, ScopeContext } from './scope-context.js';

type Ending = 'commitTransaction' | 'rollbackTransaction';
type Originals = Pick<QueryRunner, 'startTransaction' | 'commitTransaction' | 'rollbackTransaction' | 'release'>;

interface OpenTransaction {
  readonly scope: Scope<GatedRunner>;
  readonly leave: Leave;
}

/** Methods of a runner that use the connection. PRAGMA foreign_keys has no effect within a transaction. */
const SINGLE_ACCESSES = ['query', 'loadPragmaRecords', 'beforeMigration', 'afterMigration'] as const;

const CARRIER = Symbol('carrier');

/**
 * The runner that commits the open transaction of this one. It is another one if its transaction has joined one behind
 * the gate.
 */
export const carrierOf = (runner: QueryRunner): QueryRunner =>
  (Reflect.get(runner, CARRIER) as QueryRunner | undefined) ?? runner;

/** Puts the gate around one query runner. TypeORM's own methods do the work; this class decides when they run. */
export class GatedRunner {
  private readonly originals: Originals;
  private readonly transactions: OpenTransaction[] = [];
  /** The commit failed and was already rolled back, so the rollback that follows has nothing to do. */
  private isSettled = false;

  private constructor(
    readonly runner: QueryRunner,
    private readonly context: ScopeContext<GatedRunner>,
    private readonly connection: SqliteConnection,
  ) {
    const { startTransaction, commitTransaction, rollbackTransaction, release } = runner;
    this.originals = { startTransaction, commitTransaction, rollbackTransaction, release };
  }

  /** Replaces the methods of `runner` with gated ones. */
  static install(runner: QueryRunner, context: ScopeContext<GatedRunner>, connection: SqliteConnection): void {
    new GatedRunner(runner, context, connection).replaceMethods();
  }

  private replaceMethods(): void {
    for (const name of SINGLE_ACCESSES) this.gateSingleAccess(name);
    Object.assign(this.runner, {
      startTransaction: (...parameters: Parameters<Originals['startTransaction']>) => this.start(parameters),
      commitTransaction: () => this.end('commitTransaction'),
      rollbackTransaction: () => this.end('rollbackTransaction'),
      release: () => this.release(),
    });
  }

  private gateSingleAccess(name: (typeof SINGLE_ACCESSES)[number]): void {
    const original: unknown = Reflect.get(this.runner, name);
    if (typeof original !== 'function') return;
    const gated = async (given?: unknown, ...parameters: unknown[]): Promise<unknown> => {
      const sql = SqliteConnection.immediate(given);
      const carryOut = async (): Promise<unknown> => Reflect.apply(original, this.runner, [sql, ...parameters]);
      const { scope, leave } = await this.context.enter(this.ownScope);
      try {
        return await this.context.runInside(scope, () => this.connection.insist(sql, carryOut));
      } finally {
        leave();
      }
    };
    Object.assign(this.runner, { [name]: gated });
  }

  /** The innermost transaction begun by this runner. Work on the runner belongs there, even if the async context was lost. */
  private readonly ownScope = (): Scope<GatedRunner> | undefined => this.transactions.at(-1)?.scope;

  /** Not async: the caller's context must change before this returns. */
  private start(parameters: Parameters<Originals['startTransaction']>): Promise<void> {
    this.isSettled = false;
    return this.begin(this.context.open(this.ownScope()), parameters);
  }

  private async begin(scope: Scope<GatedRunner>, parameters: Parameters<Originals['startTransaction']>): Promise<void> {
    const { scope: outer, leave } = await this.context.enter(this.ownScope);
    // A transaction inside another one is a savepoint, so the runner that began the outer one has to set it.
    const base = outer.base ?? this;
    try {
      await this.context.runInside(outer, () => base.carryOutStart(parameters));
    } catch (error) {
      leave();
      throw error;
    }
    Object.assign(scope, { outer, base, isActive: true });
    if (base !== this) Object.assign(this.runner, { isTransactionActive: true, [CARRIER]: base.runner });
    this.transactions.push({ scope, leave });
  }

  /** If a subscriber throws after the transaction was opened, the start fails although a transaction is open. */
  private async carryOutStart(parameters: Parameters<Originals['startTransaction']>): Promise<void> {
    const depth = this.depth();
    try {
      await this.originals.startTransaction.apply(this.runner, parameters);
    } catch (error) {
      if (this.depth() !== depth) await this.rollBackQuietly();
      if (this.transactions.length === 0) this.putRight();
      throw error;
    }
  }

  /** TypeORM's count of open levels, which it uses to name savepoints. */
  private depth(): unknown {
    return Reflect.get(this.runner, 'transactionDepth');
  }

  private async end(ending: Ending): Promise<void> {
    const transaction = this.transactions.at(-1);
    if (!transaction) return this.endNothing(ending);
    const { scope } = transaction;
    const base = scope.base ?? this;
    const leaveInner = await this.waitForInnerWork(scope, ending);
    try {
      await this.context.runInside(scope, () => base.carryOut(ending));
    } catch (error) {
      this.isSettled = ending === 'commitTransaction';
      throw error;
    } finally {
      this.close(transaction);
      leaveInner();
    }
  }

  /** Joined work that was not awaited ends first. If it does not end in time, a rollback still goes ahead. */
  private async waitForInnerWork(scope: Scope<GatedRunner>, ending: Ending): Promise<Leave> {
    try {
      return await this.context.quiet(scope);
    } catch (error) {
      if (ending === 'commitTransaction') throw error;
      return () => undefined;
    }
  }

  private async endNothing(ending: Ending): Promise<void> {
    if (ending === 'rollbackTransaction' && this.isSettled) {
      this.isSettled = false;
      return;
    }
    await this.originals[ending].apply(this.runner);
  }

  /**
   * In SQLite a failed commit leaves the transaction open. It is rolled back, unless the failure came after the commit.
   */
  private async carryOut(ending: Ending): Promise<void> {
    const depth = this.depth();
    try {
      await this.originals[ending].apply(this.runner);
    } catch (error) {
      if (ending === 'commitTransaction' && this.depth() === depth) await this.rollBackQuietly();
      throw error;
    }
  }

  private async rollBackQuietly(): Promise<void> {
    try {
      await this.originals.rollbackTransaction.apply(this.runner);
    } catch {
      // The failure of the commit is reported. The connection is reset when the transaction is closed.
    }
  }

  private close(transaction: OpenTransaction): void {
    const index = this.transactions.indexOf(transaction);
    const base = transaction.scope.base;
    // TypeORM's asyncDispose commits the whole transaction even if savepoints are open: then all of them have ended.
    const isAllOver = base === this && !this.runner.isTransactionActive;
    const ended = this.transactions.splice(isAllOver ? 0 : index);
    for (const { scope } of ended) scope.isActive = false;
    if (this.transactions.length === 0) {
      if (base === this) this.putRight();
      else this.markIdle();
    }
    for (const { leave } of ended.reverse()) leave();
  }

  /** Ends what TypeORM has not ended, for example a transaction that could be neither committed nor rolled back. */
  private putRight(): void {
    this.markIdle();
    this.connection.reset();
  }

  private markIdle(): void {
    Object.assign(this.runner, { isTransactionActive: false, transactionDepth: 0, [CARRIER]: undefined });
  }

  /** A runner that is released without an end of its transaction has abandoned it: the transaction is rolled back. */
  private async release(): Promise<void> {
    while (this.transactions.length > 0) {
      try {
        await this.end('rollbackTransaction');
      } catch {
        // The transaction is closed anyway, and no caller waits for this error.
      }
    }
    this.isSettled = false;
    return this.originals.release.apply(this.runner);
  }
}
