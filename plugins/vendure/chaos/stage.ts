import type { VendureConfig } from '@vendure/core';
import { SimpleGraphQLClient } from '@vendure/testing';
import { startSandbox, type RunningSandbox, type Sandbox } from 'tillbridge/sandbox';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { WorkerPlace } from '../src';
import { filledDatabase, type Engine } from '../test/support/databases';
import { eventually } from '../test/support/eventually';
import { freePort } from '../test/support/free-port';
import { MovedClock } from '../test/support/moved-clock';
import type { SeenOrder } from '../test/support/seen-order';
import { GROUPS, plainConfig } from '../test/support/shop-config';
import { Staff } from '../test/support/staff';
import type { Role } from './messages';
import { VendureProcess } from './vendure-process';

const DUE_EVERY_MS = 40;
/** Less than a notification may be late. */
const STEP_MS = 300_000;

/** What stands before the servers of a shop: one address, and each connection goes to one that is there. */
export interface Front {
  readonly url: string;
  replicas: () => readonly string[];
  close(): Promise<void>;
}

/** What a stage is made of. */
export interface StageParts {
  readonly engine: Engine;
  readonly workers: WorkerPlace;
  readonly front: Front;
}

interface Place {
  readonly role: Role;
  readonly port: number;
  process: VendureProcess | null;
}

/**
 * A Vendure shop as processes that may die, and the payment service, which lives on. What became of an order is read from
 * the service, from Vendure's tables and through its API.
 */
export class Stage {
  readonly staff: Staff;
  private readonly clock: MovedClock;
  private readonly places: Place[] = [];
  private standby: VendureProcess = VendureProcess.prepare();
  private aheadMs = 0;

  private constructor(
    private readonly parts: StageParts,
    private readonly database: DataSourceOptions,
    private readonly tables: DataSource,
    private readonly running: RunningSandbox,
    private readonly config: Required<VendureConfig>,
    private readonly timer: NodeJS.Timeout,
    clock: MovedClock,
  ) {
    this.clock = clock;
    this.admin = this.client(config.apiOptions.adminApiPath);
    this.staff = new Staff(this);
    parts.front.replicas = () => this.serving();
  }

  /** The Admin API; signed in by {@link signIn}. */
  readonly admin: SimpleGraphQLClient;

  /** Fills a database and starts the service; no process of the shop runs yet. */
  static async open(parts: StageParts): Promise<Stage> {
    const clock = new MovedClock();
    // Without a guard at the service nothing but the shop keeps money from leaving twice.
    const switches = { refundGuard: 'off' as const };
    const running = await startSandbox({ terminalGroups: GROUPS.map((group) => ({ ...group, switches })), clock });
    const timer = setInterval(() => void running.sandbox.runDue(), DUE_EVERY_MS);
    const database = await filledDatabase(parts.engine);
    const tables = await new DataSource(database).initialize();
    return new Stage(parts, database, tables, running, await plainConfig(database), timer, clock);
  }

  /** The payment service. */
  get sandbox(): Sandbox {
    return this.running.sandbox;
  }

  /** The processes that live. */
  get processes(): readonly VendureProcess[] {
    return this.places.flatMap(({ process }) => (process && !process.isOver ? [process] : []));
  }

  /** The first process that lives of one of the two programs. */
  victim(role: Role): VendureProcess {
    const place = this.places.find((each) => each.role === role && each.process?.isOver === false);
    if (!place?.process) throw new Error(`no ${role} lives`);
    return place.process;
  }

  /** A storefront with a session of its own. */
  storefront(): SimpleGraphQLClient {
    return this.client(this.config.apiOptions.shopApiPath);
  }

  /** Adds a process to the shop, and starts it. */
  async add(role: Role): Promise<VendureProcess> {
    const place: Place = { role, port: await freePort(), process: null };
    this.places.push(place);
    return this.start(place);
  }

  /** Starts another process in the place of each that has died. */
  async revive(): Promise<void> {
    for (const place of this.places) if (place.process?.isOver) await this.start(place);
  }

