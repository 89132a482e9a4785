import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { CallPriority } from '../../../src/shop/client/index.js';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { installSqliteGate, Transactions } from '../../../src/database/engine/index.js';
import { GroupCalls } from '../../../src/shop/client/group-calls.js';
import { CallOptions, callLimits, settled, TillbridgeOptions } from '../../../src/shop/core/index.js';
import { SchemaReadiness, SharedCallBudget } from '../../../src/shop/data-source/index.js';
import { createTestDatabase, type TestDatabase, type TestEngineName } from '../../support/engines.js';

/** Limits as a group has them, of those that a test gives. */
export const limitsOf = (options: CallOptions) => callLimits(settled(CallOptions, options), 30_000);

/** A process of a shop as far as its calls go: connections of its own, and nothing in common with others but the database. */
export class BudgetReplica {
  readonly calls: GroupCalls;
  readonly budget: SharedCallBudget;
  /** Calls that were admitted, by priority. */
  readonly admitted = new Map<CallPriority, number>();
  private isOver = false;
  private readonly loops: Promise<void>[] = [];

  constructor(
    readonly dataSource: DataSource,
    options: CallOptions,
  ) {
    const readiness = new SchemaReadiness(dataSource, settled(TillbridgeOptions, { terminalGroups: [] }));
    this.budget = new SharedCallBudget(dataSource, new Transactions(dataSource), readiness);
    this.calls = new GroupCalls(limitsOf(options), { budget: this.budget, group: 'web' });
  }

  /** Makes calls of a priority without end, so many at a time. */
  flood(priority: CallPriority, atOnce: number): void {
    for (let each = 0; each < atOnce; each += 1) this.loops.push(this.callOn(priority));
  }

  count(priority: CallPriority): number {
    return this.admitted.get(priority) ?? 0;
  }

  async close(): Promise<void> {
    this.isOver = true;
    this.calls.budget.close();
    await Promise.all(this.loops);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async callOn(priority: CallPriority): Promise<void> {
    while (!this.isOver) {
      if (await this.calls.budget.acquire(priority)) this.admitted.set(priority, this.count(priority) + 1);
      // A line that is full answers at once, and a loop without a pause would let nothing else run.
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** A database with the tables, and the replicas on it; all are closed after each test. */
export class BudgetFleet {
  database: TestDatabase;
  replicas: BudgetReplica[] = [];

  constructor(readonly engine: TestEngineName) {
    beforeAll(async () => {
      this.database = await createTestDatabase(engine);
      const dataSource = await new DataSource({ ...this.options, migrations: [...tillbridgeMigrations] }).initialize();
      await dataSource.runMigrations();
      await dataSource.destroy();
    });
    beforeEach(async () => {
      const [replica] = await this.join(1, {});
      await replica!.dataSource.query('DELETE FROM tillbridge_call_budget');
      await this.leave();
    });
    afterEach(() => this.leave());
    afterAll(() => this.database.drop());
  }

  /** Starts replicas. */
  async join(count: number, options: CallOptions): Promise<BudgetReplica[]> {
    const joined = await Promise.all(
      Array.from({ length: count }, async () => {
        const dataSource = await new DataSource(this.options).initialize();
        installSqliteGate(dataSource);
        return new BudgetReplica(dataSource, options);
      }),
    );
    this.replicas.push(...joined);
    return joined;
  }

  /** What all of them were admitted together. */
  admitted(priority: CallPriority): number {
    return this.replicas.reduce((sum, replica) => sum + replica.count(priority), 0);
  }

  /** What a process of its own needs to join them. */
  get options(): DataSourceOptions {
    const pool = this.engine === 'sqlite' ? {} : { poolSize: 2 };
    return { ...this.database.options, ...pool, entities: [...tillbridgeEntities] } as DataSourceOptions;
  }

  private async leave(): Promise<void> {
    await Promise.all(this.replicas.splice(0).map((replica) => replica.close()));
  }
}
