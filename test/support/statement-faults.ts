import Sqlite from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { CuttingProxy } from './cutting-proxy.mjs';
import { tapStatements, type TappedStatement } from './statement-tap.mjs';

/** What can go wrong at a statement although nothing is wrong with it. */
export type FaultKind = 'deadlock' | 'lock time-out' | 'lost before' | 'lost after' | 'restart' | 'busy';

export const SERVER_FAULTS: readonly FaultKind[] = [
  'deadlock',
  'lock time-out',
  'lost before',
  'lost after',
  'restart',
];

/** As the server raises them itself; a deadlock has taken the transaction back by then on MySQL and MariaDB. */
const RAISED = {
  mariadb: {
    deadlock: ['ROLLBACK', "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'"],
    'lock time-out': ["SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1205, MESSAGE_TEXT = 'Lock wait timeout exceeded'"],
  },
  postgres: {
    deadlock: ["DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$"],
    'lock time-out': ["DO $$ BEGIN RAISE EXCEPTION 'lock timeout' USING ERRCODE = '55P03'; END $$"],
  },
};
/** Which statement goes wrong, counted from 0, and how. */
export interface FaultPlan {
  readonly at: number;
  readonly kind: FaultKind;
}

/**
 * For how long another process keeps the file locked, in milliseconds: longer than the driver waits by itself, so that the
 * statement is refused and tried again. It ends by itself, since the one who waits for it sends no statement meanwhile.
 */
const LOCKED_MS = 30;

/** Connections that find no one after a restart: more than one transaction tries. */
const REFUSED_AFTER_RESTART = 7;

/** Counts the statements of a DataSource, and has one of them go wrong. */
export class StatementFaults {
  /** The statements since {@link arm}. */
  readonly seen: string[] = [];
  /** What has struck. */
  struck: string | null = null;
  private plan: FaultPlan | null = null;
  private isWatching = false;
  private readonly locker: Sqlite.Database | null;
  private unlocking: NodeJS.Timeout | undefined;

  constructor(
    dataSource: DataSource,
    private readonly proxy: CuttingProxy | null,
  ) {
    const { options } = dataSource;
    this.locker = options.type === 'better-sqlite3' ? new Sqlite(options.database, { timeout: 0 }) : null;
    this.locker?.exec('CREATE TABLE locker (times INT)');
    tapStatements(dataSource, {
      before: (statement) => this.before(statement),
      after: () => this.unlock(),
    });
  }

  /** Watches from now on; without a plan nothing goes wrong. */
  arm(plan: FaultPlan | null): void {
    this.seen.length = 0;
    this.struck = null;
    this.plan = plan;
    this.isWatching = true;
  }

  disarm(): void {
    this.unlock();
    this.isWatching = false;
  }

  close(): void {
    this.disarm();
    this.locker?.close();
  }

  private async before(statement: TappedStatement): Promise<void> {
    this.unlock();
    if (!this.isWatching) return;
    const { plan } = this;
    if (this.seen.push(statement.sql) !== (plan?.at ?? -1) + 1 || plan === null) return;
    this.struck = `${plan.kind} at ${plan.at}: ${statement.sql.slice(0, 60)}`;
    if (plan.kind === 'busy') this.lock();
    else if (plan.kind === 'restart') this.proxy?.restart(REFUSED_AFTER_RESTART);
    else if (plan.kind === 'lost before') this.proxy?.cutNext('before');
    else if (plan.kind === 'lost after') this.proxy?.cutNext('after');
    else await this.raise(plan.kind, statement);
  }

  private async raise(kind: 'deadlock' | 'lock time-out', { runner, raw }: TappedStatement): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    for (const sql of RAISED[isPostgres ? 'postgres' : 'mariadb'][kind]) await raw(sql);
  }

  /** Another process writes to the file; where our own transaction writes already, that one has to wait instead. */
  private lock(): void {
    try {
      this.locker?.exec('BEGIN IMMEDIATE; INSERT INTO locker (times) VALUES (1)');
      this.unlocking = setTimeout(() => this.unlock(), LOCKED_MS);
    } catch {
      // Ours is ahead: there is nothing to be kept waiting for.
    }
  }

  private unlock(): void {
    clearTimeout(this.unlocking);
    if (this.locker?.inTransaction) this.locker.exec('COMMIT');
  }
}
