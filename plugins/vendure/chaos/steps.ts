import { subscribe } from 'node:diagnostics_channel';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';

type Runner = BetterSqlite3QueryRunner | PostgresQueryRunner;

const READS = /^\s*(?:SELECT|PRAGMA|SET|SHOW|EXPLAIN|SAVEPOINT|RELEASE)\b/i;
const BEGINS = /^\s*(?:BEGIN|START)\b/i;
const COMMITS = /^\s*COMMIT\b/i;
const GIVES_UP = /^\s*ROLLBACK\b(?! TO)/i;

/**
 * Counts what leaves a trace outside of this process: a transaction that has written and is about to commit, a statement
 * that is about to write without one, a request to the payment service that is about to leave, an answer of it that has
 * just come. Whenever a process dies, it leaves what it would have left by dying at the step that comes next. Armed with
 * a number, it ends the process by kill -9 at that step.
 */
class Steps {
  private count = 0;
  private fatal: number | null = null;
  /** Open transactions, and whether they have written. */
  private readonly open = new WeakMap<Runner, boolean>();

  /**
   * Begins to count.
   *
   * @param fatal the step at which the process dies; null only counts
   * @returns how many steps there were since it was armed last
   */
  arm(fatal: number | null): number {
    const passed = this.count;
    this.count = 0;
    this.fatal = fatal;
    return passed;
  }

  step(): void {
    this.count += 1;
    if (this.count === this.fatal) process.kill(process.pid, 'SIGKILL');
  }

  /** A statement that is about to be sent. */
  statement(runner: Runner, sql: string): void {
    if (BEGINS.test(sql)) return void this.open.set(runner, false);
    if (GIVES_UP.test(sql)) return void this.open.delete(runner);
    if (COMMITS.test(sql)) {
      if (this.open.get(runner)) this.step();
      return void this.open.delete(runner);
    }
    if (READS.test(sql)) return;
    if (this.open.has(runner)) this.open.set(runner, true);
    else this.step();
  }
}

/** Puts the counter in front of both drivers and Node's own HTTP client. */
export function watchSteps(): Steps {
  const steps = new Steps();
  for (const { prototype } of [BetterSqlite3QueryRunner, PostgresQueryRunner]) {
    const { query } = prototype;
    prototype.query = function (this: Runner, ...given: Parameters<typeof query>) {
      steps.statement(this, given[0]);
      return query.apply(this, given);
    };
  }
  subscribe('http.client.request.start', () => steps.step());
  subscribe('http.client.response.finish', () => steps.step());
  return steps;
}
