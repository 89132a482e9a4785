import type { EntityManager, QueryRunner } from 'typeorm';
import { commitKindOf, engineOf, saysInTransaction } from '../../database/engine/index.js';
import { messages } from '../core/index.js';
import type { RunQuery } from './closed-manager.js';

type Stream = QueryRunner['stream'];

/** Statements that end a transaction, or a part of it. */
const ENDS = /^\s*(?:ROLLBACK|COMMIT|END|ABORT)\b/i;

/**
 * Notes whether a transaction may have ended while a handler had it. A deadlock rolls back the whole transaction on MySQL and
 * MariaDB, and a handler may swallow its error. Without a doubt, no check is needed after a handler. A statement that would
 * commit is not executed: the handlers after it could no longer be rolled back, nor run again.
 */
export class TransactionWatch {
  private isDoubtful = false;
  private mayHaveCommitted = false;
  private underWay = 0;
  private effect = '';
  private isHandling = false;

  private constructor(private readonly tx: EntityManager) {}

  /** Watches every statement that goes through the manager of a transaction from now on. */
  static over(tx: EntityManager): TransactionWatch {
    const watch = new TransactionWatch(tx);
    const runner = tx.queryRunner;
    if (!runner) return watch;
    const query: RunQuery = runner.query.bind(runner);
    const stream: Stream = runner.stream.bind(runner);
    Object.assign(runner, {
      query: (sql: string, ...parameters: (unknown[] | undefined)[]) =>
        watch.during(() => query(sql, ...parameters), sql),
      stream: async (...parameters: Parameters<Stream>) => {
        watch.isDoubtful = true;
        watch.assertNoCommit(parameters[0]);
        return stream(...parameters);
      },
    });
    return watch;
  }

  /**
   * Runs a handler, and checks whether the transaction is still open after statements that may have committed it unnoticed.
   *
   * @throws the error of the handler; Error when the transaction was committed
   */
  async handling(effect: string, handler: () => Promise<void>): Promise<void> {
    Object.assign(this, { effect, isHandling: true });
    await handler();
    this.isHandling = false;
    if (!this.mayHaveCommitted) return;
    this.mayHaveCommitted = false;
    const isOpen = saysInTransaction(await this.tx.query('DO 0'));
    if (isOpen === false) throw new Error(messages.transactionCommitted(effect));
  }

  /** Whether, since the last call, something has happened or still happens that may have ended the transaction. */
  takeDoubt(): boolean {
    const isDoubtful = this.isDoubtful || this.underWay > 0;
    this.isDoubtful = false;
    return isDoubtful;
  }

  private async during<T>(statement: () => Promise<T>, sql: string): Promise<T> {
    this.assertNoCommit(sql);
    this.underWay += 1;
    if (ENDS.test(sql)) this.isDoubtful = true;
    try {
      return await statement();
    } catch (error) {
      this.isDoubtful = true;
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }

  /** The module's own COMMIT comes when no handler runs any more. */
  private assertNoCommit(sql: string): void {
    if (this.effect === '') return;
    const kind = commitKindOf(sql, engineOf(this.tx.connection));
    if (kind === 'unseen') this.mayHaveCommitted = true;
    if (kind === 'implicit' || (kind === 'explicit' && this.isHandling))
      throw new Error(messages.transactionCommits(this.effect, kind === 'implicit'));
  }
}
