import type { OnApplicationShutdown, Type } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, MoreThan, type ObjectLiteral } from 'typeorm';
import { checkDurability, installSqliteGate, masterManager, Transactions } from '../../database/engine/index.js';
import { SandboxError } from './sandbox.error.js';

/** TypeORM's error for a missing driver package. */
const NOT_INSTALLED = 'DriverPackageNotInstalledError';

function driverMissing(cause: unknown): SandboxError {
  const isInstalled = !(cause instanceof Error && cause.name === NOT_INSTALLED);
  const message = `The sandbox keeps its orders in SQLite, and the driver of that ${isInstalled ? 'cannot be loaded' : 'is not installed'}:`;
  const advice = isInstalled ? 'npm rebuild better-sqlite3' : 'npm i -D better-sqlite3';
  return new SandboxError('DRIVER_MISSING', message, { advice, cause });
}

/**
 * Checks that SQLite can be used. A shop on another engine may lack the driver, and a driver that was installed without
 * its install script, or for another Node, lacks its native part.
 *
 * @throws SandboxError `DRIVER_MISSING`
 */
export async function requireDriver(): Promise<void> {
  try {
    const dataSource = await new DataSource({ type: 'better-sqlite3', database: ':memory:' }).initialize();
    await dataSource.destroy();
  } catch (cause) {
    throw driverMissing(cause);
  }
}

/** The sandbox's private SQLite database: opened before it is used, closed when the host closes. */
export class SandboxDatabase implements OnApplicationShutdown {
  readonly #dataSource: DataSource;
  readonly #transactions: Transactions;

  private constructor(dataSource: DataSource) {
    this.#dataSource = dataSource;
    this.#transactions = new Transactions(dataSource);
  }

  /**
   * Opens the database, and creates it if it is new.
   *
   * @param file a path, or `:memory:`.
   * @param entities every table of the sandbox.
   */
  static async open(file: string, entities: readonly Type[]): Promise<SandboxDatabase> {
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: file,
      entities: [...entities],
      // Only the sandbox uses the file, so its schema may change without migrations.
      synchronize: true,
      enableWAL: file !== ':memory:',
    });
    await dataSource.initialize();
    installSqliteGate(dataSource);
    // Syncs each commit to the disk, so that answered requests survive a power cut.
    if (file !== ':memory:') await checkDurability(dataSource);
    return new SandboxDatabase(dataSource);
  }

  /** For reads outside a transaction. */
  get manager(): EntityManager {
    return masterManager(this.#dataSource);
  }

  /** Runs a unit of work in one transaction. */
  run<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.#transactions.run(work);
  }

  /**
   * The earliest time of rows that meet one of the conditions, epoch milliseconds; null without such a row.
   *
   * @param conditions each is a query of its own, so that the index over it and the time has the answer at its beginning.
   */
  async earliest<Row extends ObjectLiteral>(
    entity: Type<Row>,
    time: keyof Row & string,
    conditions: readonly FindOptionsWhere<Row>[] = [{}],
  ): Promise<number | null> {
    const times: number[] = [];
    for (const condition of conditions) {
      // Without a condition on the time its index would be scanned.
      const where = { ...condition, [time]: MoreThan(0) };
      const rows = this.manager.createQueryBuilder(entity, 'r').select(`r.${time}`, 'at').where(where);
      const first = await rows.orderBy(`r.${time}`).limit(1).getRawOne<{ at: number }>();
      if (first) times.push(first.at);
    }
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Called by Nest when the host application closes. */
  async onApplicationShutdown(): Promise<void> {
    if (this.#dataSource.isInitialized) await this.#dataSource.destroy();
  }
}