  /** Signs staff in. */
  async signIn(): Promise<void> {
    await this.admin.asSuperAdmin();
  }

  /**
   * Lets time pass, on every side alike, and in steps: were the clocks a day apart meanwhile, a notification of midnight
   * would be too old for the shop when it comes.
   */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      const step = Math.min(left, STEP_MS);
      this.aheadMs += step;
      for (const process of this.processes) await process.tell({ kind: 'clock', aheadMs: this.aheadMs });
      await this.sandbox.advance(step);
    }
  }

  /** The state of a Vendure order, read past its processes. */
  async stateOf(code: string): Promise<string> {
    const [row] = await this.tables.query(`SELECT state FROM "order" WHERE code = '${code}'`);
    return row?.state ?? '';
  }

  /** The states of the payments, and of the refunds, of a Vendure order, read past its processes. */
  async statesOf(what: 'payment' | 'refund', code: string): Promise<string[]> {
    const payments = `SELECT p.id FROM payment p JOIN "order" o ON o.id = p."orderId" WHERE o.code = '${code}'`;
    const where = what === 'payment' ? `id IN (${payments})` : `"paymentId" IN (${payments})`;
    const rows: { state: string }[] = await this.tables.query(`SELECT state FROM ${what} WHERE ${where} ORDER BY id`);
    return rows.map(({ state }) => state);
  }

  /** The status that the module has on record of an order, read past its processes. */
  async statusOnRecord(code: string): Promise<string> {
    const [row] = await this.tables.query(`SELECT status FROM tillbridge_order WHERE order_id = '${code}'`);
    return row?.status ?? '';
  }

  /** Whether the module has applied, and told its handlers, all that it has got of an order. */
  async isQuiet(code: string): Promise<boolean> {
    const waiting = `WHERE order_id = '${code}' AND state = 'pending'`;
    const rows: unknown[] = await this.tables.query(
      `SELECT id FROM tillbridge_notification ${waiting} UNION ALL SELECT id FROM tillbridge_outbox ${waiting}`,
    );
    return rows.length === 0;
  }

  /** What the module has on record of the refunds of an order, read past its processes. */
  refundsOnRecord(code: string): Promise<{ state: string; reason: string | null; attempts: number }[]> {
    return this.tables.query(`SELECT state, reason, attempts FROM tillbridge_refund WHERE order_id = '${code}'`);
  }

  /** An order as staff see it, once it is as expected; a server that is not there is asked again. */
  orderWhen(code: string, isGood: (order: SeenOrder) => boolean): Promise<SeenOrder> {
    return eventually(
      () => this.staff.order(code).catch(() => null),
      (order) => order !== null && isGood(order),
    ) as Promise<SeenOrder>;
  }

  /** The end of what its processes have printed, for whoever looks into a failure. */
  get outputs(): string {
    return this.places.map(({ role, process }) => `--- ${role}\n${process?.output ?? ''}`).join('\n');
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.processes, this.standby].map((process) => process.kill()));
    await this.tables.destroy();
    await this.running.close();
    await this.parts.front.close();
  }

  private async start(place: Place): Promise<VendureProcess> {
    const process = this.standby;
    this.standby = VendureProcess.prepare();
    const { database, parts, aheadMs } = this;
    const { role, port } = place;
    const { url: serviceUrl } = this.running;
    const { workers, front } = parts;
    await process.go({ role, port, database, serviceUrl, workers, aheadMs, publicUrl: front.url });
    place.process = process;
    // Time may have passed meanwhile.
    await process.tell({ kind: 'clock', aheadMs: this.aheadMs });
    return process;
  }

  private serving(): string[] {
    const servers = this.places.filter(({ role, process }) => role === 'server' && process && !process.isOver);
    return servers.map(({ port }) => `http://localhost:${port}`);
  }

  private client(path = ''): SimpleGraphQLClient {
    return new SimpleGraphQLClient(this.config, `${this.parts.front.url}/${path}`);
  }
}
