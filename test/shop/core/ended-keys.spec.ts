import { afterEach, expect, it } from '@jest/globals';
import { In } from 'typeorm';
import { Money, type TerminalGroupOptions } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { ManualClock, orderBody, signedNotification, type OrderBodyInput } from 'tillbridge/testing';
import { DASHBOARD_LABELS } from '../../../src/dashboard/dashboard.labels.js';
import { concernsOf } from '../../../src/dashboard/overview/concerns.js';
import { checkHealth, DEFAULT_LIMITS } from '../../../src/health/health.rules.js';
import { DIAGNOSTICS } from '../../../src/shop/core/index.js';
import type { DiagnosticsFigures, DiagnosticsService } from '../../../src/shop/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { RefundSendWorker } from '../../../src/shop/refunds/index.js';
import { RefundEntity, RefundEvidenceEntity, RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine, type TestDatabase, type TestEngineName } from '../../support/engines.js';
import { failureOf } from '../../support/failure-of.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const START = Date.UTC(2026, 0, 15, 11);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHANGE = START + HOUR;
const AT = new Date(CHANGE).toISOString();
const NAMES = ['web', 'till'];
const KEY = canaryKey('web');
const WHO = { by: 'ann', why: 'a test' };

/** Two groups on a sandbox, on one clock. The processes of the shop follow one another on one database. */
class Stage {
  /** The payment of each group. */
  readonly transactions = new Map<string, string>();
  private running: ShopHost | null = null;

  private constructor(
    readonly clock: ManualClock,
    readonly service: RunningSandbox,
    private readonly database: TestDatabase,
  ) {}

  static async open(engine: TestEngineName): Promise<Stage> {
    const clock = new ManualClock(START);
    const terminalGroups = NAMES.map((name) => ({ name, apiKey: canaryKey(name) }));
    const service = await startSandbox({ terminalGroups, clock });
    return new Stage(clock, service, await createMigratedDatabase(engine));
  }

  get shop(): ShopHost {
    return this.running!;
  }

  async stop(): Promise<void> {
    await this.running?.close();
    this.running = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.service.close();
    await this.database.drop();
  }

  /** A process with these keys of `web` takes the place of the one that runs. */
  async start(apiKeys: TerminalGroupOptions['apiKeys']): Promise<void> {
    await this.stop();
    const terminalGroups = NAMES.map((name) => ({
      ...shopOptions().terminalGroups[0]!,
      name,
      apiKeys: name === 'web' ? apiKeys : [canaryKey(name)],
      baseUrl: this.service.url,
      notificationUrl: `http://localhost:9/payments/notifications/${name}`,
    }));
    const options = { clock: this.clock, workers: 'off' as const, terminalGroups };
    this.running = await startShop({ database: this.database, options });
  }

  /** Creates an order in a group; its notifications get lost. */
  async create(group: string, orderId: string): Promise<void> {
    const amount = Money.ofMinor(10_000, 'EUR');
    await this.shop.payments.group(group).orders.create({ orderId, amount, description: 'Two mugs' });
  }

  /** An order that was paid, with refunds that wait, one that is in doubt, and an order that waits for its payment. */
  async work(group: string): Promise<void> {
    const { shop, service } = this;
    for (const orderId of [`${group}-paid`, `${group}-open`]) await this.create(group, orderId);
    const { transactionId } = await service.sandbox.pay(`${group}-paid`);
    this.transactions.set(group, String(transactionId));
    await shop.payments.orders.sync(`${group}-paid`, WHO);
    for (const key of ['a', 'b']) await this.refund(group, key);
  }

  refund(group: string, key: string) {
    const amount = Money.ofMinor(key.charCodeAt(0) * 10, 'EUR');
    return this.shop.payments.refunds.request({ group, orderId: `${group}-paid`, amount, reason: 'broken', key });
  }

  /** Lets time pass for both sides, and works off what is due then. */
  async pass(ms: number, step = MINUTE): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      this.clock.advance(step);
      await this.service.sandbox.runDue();
      await this.shop.drain();
    }
  }

  async notify(group: string, orderId: string, change: Partial<OrderBodyInput> = {}): Promise<number> {
    const at = this.clock.now();
    const body = orderBody({ orderId, amount: 10_000, at, status: 'initialized', ...change });
    const sent = signedNotification({ orderId, body, at, key: canaryKey(group) });
    const url = `${this.shop.url}${this.shop.path}/${group}${sent.search}`;
    return (await fetch(url, { method: 'POST', headers: sent.headers, body: sent.body })).status;
  }

  /** The states of the refunds of a group, and how often each of them was tried. */
  async refunds(group: string): Promise<string[]> {
    const { items } = await this.shop.payments.refunds.list({ group });
    return items.map(({ key, state }) => `${key} ${state}`).toSorted();
  }

  async notifications(): Promise<string[]> {
    const rows = await this.shop.dataSource.manager.find(NotificationEntity);
    return rows.map(({ orderId, state }) => `${orderId} ${state}`).toSorted();
  }

  /** What was stored of tries to send refunds of a group. */
  async tries(group: string): Promise<number> {
    const { manager } = this.shop.dataSource;
    const refunds = await manager.findBy(RefundEntity, { group });
    return manager.countBy(RefundEvidenceEntity, { refundId: In(refunds.map(({ id }) => id)) });
  }

  async attention(): Promise<(string | null)[]> {
    const rows = await this.shop.dataSource.manager.find(PaymentOrderEntity);
    return rows.map(({ attention }) => attention).filter((each) => each !== null);
  }

  figures(): Promise<DiagnosticsFigures> {
    return this.shop.app.get<DiagnosticsService>(DIAGNOSTICS, { strict: false }).read();
  }

  /** Errors and warnings since the start, but for what is said of the database of a test. */
  reported(): string[] {
    return this.shop.logs.lines.filter((line) => /^(error|warn) (?!fsync)/.test(line));
  }
}

