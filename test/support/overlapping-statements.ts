import { setImmediate as nextStep } from 'node:timers/promises';
import type { DataSource, QueryRunner, ReplicationMode } from 'typeorm';

/**
 * Watches every transaction of a DataSource for a statement that is sent before the previous one was answered, because
 * an `await` is missing. Then a transaction may commit while a statement is still running, or end before it fails, and
 * on a fast machine no test would detect it.
 */
export class OverlappingStatements {
  readonly #found: string[] = [];

  constructor(dataSource: DataSource) {
    const create = dataSource.createQueryRunner.bind(dataSource);
    const value = (mode?: ReplicationMode): QueryRunner => this.#watch(create(mode));
    Object.defineProperty(dataSource, 'createQueryRunner', { value, configurable: true, writable: true });
  }

  /** @throws if there were any */
  assertNone(): void {
    if (this.#found.length > 0) throw new Error(`Sent in one transaction before the answer: ${this.#found.join('; ')}`);
  }

  #watch(runner: QueryRunner): QueryRunner {
    const original: unknown = runner.query;
    if (typeof original !== 'function') return runner;
    let underWay: string | null = null;
    const query = async (...parameters: readonly unknown[]): Promise<unknown> => {
      const send = (): unknown => Reflect.apply(original, runner, parameters);
      if (!runner.isTransactionActive) return send();
      const sql = String(parameters[0]).slice(0, 80);
      if (underWay !== null) {
        this.#found.push(`${sql} (after ${underWay})`);
        throw new Error(`a statement is sent before the one before it was answered: ${sql}`);
      }
      underWay = sql;
      try {
        // SQLite answers at once, so without this step no statement would ever be in progress.
        await nextStep();
        return await send();
      } finally {
        underWay = null;
      }
    };
    return Object.assign(runner, { query });
  }
}
