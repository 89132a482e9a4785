import { beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { startEffectSink } from '../support/effect-sink.mjs';
import { createTestDatabase, onEveryEngine, testEngines, type TestEngineName } from '../support/engines.js';
import { SHOP_TABLES, startShopProcess, type ShopProcess } from '../support/shop-process.mjs';
import { waitFor } from '../support/wait-for.js';

type RefundFault = 'response-lost' | 'error-before' | 'slow-body';

/** The points between any two lines of a refund's way, and what the service does meanwhile where that matters. */
const POINTS: Readonly<Record<string, { readonly what: string; readonly fault?: RefundFault }>> = {
  F1: { what: 'asked for, and the one who asked does not know' },
  F2: { what: 'the lane is taken, nothing is written down' },
  F3: { what: 'written down as being sent, nothing on the wire' },
  F4: { what: 'on the wire, no answer' },
  F5: { what: 'the service has it, the answer is under way', fault: 'slow-body' },
  F6: { what: 'answered, not committed' },
  F7: { what: 'answered and committed' },
  F8: { what: 'found by a read, not committed', fault: 'response-lost' },
  F9: { what: 'proved absent, and to be sent again', fault: 'error-before' },
};
/** Deaths on each engine: every point once, or two hundred in all. */
const RUNS = process.env['TILLBRIDGE_LONG'] === '1' ? 200 : Object.keys(POINTS).length;
const PART: Readonly<Record<TestEngineName, readonly string[]>> = {
  sqlite: [],
  mariadb: ['F1', 'F3', 'F5', 'F7', 'F9'],
  mysql: [],
  postgres: ['F2', 'F4', 'F6', 'F8'],
};
const PATIENCE_MS = 120_000;
/** So much passes at a time, for the shop and the service; within the quiet time nothing happens for minutes. */
const STEP_MS = 180_000;
const SLOW_MS = 4_000;
const AMOUNT = 500;
const key = canaryKey('web');

/** Two processes of one shop: one works until it dies, then the other does, and a new one stands by. */
class TwoShops {
  private aheadMs = 0;
  private worker!: ShopProcess;
  private standby!: Promise<ShopProcess>;

  private constructor(
    private readonly database: DataSource,
    private readonly sinkUrl: string,
  ) {}

  private service!: RunningSandbox;

  static async start(database: DataSource, sinkUrl: string): Promise<TwoShops> {
    const shops = new TwoShops(database, sinkUrl);
    const clock = { now: () => Date.now() + shops.aheadMs };
    // Without a guard at the service nothing but the shop keeps money from leaving twice.
    const switches = { refundGuard: 'off' as const };
    shops.service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: key, switches }], clock });
    shops.worker = await shops.launch();
    shops.standby = shops.launch();
    return shops;
  }

  async stop(): Promise<void> {
    await this.worker.kill();
    await (await this.standby).kill();
    await this.service.close();
  }

  /** One refund, with a death on its way. @returns what the process died of, and how the refund ended */
  async refund(point: string, orderId: string): Promise<readonly [death: unknown, state: string, refunded: number]> {
    const { fault } = POINTS[point]!;
    await this.post(this.worker, `checkout/${orderId}`);
    await this.service.sandbox.pay(orderId);
    expect((await fetch(`${this.worker.url}/return/${orderId}`)).status).toBe(200);
    if (fault) this.service.sandbox.faults.next('refund', fault, { delayMs: SLOW_MS });
    await this.post(this.worker, `arm/${point}`);
    // Whoever asks may be left without an answer, and asks again, under the same key.
    await fetch(`${this.worker.url}/refund/${orderId}`, { method: 'POST' }).catch(() => null);
    const death = await this.deathAt(point, orderId);
    await this.takeOver();
    await this.post(this.worker, `refund/${orderId}`);
    const state = await this.ends(orderId);
    return [death, state, (await this.service.sandbox.order(orderId)).amountRefunded];
  }

  private async deathAt(point: string, orderId: string): Promise<unknown> {
    const death: unknown[] = [];
    void this.worker.ended.then((of) => death.push(of));
    const isThere = async () => (await this.service.sandbox.order(orderId)).amountRefunded > 0;
    if (point === 'F5')
      await waitFor(isThere, { timeoutMs: PATIENCE_MS, what: 'the refund to be booked' }).then(() =>
        this.worker.kill(),
      );
    const until = performance.now() + PATIENCE_MS;
    while (death.length === 0 && performance.now() < until) {
      await waitFor(() => death.length > 0, { timeoutMs: 2_000 }).catch(() => undefined);
      if (death.length === 0 && (point === 'F8' || point === 'F9')) await this.pass(STEP_MS, this.worker);
    }
    return death[0];
  }

  private async takeOver(): Promise<void> {
    this.worker = await this.standby;
    this.standby = this.launch();
    await this.pass(0, this.worker);
    await this.post(this.worker, 'arm/none');
  }

  /** How a refund ends, when time passes. */
  private async ends(orderId: string): Promise<string> {
    const sql = `SELECT state FROM tillbridge_refund WHERE order_id = '${orderId}'`;
    const stateNow = async () =>
      ((await this.database.query(sql)) as { state: string }[]).map(({ state }) => state).join();
    for (let steps = 0; steps < 20 && (await stateNow()) !== 'accepted'; steps += 1) {
      await this.pass(STEP_MS, this.worker);
      await waitFor(async () => (await stateNow()) === 'accepted', { timeoutMs: 1_500 }).catch(() => undefined);
    }
    return stateNow();
  }

  private async pass(ms: number, shop: ShopProcess): Promise<void> {
    this.aheadMs += ms;
    await this.post(shop, `ahead/${this.aheadMs}`).catch(() => undefined);
  }

  private launch(): Promise<ShopProcess> {
    const { sinkUrl, aheadMs } = this;
    const own = { database: this.database.options, key, serviceUrl: this.service.url, sinkUrl };
    return startShopProcess({ ...own, workers: 'off', clockAheadMs: aheadMs });
  }

  private async post({ url }: ShopProcess, path: string): Promise<void> {
    expect((await fetch(`${url}/${path}`, { method: 'POST' })).status).toBe(201);
  }
}

