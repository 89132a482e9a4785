import { subscribe } from 'node:diagnostics_channel';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';

/**
 * Counts what this process does to the outside: every statement it is about to send to the database, every request it is
 * about to send to the payment service, every answer it has just got. Armed with a number, it ends the process by
 * kill -9 at that step.
 */
class Steps {
  private count = 0;
  private fatal: number | null = null;

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
}

/** Puts the counter in front of both drivers and Node's own HTTP client. */
export function watchSteps(): Steps {
  const steps = new Steps();
  for (const { prototype } of [BetterSqlite3QueryRunner, PostgresQueryRunner]) {
    const { query } = prototype;
    prototype.query = function (this: typeof prototype, ...given: Parameters<typeof query>) {
      steps.step();
      return query.apply(this, given);
    };
  }
  subscribe('http.client.request.start', () => steps.step());
  subscribe('http.client.response.finish', () => steps.step());
  return steps;
}
