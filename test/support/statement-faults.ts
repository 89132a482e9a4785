import Sqlite from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { CuttingProxy } from './cutting-proxy.mjs';
import { tapStatements, type TappedStatement } from './statement-tap.mjs';

/** Failures of a correct statement. */
export type FaultKind = RaisedKind | 'lost before' | 'lost after' | 'restart' | 'away' | 'busy';

/** Failures that the server itself reports, the connection staying open. */
export type RaisedKind =
  | 'deadlock'
  | 'lock time-out'
  | 'serialisation'
  | 'read-only'
  | 'not ready'
  | 'time-out'
  | 'disk full';

export const SERVER_FAULTS: readonly FaultKind[] = [
  'deadlock',
  'lock time-out',
  'lost before',
  'lost after',
  'restart',
];

const signal = (sqlState: string, errno: number, text: string): string =>
  `SIGNAL SQLSTATE '${sqlState}' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = '${text}'`;

const raise = (code: string, text: string): string =>
  `DO $$ BEGIN RAISE EXCEPTION '${text}' USING ERRCODE = '${code}'; END $$`;

/** As the server raises them itself; on MySQL and MariaDB a deadlock has rolled the transaction back by then. */
const RAISED: Readonly<Record<'mariadb' | 'postgres', Readonly<Record<RaisedKind, readonly string[]>>>> = {
  mariadb: {
    deadlock: ['ROLLBACK', signal('40001', 1213, 'Deadlock found')],
    'lock time-out': [signal('HY000', 1205, 'Lock wait timeout exceeded')],
    serialisation: ['ROLLBACK', signal('HY000', 1020, 'Record has changed since last read')],
    'read-only': [signal('HY000', 1290, 'The server is running with the --read-only option')],
    'not ready': [signal('08S01', 1047, 'WSREP has not yet prepared node for application use')],
    'time-out': [signal('70100', 1969, 'Query execution was interrupted (max_statement_time exceeded)')],
    'disk full': [signal('HY000', 1021, 'Disk full')],
  },
  postgres: {
    deadlock: [raise('40P01', 'deadlock detected')],
    'lock time-out': [raise('55P03', 'lock timeout')],
    serialisation: [raise('40001', 'could not serialize access')],
    'read-only': [raise('25006', 'cannot execute in a read-only transaction')],
    'not ready': [raise('57P03', 'the database system is starting up')],
    'time-out': [raise('57014', 'canceling statement due to statement timeout')],
    'disk full': [raise('53100', 'could not extend file: No space left on device')],
  },
};

/** Which statement fails, counted from 0, and how. */
export interface FaultPlan {
  readonly at: number;
  readonly kind: FaultKind;
}

/**
 * How long another process keeps the file locked, in milliseconds: longer than the driver itself waits, so that the
 * statement is refused and repeated. The lock ends by time, because the waiting code sends no statement meanwhile.
 */
const LOCKED_MS = 30;

/** As long as a proxy of databases needs for another server; shorter than the pauses of a transaction that is tried again. */
const AWAY_MS = 15;

/** Refused connections after a restart: several transactions have to try. */
const REFUSED_AFTER_RESTART = 7;

/** Counts the statements of a DataSource, and makes one of them fail. */
export class StatementFaults {
  /** The statements since {@link arm}. */
  readonly seen: string[] = [];
  /** The fault that has happened. */
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

  /** Watches from now on; without a plan no statement fails. */
  arm(plan: FaultPlan | null): void {
    this.seen.length = 0;
    this.struck = null;
    this.plan = plan;
    this.isWatching = true;
  }

  /** What a test itself reads meanwhile is neither counted nor harmed. */
  async aside<T>(read: () => Promise<T>): Promise<T> {
    const was = this.isWatching;
    this.isWatching = false;
    try {
      return await read();
    } finally {
      this.isWatching = was;
    }
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
    else if (plan.kind === 'away') this.proxy?.shutFor(AWAY_MS);
    else if (plan.kind === 'lost before') this.proxy?.cutNext('before');
    else if (plan.kind === 'lost after') this.proxy?.cutNext('after');
    else await this.raise(plan.kind, statement);
  }

  private async raise(kind: RaisedKind, { runner, raw }: TappedStatement): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    for (const sql of RAISED[isPostgres ? 'postgres' : 'mariadb'][kind]) await raw(sql);
  }

  /** Another process writes to the file; if our own transaction is writing already, the other process has to wait instead. */
  private lock(): void {
    try {
      this.locker?.exec('BEGIN IMMEDIATE; INSERT INTO locker (times) VALUES (1)');
      this.unlocking = setTimeout(() => this.unlock(), LOCKED_MS);
    } catch {
      // Ours has the lock, so there is nothing to wait for.
    }
  }

  private unlock(): void {
    clearTimeout(this.unlocking);
    if (this.locker?.inTransaction) this.locker.exec('COMMIT');
  }
}