type Ledger = Record<string, readonly unknown[]>;

async function killEach(engine: TestEngineName): Promise<Ledger> {
  const all = process.env['TILLBRIDGE_LONG'] === '1' ? Object.keys(POINTS) : PART[engine];
  if (all.length === 0) return {};
  const [rows, sink] = [await createTestDatabase(engine), await startEffectSink()];
  const database = await new DataSource(rows.options).initialize();
  const ledger: Ledger = {};
  let shops: TwoShops | undefined;
  try {
    for (const table of SHOP_TABLES) await database.query(table);
    shops = await TwoShops.start(database, sink.url);
    for (let run = 0; run < Math.min(RUNS, all === PART[engine] ? all.length : RUNS); run += 1) {
      const point = all[run % all.length]!;
      if (all !== PART[engine]) process.stdout.write(`${engine}: ${run + 1} of ${RUNS}, ${point}\n`);
      ledger[`${point}-${run}`] = await shops.refund(point, `K-${point}-${run}`);
    }
    return ledger;
  } finally {
    await shops?.stop();
    await database.destroy();
    await Promise.all([rows.drop(), sink.close()]);
  }
}

let ledgers: Map<TestEngineName, Ledger>;
beforeAll(async () => {
  ledgers = await onEveryEngine(killEach);
}, 3_600_000);

for (const engine of testEngines()) {
  engine.describe('kill -9 anywhere on the way of a refund, with another process beside (scenario D5)', () => {
    it('the service has paid each exactly once, and the shop knows it', () => {
      const ledger = ledgers.get(engine.name)!;
      const expected = Object.fromEntries(Object.keys(ledger).map((run) => [run, ['SIGKILL', 'accepted', AMOUNT]]));
      expect(ledger).toEqual(expected);
    });
  });
}
