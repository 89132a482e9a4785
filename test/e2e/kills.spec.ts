import { beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { canaryKey } from '../support/canary.js';
import { endStateOf, isSettled, type EndState } from '../support/end-state.js';
import { startEffectSink, type EffectSink } from '../support/effect-sink.mjs';
import { createTestDatabase, onEveryEngine, testEngines, type TestEngineName } from '../support/engines.js';
import { startOrderService } from '../support/order-service.mjs';
import { SHOP_TABLES, startShopProcess, type ShopProcess } from '../support/shop-process.mjs';
import { waitFor } from '../support/wait-for.js';

/** What a death leaves behind: rows of the inbox, claims of them, transitions, effects that were told. */
type Remains = readonly [notifications: number, claims: number, transitions: number, told: number];

/** The points between any two lines of a notification's way. Of a COMMIT without an answer nobody knows what it leaves. */
const POINTS: Readonly<Record<string, { readonly what: string; readonly leaves: Remains | null }>> = {
  N1: { what: 'before the notification is committed', leaves: [0, 0, 0, 0] },
  N2: { what: 'committed, not acknowledged', leaves: [1, 0, 0, 0] },
  N3: { what: 'acknowledged, not claimed', leaves: [1, 0, 0, 0] },
  N4: { what: 'claimed, not applied', leaves: [1, 1, 0, 0] },
  N5: { what: 'applied, not committed', leaves: [1, 1, 0, 0] },
  N6: { what: 'COMMIT sent, no answer', leaves: null },
  N7: { what: 'committed, effect not begun', leaves: [1, 1, 1, 0] },
  N8: { what: 'effect told, not marked', leaves: [1, 1, 1, 1] },
};
/** Starting a process takes a second: each engine has its part of them, and all of them in the long run. */
const PARTS: Readonly<Record<TestEngineName, readonly string[]>> = {
  sqlite: ['N2', 'N8'],
  mariadb: ['N1', 'N4', 'N6'],
  mysql: ['N4', 'N6'],
  postgres: ['N3', 'N5', 'N7'],
};
const pointsOf = (engine: TestEngineName): readonly string[] =>
  process.env['TILLBRIDGE_LONG'] === '1' ? Object.keys(POINTS) : PARTS[engine];

/** More than any lease lasts: the next process finds the work of the dead one due. */
const LEASES_OVER_MS = 70_000;
const key = canaryKey('web');

/** Processes of one shop, one after the other, on a database that outlives them. */
class MortalShop {
  private process: ShopProcess | null = null;
  private aheadMs = 0;

  constructor(
    private readonly database: DataSource,
    private readonly sink: EffectSink,
    private readonly serviceUrl: string,
  ) {}

  async start(): Promise<void> {
    const { database, sink, serviceUrl } = this;
    const settings = { database: database.options, key, serviceUrl, sinkUrl: sink.url, workers: 'off' as const };
    this.process = await startShopProcess({ ...settings, clockAheadMs: this.aheadMs });
  }

  /** What the process died of; it has to do so soon. */
  async dies(): Promise<number | string | null> {
    let end: { of: number | string | null } | undefined;
    void this.process!.ended.then((of) => (end = { of }));
    return (await waitFor(() => end, { timeoutMs: 30_000, what: 'the shop to die' })).of;
  }

  async post(path: string): Promise<void> {
    expect((await fetch(`${this.process!.url}/${path}`, { method: 'POST' })).status).toBe(201);
  }

  /** Whether it was acknowledged. */
  async notify(orderId: string): Promise<boolean> {
    const at = Date.now() + this.aheadMs;
    const body = orderBody({ orderId, amount: 1250, at: Date.now() });
    const { search, headers, body: bytes } = signedNotification({ key, orderId, body, at });
    const url = `${this.process!.url}/payments/notifications/web${search}`;
    const answer = await fetch(url, { method: 'POST', headers, body: bytes }).catch(() => null);
    return answer?.status === 200;
  }

  /** The next process comes when the leases of the last one are over. */
  async revive(): Promise<void> {
    this.aheadMs += LEASES_OVER_MS;
    await this.start();
    await this.post('arm/none');
  }

  async stop(): Promise<void> {
    await this.process?.kill();
  }
}

interface Death {
  readonly remains: Remains;
  readonly end: EndState;
}

/** A shop that dies again and again, and what can be seen of it from outside. */
class Trial {
  constructor(
    private readonly shop: MortalShop,
    private readonly database: DataSource,
    private readonly sink: EffectSink,
  ) {}

  /** Pays an order on a shop that dies at the point named, and lets the next process finish. */
  async pay(point: string): Promise<Death> {
    const { shop, database, sink } = this;
    const orderId = `K-${point}`;
    await shop.post(`checkout/${orderId}`);
    await shop.post(`arm/${point}`);
    const wasAcknowledged = await shop.notify(orderId);
    const remains = point === 'none' ? null : await this.afterDeath(orderId);
    if (remains) {
      // What the service was not told is stored, it sends again (protocol §5.3).
      expect(wasAcknowledged).toBe(point !== 'N1' && point !== 'N2');
      await shop.revive();
      if (!wasAcknowledged) expect(await shop.notify(orderId)).toBe(true);
    }
    await waitFor(() => isSettled(database, orderId), { what: `the order killed at ${point} to settle` });
    return { remains: remains ?? [0, 0, 0, 0], end: await endStateOf(database, orderId, sink) };
  }

  private async afterDeath(orderId: string): Promise<Remains> {
    expect(await this.shop.dies()).toBe('SIGKILL');
    const told = [...this.sink.deliveries.values()].filter((effect) => effect.orderId === orderId).length;
    const count = async (what: string, table: string): Promise<number> => {
      const sql = `SELECT ${what} AS n FROM ${table} WHERE order_id = '${orderId}'`;
      const [row] = (await this.database.query(sql)) as { n: number | string | null }[];
      return Number(row?.n ?? 0);
    };
    return [
      await count('COUNT(*)', 'tillbridge_notification'),
      await count('SUM(attempts)', 'tillbridge_notification'),
      await count('COUNT(*)', 'tillbridge_transition'),
      told,
    ];
  }
}

async function killAt(engine: TestEngineName, points: readonly string[]): Promise<Record<string, Death>> {
  const [rows, sink, service] = [await createTestDatabase(engine), await startEffectSink(), await startOrderService()];
  const database = await new DataSource(rows.options).initialize();
  const shop = new MortalShop(database, sink, service.url);
  const deaths: Record<string, Death> = {};
  try {
    for (const table of SHOP_TABLES) await database.query(table);
    await shop.start();
    for (const point of ['none', ...points]) deaths[point] = await new Trial(shop, database, sink).pay(point);
    return deaths;
  } finally {
    await shop.stop();
    await database.destroy();
    await Promise.all([rows.drop(), sink.close(), service.close()]);
  }
}

let trials: Map<TestEngineName, Record<string, Death>>;
beforeAll(async () => {
  trials = await onEveryEngine((engine) => killAt(engine, pointsOf(engine)));
}, 240_000);

for (const engine of testEngines()) {
  engine.describe('kill -9 anywhere on the way of a notification (scenario D5)', () => {
    it('without a kill: paid, one transition, each effect once', () => {
      expect(trials.get(engine.name)!['none']!.end).toMatchObject({
        order: [{ status: 'completed', paid: 'yes', version: '1' }],
        transitions: [{ kind: 'completed', version: '1' }],
        effects: ['1 book transaction', '1 tell commit'],
        outbox: ['1 tell done'],
        bookings: ['1 completed'],
        told: ['1 tell completed'],
      });
    });

    for (const point of pointsOf(engine.name)) {
      it(`${point}, ${POINTS[point]!.what}: the same end`, () => {
        const { [point]: death, none } = trials.get(engine.name)!;
        expect(death!.remains).toEqual(POINTS[point]!.leaves ?? death!.remains);
        expect(death!.end).toEqual(none!.end);
      });
    }
  });
}
