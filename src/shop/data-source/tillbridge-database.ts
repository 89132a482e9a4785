import { Logger, type OnModuleDestroy, type Provider } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import {
  checkDurability,
  checkEngineVersion,
  checkSessionSettings,
  DatabaseClock,
  engineOf,
  guardPostgresClients,
  installSqliteGate,
  keepUncached,
  Transactions,
  trackOutsideWrites,
  trackTransactions,
  type TransactionRetry,
} from '../../database/engine/index.js';
import { FollowedClock } from './followed-clock.js';
import { SchemaReadiness } from './schema-readiness.js';
import { ATTRIBUTE, count } from '../telemetry/index.js';
import { SteadyClock, SystemClock, type Clock } from '../../support/index.js';
import {
  type TillbridgeOptions,
  ThrottledLogger,
  CLOCK,
  DATA_SOURCE,
  TILLBRIDGE_OPTIONS,
  TRANSACTIONS,
} from '../core/index.js';

/** How often the clock is set by the database's again. Clocks drift by milliseconds in this time. */
const CLOCK_SYNC_MS = 60_000;

const CLOCK_SET =
  "The database's clock, or this machine's, was set: leases and spacing follow it from now on. Keep both in step by NTP.";

/** Why a transaction is repeated after which another server may answer, with another clock. */
const MAY_BE_ANOTHER: ReadonlySet<TransactionRetry['reason']> = new Set(['connection-lost', 'read-only']);

/** A runner of transactions that counts each retry. */
const countedTransactions = (dataSource: DataSource, database: TillbridgeDatabase): Transactions =>
  new Transactions(dataSource, {
    onRetry: ({ reason }) => {
      count('retries', { [ATTRIBUTE.retry]: reason });
      if (MAY_BE_ANOTHER.has(reason)) database.compareClocks();
    },
  });

/** Prepares and checks the host's DataSource: a known engine, safe settings, one clock. */
export class TillbridgeDatabase implements OnModuleDestroy {
  private timer: NodeJS.Timeout | null = null;
  private comparing: Promise<void> | null = null;
  private isClosed = false;

  private constructor(
    readonly clock: Clock,
    private readonly compare: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /**
   * Prepares a DataSource.
   *
   * @param clock - used instead of the database's clock, in tests
   * @throws EngineError for an engine, or a version or setting of it, that is not supported
   */
  static async open(dataSource: DataSource, clock?: Clock): Promise<TillbridgeDatabase> {
    const logger = new Logger('Tillbridge:Database');
    const engine = engineOf(dataSource);
    if (installSqliteGate(dataSource)) {
      logger.log('SQLite: one connection serves this whole process, so every access to it now queues in order.');
    }
    trackTransactions(dataSource);
    trackOutsideWrites(dataSource);
    guardPostgresClients(dataSource);
    keepUncached(dataSource);
    await checkEngineVersion(dataSource);
    await checkSessionSettings(dataSource);
    for (const warning of await checkDurability(dataSource)) logger.warn(warning);
    if (clock) return new TillbridgeDatabase(clock);
    // It has no clock of its own.
    if (engine === 'sqlite') return new TillbridgeDatabase(new SystemClock());
    // If this machine's clock is set between two reads of the database's clock, leases and quiet times must not move.
    const own = new SteadyClock();
    const database = new DatabaseClock(dataSource, own, () => logger.warn(CLOCK_SET));
    await database.sync();
    return TillbridgeDatabase.following(database, own, logger);
  }

  private static following(
    database: Pick<DatabaseClock, 'now' | 'sync'>,
    own: Clock,
    logger: Logger,
  ): TillbridgeDatabase {
    const throttled = new ThrottledLogger(logger);
    const compare = () =>
      database.sync().catch((error: Error) => {
        // A comparison under way at the end, or one that a call under way asks for, finds the pool closed.
        if (!opened.isClosed) throttled.warn(`The database's clock could not be read: ${error.message}`);
      });
    const clock = new FollowedClock(database, own, () => opened.compareClocks());
    const opened = new TillbridgeDatabase(clock, compare);
    opened.timer = setInterval(() => opened.compareClocks(), CLOCK_SYNC_MS);
    opened.timer.unref();
    return opened;
  }

  /** Stops following the database's clock. */
  onModuleDestroy(): void {
    this.isClosed = true;
    if (this.timer) clearInterval(this.timer);
  }

  /** Compares the clocks now, beside the comparison of each minute. */
  compareClocks(): void {
    this.comparing ??= this.compare().finally(() => (this.comparing = null));
  }
}

/** The host's DataSource, prepared; its clock, its transactions, and whether its tables exist. */
export const DATABASE_PROVIDERS: readonly Provider[] = [
  {
    provide: TillbridgeDatabase,
    inject: [DATA_SOURCE, TILLBRIDGE_OPTIONS],
    useFactory: (source: DataSource, options: TillbridgeOptions) => TillbridgeDatabase.open(source, options?.clock),
  },
  { provide: CLOCK, inject: [TillbridgeDatabase], useFactory: (database: TillbridgeDatabase) => database.clock },
  { provide: TRANSACTIONS, inject: [DATA_SOURCE, TillbridgeDatabase], useFactory: countedTransactions },
  SchemaReadiness,
];
