import Sqlite from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../../src/database/index.js';
import type { TillbridgeOptions } from '../../../src/index.js';
import { startSandbox, type RunningSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { ManualClock } from '../../../src/testing/index.js';
import type { Clock } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import type { SandboxSwitches } from '../../../src/sandbox/index.js';
import { BOOKINGS } from './bookkeeping.js';
import { keepStatements } from './kept-statements.js';
import { Replica } from './replica.js';
import { Troubles, type TroubleKind } from './troubles.js';
import { Wire } from './wire.js';

/** The terminal group of the simulated shop. */
export const GROUP = 'web';

const KEY = canaryKey(GROUP);
const DAY = 86_400_000;
/** Noon in Amsterdam: the money of a day's refunds leaves in twelve hours. */
const NOON = Date.UTC(2026, 0, 15, 11);
/** Of real time: no fault here waits for it, and a machine may be busy. */
const PATIENCE_MS = 30_000;
/** The longest that can be asked for, for the same reason. */
const SEND_WITHIN_MS = 1_000;
const NAMES = ['A', 'B'] as const;
const MEMORY_FOLDER = '/dev/shm';

/** A change to the parts before they run: how a defect gets in without a change of the module. */
export interface Sabotage {
  /** What is configured otherwise. */
  readonly apiKeys?: readonly string[];
  /** What is done to the parts that are there. */
  readonly harm?: (parts: { readonly dataSource: DataSource; readonly replicas: readonly Replica[] }) => void;
}

/** The common clock as one replica reads it: off by a little, as it is after the slowest of event loops. */
class MisreadClock implements Clock {
  aheadMs = 0;

  constructor(private readonly right: Clock) {}

  now(): number {
    return this.right.now() + this.aheadMs;
  }
}

const optionsFor = (serviceUrl: string, clock: Clock, apiKeys: readonly string[]): TillbridgeOptions => ({
  workers: 'off',
  clock,
  terminalGroups: [
    {
      name: GROUP,
      mode: 'sandbox',
      apiKeys: [KEY, ...apiKeys],
      baseUrl: serviceUrl,
      notificationUrl: `http://127.0.0.1:9/payments/notifications/${GROUP}`,
      timeoutMs: PATIENCE_MS,
      // What waits in real time would stand still on this clock.
      calls: { callsPerSecond: 1_000, burst: 10_000, circuitBreaker: 'off', readAttempts: 1 },
      refunds: { sendWithinMs: SEND_WITHIN_MS },
    },
  ],
});

/** Two replicas of a shop on one SQLite database, and the sandbox, on one clock: started once, used for many schedules. */
export class Stage {
  readonly clock = new ManualClock(NOON);
  readonly key = KEY;
  readonly troubles: Troubles;
  readonly wire: Wire;
  /** Sees what is committed, and nothing else. */
  readonly committed: Sqlite.Database;
  onStruck: (kind: TroubleKind, sql: string) => void = () => undefined;
  /** That of each replica. */
  readonly clocks: readonly MisreadClock[] = [new MisreadClock(this.clock), new MisreadClock(this.clock)];
  private service!: RunningSandbox;
  readonly replicas: Replica[] = [];
  private readonly tables: readonly string[];

  private constructor(
    private readonly folder: string,
    private readonly dataSource: DataSource,
    private readonly sabotage: Sabotage,
  ) {
    this.committed = new Sqlite(join(folder, 'shop.sqlite'), { timeout: 1_000 });
    const found = this.committed.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    this.tables = found.map(String).filter((name) => /^(tillbridge|shop)_/.test(name));
    this.troubles = new Troubles(dataSource, (kind, sql) => this.onStruck(kind, sql));
    this.wire = new Wire(this.clock, this.committed);
  }

  /** Starts everything. @param sabotage - for a defect that must be noticed */
  static async start(switches: Partial<SandboxSwitches>, sabotage: Sabotage = {}): Promise<Stage> {
    keepStatements();
    const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'tillbridge-adapters-'));
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: join(folder, 'shop.sqlite'),
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
      enableWAL: true,
    });
    await dataSource.initialize();
    await dataSource.query(BOOKINGS);
    const stage = new Stage(folder, dataSource, sabotage);
    stage.service = await startSandbox({
      terminalGroups: [{ name: GROUP, apiKey: KEY }],
      clock: stage.clock,
    });
    stage.sandbox.adjust(GROUP, switches);
    stage.wire.serviceUrl = stage.service.url;
    for (const [index, name] of NAMES.entries())
      stage.replicas.push(await Replica.start(name, dataSource, stage.#optionsOf(index)));
    sabotage.harm?.({ dataSource, replicas: stage.replicas });
    return stage;
  }

  /** Starts a replica anew. A defect that was built in is not put right by that. */
  async restart(index: number): Promise<void> {
    if (this.sabotage.harm) return;
    this.replicas[index] = await this.replicas[index]!.startAnew(this.dataSource, this.#optionsOf(index));
  }

  #optionsOf(index: number): TillbridgeOptions {
    return optionsFor(this.service.url, this.clocks[index]!, this.sabotage.apiKeys ?? []);
  }

  get sandbox(): Sandbox {
    return this.service.sandbox;
  }

  /** Forgets every order of the shop, and goes on to the next noon. */
  clear(): void {
    this.troubles.next(null);
    this.sandbox.faults.clear();
    const emptied = this.tables.map((name) => `DELETE FROM ${name};`).join('');
    this.committed.exec(
      `BEGIN; ${emptied} INSERT INTO tillbridge_lane (id, state, due_at, attempts) VALUES ('${GROUP}', 'pending', 0, 0); COMMIT`,
    );
    const days = Math.ceil((this.clock.now() - NOON) / DAY);
    this.clock.set(NOON + days * DAY);
    this.wire.clear();
  }

  async close(): Promise<void> {
    this.wire.close();
    this.committed.close();
    // The DataSource goes with the first of them.
    for (const replica of this.replicas) await replica.close();
    await this.service.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
