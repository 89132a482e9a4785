import Sqlite from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../../src/database/index.js';
import type { TerminalGroupOptions } from '../../../src/index.js';
import { startSandbox, type RunningSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { ManualClock } from '../../../src/testing/index.js';
import type { Clock } from '../../../src/support/index.js';
import { disableStorages, watchStorages } from '../../support/async-storages.mjs';
import { AttemptsRepository } from '../../../src/shop/orders/creation/attempts.repository.js';
import { canaryKey } from '../../support/canary.js';
import type { SandboxSwitches } from '../../../src/sandbox/index.js';
import { BOOKINGS } from './bookkeeping.js';
import { keepStatements } from './kept-statements.js';
import { OlderRelease } from './older-release.js';
import { Replica } from './replica.js';
import { ServiceKeys } from './service-keys.js';
import { Sendings } from './sendings.js';
import { SlowCalls } from './slow-calls.js';
import { Timetable } from './timetable.js';
import { Troubles, type TroubleKind } from './troubles.js';
import { Wire } from './wire.js';

watchStorages();

/** The terminal group of the simulated shop, as the service knows it. */
export const GROUP = 'web';
/** The names that the shop has for it, one after the other. */
const GROUP_NAMES = [GROUP, 'shop'] as const;

const KEY = canaryKey(GROUP);
/** Noon in Amsterdam: the money of a day's refunds leaves in twelve hours. */
const NOON = Date.UTC(2026, 0, 15, 11);
/** Of real time: no fault here waits for it, and a machine may be busy. */
const PATIENCE_MS = 30_000;
/** So often one waits for a call of another replica that is under way; then time passes, so much each time. */
const REAL_WAITS = 8;
const WAIT_MS = 1_000;
const NAMES = ['A', 'B'] as const;
const HAS_GROUP = `SELECT COUNT(*) FROM pragma_table_info(?) WHERE name = 'group_name'`;
const MEMORY_FOLDER = '/dev/shm';

/** A change to the parts before they run: how a defect gets in without a change of the module. */
export interface Sabotage {
  /** What is configured otherwise. */
  readonly configured?: (group: TerminalGroupOptions) => Partial<TerminalGroupOptions>;
  /** What is done to the database. */
  readonly store?: (dataSource: DataSource) => void;
  /** What is done to each replica that starts. */
  readonly replica?: (replica: Replica) => void;
}

/** How a replica is configured; the others of its options never change. */
export interface Deployment {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly apiKeys: TerminalGroupOptions['apiKeys'];
}

/** The common clock as one replica reads it: off by a little, as it is after the slowest of event loops. */
class MisreadClock implements Clock {
  aheadMs = 0;

  constructor(private readonly right: Clock) {}

  now(): number {
    return this.right.now() + this.aheadMs;
  }
}

const groupFor = (serviceUrl: string, { name, aliases, apiKeys }: Deployment): TerminalGroupOptions => ({
  name,
  aliases: [...aliases],
  mode: 'sandbox',
  apiKeys,
  baseUrl: serviceUrl,
  notificationUrl: `http://127.0.0.1:9/payments/notifications/${name}`,
  timeoutMs: PATIENCE_MS,
  // What waits in real time would stand still on this clock.
  calls: { callsPerSecond: 1_000, burst: 10_000, circuitBreaker: 'off', readAttempts: 1 },
});

/** Two replicas of a shop on one SQLite database, and the sandbox, on one clock: for one schedule. */
export class Stage {
  readonly clock = new ManualClock(NOON);
  readonly troubles: Troubles;
  readonly wire: Wire;
  readonly timetable = new Timetable();
  readonly slow: SlowCalls;
  readonly sendings: Sendings;
  /** Those that the service knows. */
  keys!: ServiceKeys;
  older!: OlderRelease;
  /** What the shop calls its terminal group now. */
  group: string = GROUP;
  /** Sees what is committed, and nothing else. */
  readonly committed: Sqlite.Database;
  onStruck: (kind: TroubleKind, sql: string) => void = () => undefined;
  /** That of each replica. */
  readonly clocks: readonly MisreadClock[] = [new MisreadClock(this.clock), new MisreadClock(this.clock)];
  private service!: RunningSandbox;
  readonly replicas: Replica[] = [];
  private readonly deployments: Deployment[] = NAMES.map(() => ({ name: GROUP, aliases: [], apiKeys: [KEY] }));
  private readonly tables: readonly string[];
  /** Those of the tables whose rows bear the name of the group. */
  readonly groupedTables: readonly string[];

  private constructor(
    private readonly folder: string,
    private readonly dataSource: DataSource,
    private readonly sabotage: Sabotage,
  ) {
    this.committed = new Sqlite(join(folder, 'shop.sqlite'), { timeout: 1_000 });
    const found = this.committed.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    this.tables = found.map(String).filter((name) => /^(tillbridge|shop)_/.test(name));
    const columns = this.committed.prepare<[string], number>(HAS_GROUP).pluck();
    this.groupedTables = this.tables.filter((name) => columns.get(name) === 1);
    this.troubles = new Troubles(dataSource, (kind, sql) => this.onStruck(kind, sql));
    this.wire = new Wire(this.clock, this.committed);
    this.sendings = new Sendings(this.clock, this.committed);
    this.slow = new SlowCalls(this.clock, this.wire, this.timetable, this.sendings);
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
    stage.keys = new ServiceKeys(stage.sandbox, stage.clock);
    stage.older = await OlderRelease.beside(stage.committed, stage.tables);
    sabotage.store?.(dataSource);
    for (const index of NAMES.keys()) await stage.#start(index);
    return stage;
  }

  /** Whether no replica has a key any more, whatever its time. */
  isRemoved(key: string): boolean {
    const keys = this.deployments.flatMap(({ apiKeys }) => apiKeys);
    return !keys.some((each) => (typeof each === 'string' ? each : each.key) === key);
  }

  /** Starts a replica anew, as it was configured or otherwise. */
  async restart(index: number, otherwise: Partial<Deployment> = {}): Promise<void> {
    this.deployments[index] = { ...this.deployments[index]!, ...otherwise };
    await this.replicas[index]!.kill();
    await this.#start(index);
  }

  /** Stops every replica, has one that does not listen yet move the rows to another name, and starts all under it. */
  async rename(
    move: (replica: Replica, names: { readonly from: string; readonly to: string }) => Promise<void>,
  ): Promise<void> {
    const from = this.group;
    const to = GROUP_NAMES.find((name) => name !== from)!;
    for (const replica of this.replicas) await replica.kill();
    for (const [index, before] of this.deployments.entries())
      this.deployments[index] = { ...before, name: to, aliases: [from] };
    const [port] = this.replicas.map((replica) => replica.port);
    const first = await this.#prepare(0);
    await move(first, { from, to });
    this.group = to;
    await first.listen(port);
    this.replicas[0] = first;
    for (const index of [...NAMES.keys()].slice(1)) await this.#start(index);
  }

  async #start(index: number): Promise<void> {
    const replica = await this.#prepare(index);
    await replica.listen(this.replicas[index]?.port);
    this.replicas[index] = replica;
  }

  async #prepare(index: number): Promise<Replica> {
    const group = groupFor(this.service.url, this.deployments[index]!);
    const terminalGroups = [{ ...group, ...this.sabotage.configured?.(group) }];
    const options = { workers: 'off', clock: this.clocks[index]!, terminalGroups } as const;
    const replica = await Replica.prepare(NAMES[index]!, this.dataSource, options);
    this.slow.attach(replica.transport);
    this.sendings.attach(replica.transport);
    this.#passForWaiting(replica);
    this.sabotage.replica?.(replica);
    return replica;
  }

  /**
   * One who waits for a replica that makes the same order does so in real time. The other may wait for him in turn, since
   * its call is held back until all others wait: then time has to pass, until its lease is over.
   */
  #passForWaiting(replica: Replica): void {
    const attempts = replica.part<AttemptsRepository>(AttemptsRepository);
    const claimStep = attempts.claimStep.bind(attempts);
    const waited = new WeakMap<object, number>();
    const claimed: typeof claimStep = async (claim) => {
      const result = await claimStep(claim);
      if (result.step !== 'wait') return result;
      const times = (waited.get(claim) ?? 0) + 1;
      waited.set(claim, times);
      if (times > REAL_WAITS) await this.timetable.forward(this.clock, WAIT_MS);
      return result;
    };
    Object.assign(attempts, { claimStep: claimed });
  }

  /** Time passes, for the service as well where it is awake; what has its time happens on the way. */
  async pass(ms: number, isServiceAwake: boolean): Promise<void> {
    // What is on its way for longer than ten minutes is too old when it arrives.
    await this.sandbox.idle();
    const end = this.clock.now() + ms;
    const forward = async (until: number): Promise<void> => {
      const left = Math.max(0, until - this.clock.now());
      if (isServiceAwake) await this.sandbox.advance(left);
      else this.clock.advance(left);
    };
    for (let at = this.timetable.nextAt; at !== null && at <= end; at = this.timetable.nextAt) {
      await forward(at);
      await this.happen();
    }
    await forward(end);
  }

  /** Time passes in the middle of whatever is under way. */
  async leap(ms: number): Promise<void> {
    await this.timetable.forward(this.clock, ms);
    await this.sandbox.idle();
  }

  /** Everything whose time has come. */
  async happen(): Promise<void> {
    const { nextAt } = this.timetable;
    if (nextAt === null || nextAt > this.clock.now()) return;
    await this.timetable.happen(this.clock.now());
    await this.sandbox.idle();
  }

  get sandbox(): Sandbox {
    return this.service.sandbox;
  }

  async close(): Promise<void> {
    this.wire.close();
    this.committed.close();
    // The DataSource goes with the first of them.
    for (const replica of this.replicas) await replica.close();
    await this.service.close();
    disableStorages();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