describeOneEngine('a terminal group whose only key has ended', (engine) => {
  let stage: Stage;
  afterEach(() => stage.close());

  const ENDS = [{ key: KEY, until: AT }];
  const WAYS: [string, () => Promise<void>][] = [
    ['while the process runs', async () => stage.clock.set(CHANGE)],
    [
      'before the process starts',
      async () => {
        stage.clock.set(CHANGE);
        await stage.start(ENDS);
      },
    ],
  ];

  it.each(WAYS)('%s, waits with all its work, and holds up no other', async (_title, end) => {
    stage = await Stage.open(engine);
    await stage.start(ENDS);
    for (const group of NAMES) await stage.work(group);
    stage.shop.logs.lines.length = 0;
    await end();
    // Signed before the end, and to be confirmed by a read: that the payment was annulled is not believed otherwise.
    const transactionId = stage.transactions.get('web');
    expect(await stage.notify('web', 'web-paid', { status: 'void', transactionId })).toBe(200);
    await stage.pass(45 * MINUTE, 15 * MINUTE);
    expect(await failureOf(stage.create('web', 'web-new'))).toMatchObject({
      code: 'KEY_EXPIRED',
      kind: 'configuration',
      execution: 'not-executed',
      httpStatus: 503,
    });
    expect([await stage.notify('web', 'web-open'), await stage.notify('till', 'till-open')]).toEqual([401, 200]);
    await stage.create('till', 'till-new');
    await stage.refund('web', 'c');
    expect(await stage.shop.payments.refunds.upcoming('web')).toEqual([]);
    await stage.service.sandbox.pay('till-open');
    await stage.service.sandbox.pay('web-open');
    // Longer than a lane alerts after, and than an order that was left may be paid.
    await stage.pass(2 * HOUR, 15 * MINUTE);
    expect(await stage.refunds('till')).toEqual(['a accepted', 'b accepted']);
    expect(await stage.refunds('web')).toEqual(['a queued', 'b queued', 'c queued']);
    expect(await stage.shop.payments.orders.find('till-open')).toMatchObject({ paid: true });
    expect(await stage.attention()).toEqual([]);
    expect(stage.reported()).toEqual([
      expect.stringMatching(
        /^error Terminal group web has no API key .*: the last one ended at 2026-01-15T12:00:00Z\./,
      ),
      expect.stringContaining('Refused a notification for terminal group "web"'),
    ]);
    const figures = await stage.figures();
    expect(figures.keylessGroups).toEqual([{ group: 'web', endedAt: CHANGE, nextAt: null }]);
    expect(checkHealth(figures, DEFAULT_LIMITS).map(({ problem }) => problem)).toContain('groups_keyless');
    const concerns = concernsOf(figures, DASHBOARD_LABELS.overview.concerns).map(({ tone, text }) => `${tone} ${text}`);
    expect(concerns).toContain('bad web has no API key that is valid now');
    // Tries that cannot leave leave nothing behind.
    expect(await stage.tries('web')).toBe(0);

    expect(await stage.notifications()).toEqual(['till-open done', 'web-paid pending']);

    await stage.start([KEY]);
    await stage.create('web', 'web-new');
    await stage.pass(10 * MINUTE);
    expect(await stage.refunds('web')).toEqual(['a accepted', 'b accepted', 'c accepted']);
    expect(await stage.shop.payments.orders.find('web-open')).toMatchObject({ paid: true });
    expect(await stage.notifications()).toEqual(['till-open done', 'web-paid done']);
    expect(await stage.attention()).toEqual([]);
  });

  it('after a refund was claimed, is no refusal of it', async () => {
    stage = await Stage.open(engine);
    await stage.start(ENDS);
    await stage.work('web');
    const worker = stage.shop.app.get(RefundSendWorker);
    const { manager } = stage.shop.dataSource;
    // So old that its order is read first.
    stage.clock.set(CHANGE - 1);
    const [slot] = await worker.rows.claim(1);
    stage.clock.set(CHANGE);
    await worker.perform(slot!);
    const refund = await manager.findOneByOrFail(RefundEntity, { id: slot!.refund.id });
    expect(refund).toMatchObject({ state: 'queued', refusals: 0, refusedAt: null, reason: 'KEY_EXPIRED' });
    expect(await manager.findOneByOrFail(RefundLaneEntity, { id: 'web' })).toMatchObject({ refusals: 0 });
    expect(await stage.attention()).toEqual([]);
  });

  it('or has not begun, waits in the same way, and goes on by itself when it begins', async () => {
    stage = await Stage.open(engine);
    await stage.start([KEY]);
    await stage.work('web');
    await stage.start([{ key: KEY, from: AT }]);
    await stage.pass(50 * MINUTE, 10 * MINUTE);
    expect(await stage.refunds('web')).toEqual(['a queued', 'b queued']);
    expect(await failureOf(stage.create('web', 'web-new'))).toMatchObject({ code: 'KEY_EXPIRED', group: 'web' });
    // The service may change to it sooner.
    expect(await stage.notify('web', 'web-open')).toBe(200);
    expect(stage.reported()).toEqual([expect.stringContaining('the next one begins at 2026-01-15T12:00:00Z.')]);
    await stage.pass(20 * MINUTE, 5 * MINUTE);
    expect(await stage.refunds('web')).toEqual(['a accepted', 'b accepted']);
    await stage.create('web', 'web-new');
    expect(await stage.attention()).toEqual([]);
  });
});
