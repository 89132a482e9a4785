import type { EntityManager, QueryRunner } from 'typeorm';
import type { Query } from './closed-manager.js';

type Stream = QueryRunner['stream'];

/** What ends a transaction, or a part of it, by being said. */
const ENDS = /^\s*(?:ROLLBACK|COMMIT|END|ABORT)\b/i;

/**
 * Notes whether a transaction may have ended while a handler had it. A deadlock takes the whole transaction back on MySQL
 * and MariaDB, and a handler may swallow its error; what is not in doubt need not be looked for after every handler.
 */
export class TransactionWatch {
  private isDoubtful = false;
  private underWay = 0;

  private constructor() {}

  /** Watches every statement that goes through the manager of a transaction from now on. */
  static over(tx: EntityManager): TransactionWatch {
    const watch = new TransactionWatch();
    const runner = tx.queryRunner;
    if (!runner) return watch;
    const query: Query = runner.query.bind(runner);
    const stream: Stream = runner.stream.bind(runner);
    Object.assign(runner, {
      query: (sql: string, ...parameters: (unknown[] | undefined)[]) =>
        watch.during(() => query(sql, ...parameters), ENDS.test(sql)),
      stream: (...parameters: Parameters<Stream>) => {
        watch.isDoubtful = true;
        return stream(...parameters);
      },
    });
    return watch;
  }

  /** Whether something has happened since this was last asked, or is still happening, by which it may have ended. */
  takeDoubt(): boolean {
    const isDoubtful = this.isDoubtful || this.underWay > 0;
    this.isDoubtful = false;
    return isDoubtful;
  }

  private async during<T>(statement: () => Promise<T>, isEnd: boolean): Promise<T> {
    this.underWay += 1;
    if (isEnd) this.isDoubtful = true;
    try {
      return await statement();
    } catch (error) {
      this.isDoubtful = true;
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }
}
