import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { In } from 'typeorm';
import { Money, TerminalGroups } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { RefundEntity, RefundLaneEntity, RefundWatchEntity } from '../../../../src/shop/refund-records/index.js';
import { ArrivalNotes } from '../../../support/arrival-notes.js';
import { canaryKey } from '../../../support/canary.js';
import { startEffectSink, type EffectSink } from '../../../support/effect-sink.mjs';
import type { TestDatabase, TestEngineName } from '../../../support/engines.js';
import { createMigratedDatabase } from '../../../support/migrated-database.js';
import { FaultProxy } from '../../../support/fault-proxy.js';
import { shopOptions, startShop, type ShopHost } from '../../../support/shop-host.js';
import { SHOP_TABLES, startShopProcess, type ShopProcess } from '../../../support/shop-process.mjs';
import { waitFor } from '../../../support/wait-for.js';
import type { Random } from '../../../support/random.js';
import { TIME_LIMIT_MS, TOO_LATE_MS, type RefundMix } from './refund-mixes.js';

const OPEN = ['queued', 'sending', 'unknown'] as const;
/** More connections than are made between two times that no one listens. */
const PLANNED = 5_000;
/** How often something goes wrong on a connection. Refunds that are lost four times in a row are left to a person. */
const FAULTS = 0.4;
/** Whatever happens is over after so many steps for each order, most of them of a second. */
const STEPS_PER_ORDER = 60;
const LONGEST_WORK_MS = 40;
/** "Transaction refused", a clear answer (spec §7). */
const REFUSED = 1024;
const key = canaryKey('web');
const calls = { callsPerSecond: 1_000, burst: 10_000, circuitBreaker: 'off', readAttempts: 1 } as const;

/**
 * Two processes of one shop on one database, and the sandbox behind a proxy at which things go wrong. Their clocks and that
 * of the sandbox are the machine's, and are put forward together while nothing is under way.
 */
export class RefundReplicas {
  private aheadMs = 0;
  /** How often what has happened. */
  readonly counts = { steps: 0, struck: 0, kills: 0 };
  private service!: RunningSandbox;
  private proxy!: FaultProxy;
  private database!: TestDatabase;
  private sink!: EffectSink;
  private replicas: ShopProcess[] = [];
  private standby!: Promise<ShopProcess>;
  /** Takes orders and asks for refunds; sends nothing. */
  shop!: ShopHost;
  notes!: ArrivalNotes;

  private constructor() {}

  static async start(engine: TestEngineName): Promise<RefundReplicas> {
    const pair = new RefundReplicas();
    const clock = { now: () => pair.now() };
    // Without a guard at the service nothing but the shop keeps money from leaving twice.
    const terminalGroups = [{ name: 'web', apiKey: key, switches: { refundGuard: 'off' as const } }];
    pair.service = await startSandbox({ terminalGroups, clock });
    pair.notes = new ArrivalNotes(pair.service.url, () => performance.now() + pair.aheadMs);
    pair.proxy = await FaultProxy.start(await pair.notes.listen());
    [pair.database, pair.sink] = [await createMigratedDatabase(engine), await startEffectSink()];
    const group = { ...shopOptions().terminalGroups[0]!, baseUrl: pair.service.url, calls };
    const options = { clock, workers: 'off' as const, terminalGroups: [group] };
    pair.shop = await startShop({ database: pair.database, options });
    for (const table of SHOP_TABLES) await pair.shop.dataSource.query(table);
    pair.replicas = await Promise.all([pair.launch(), pair.launch()]);
    pair.standby = pair.launch();
    await pair.vanish();
    return pair;
  }

  async stop(): Promise<void> {
    for (const replica of [...this.replicas, await this.standby]) await replica.kill();
    await this.shop.close();
    await this.proxy.close();
    this.notes.close();
    await this.service.close();
    await this.sink.close();
    await this.database.drop();
  }

  /** An order that was paid, and two equal parts of it to be given back. */
  async ask(orderId: string): Promise<void> {
    const { payments } = this.shop;
    const order = { orderId, amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };
    await payments.group('web').orders.create({ ...order, redirectUrl: 'http://localhost:3000/return' });
    await this.service.sandbox.pay(orderId);
    await payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
    for (const part of ['a', 'b']) {
      const request = { group: 'web', orderId, amount: Money.of('5.00', 'EUR'), reason: 'broken' };
      await payments.refunds.request({ ...request, key: `${orderId}-${part}` });
    }
  }

  /** Lets both work, and time pass, until every refund has come to an end. */
  async finish(mix: RefundMix, orderIds: readonly string[], random: Random): Promise<void> {
    const most = this.counts.steps + STEPS_PER_ORDER * (orderIds.length + 1);
    await this.listenAgain(mix, random);
    for (;;) {
      const open = await this.rows({ orderId: In([...orderIds]), state: In([...OPEN]) });
      if (open.length === 0) return this.vanish();
      if ((this.counts.steps += 1) > most) throw new Error(`still open: ${JSON.stringify(open.slice(0, 3))}`);
      await this.passUntil(await this.nextAt(open));
      await this.work(mix, random);
    }
  }

  rows(where: object): Promise<RefundEntity[]> {
    return this.shop.dataSource.manager.find(RefundEntity, { where, order: { tag: 'ASC' } });
  }

  /** The tags of the refunds that the service has of an order, sorted. */
  async tagsAtService(orderId: string): Promise<string[]> {
    const order = await this.shop.payments.orders.fetch(orderId, { group: 'web' });
    const refunds = order.related_transactions.filter(({ type }) => type === 'refund');
    return refunds.map(({ order_id }) => String(order_id)).sort();
  }

  private now(): number {
    return Date.now() + this.aheadMs;
  }

  /** From now on no one listens. */
  private async vanish(): Promise<void> {
    this.counts.struck += this.proxy.connections.filter(({ hasStruck }) => hasStruck).length;
    await this.proxy.close();
  }

  /** In the place of a proxy that was closed. */
  private async listenAgain({ onTheWay }: RefundMix, random: Random): Promise<void> {
    const { target, url } = this.proxy;
    this.proxy = await FaultProxy.start(target.href, Number(new URL(url).port));
    this.proxy.script(...Array.from({ length: PLANNED }, () => (random.chance(FAULTS) ? random.pick(onTheWay) : null)));
  }

  private async work(mix: RefundMix, random: Random): Promise<void> {
    const isRefused = random.chance(mix.refused ?? 0);
    if (random.chance(mix.late ?? 0)) {
      this.service.sandbox.faults.next('refund', 'delay', { delayMs: TOO_LATE_MS });
    }
    const isDenied = random.chance(mix.denied ?? 0);
    if (isDenied) this.service.sandbox.adjust('web', { error: REFUSED });
    if (isRefused) await this.vanish();
    const working = this.replicas.map((replica) => this.post(replica, 'work').catch(() => undefined));
    if (random.chance(mix.killed ?? 0)) await this.kill(random);
    await Promise.all(working);
    if (isDenied) this.service.sandbox.adjust('web', { error: null });
    if (isRefused) await this.listenAgain(mix, random);
  }

  /** One of them dies in the middle of what it does; the one that stands by takes its place. */
  private async kill(random: Random): Promise<void> {
    this.counts.kills += 1;
    await delay(random.between(0, LONGEST_WORK_MS));
    const victim = random.between(0, 1);
    await this.replicas[victim]!.kill();
    this.replicas[victim] = await this.standby;
    await this.post(this.replicas[victim]!, `ahead/${this.aheadMs}`);
    this.standby = this.launch();
  }

  /** When anything can happen next, in the time of the shop; a second from now when nothing says so. */
  private async nextAt(open: readonly RefundEntity[]): Promise<number> {
    const { manager } = this.shop.dataSource;
    const lanes = await manager.find(RefundLaneEntity);
    const watches = await manager.findBy(RefundWatchEntity, { state: 'pending', id: In(open.map(({ id }) => id)) });
    const { equalAmountGapMs } = this.shop.app.get(TerminalGroups).get('web').refunds;
    const waiting = open.filter(({ state }) => state === 'queued').map(({ orderId }) => orderId);
    const equal = waiting.length === 0 ? [] : await this.rows({ orderId: In(waiting) });
    const times = [
      ...lanes.flatMap(({ nextSlotAt, pausedUntil, dueAt }) => [nextSlotAt, pausedUntil, dueAt]),
      ...watches.map(({ dueAt }) => dueAt),
      ...open.map(({ notBefore }) => notBefore),
      ...equal.map(({ arrivedBy }) => (arrivedBy ?? 0) + equalAmountGapMs),
    ];
    const now = this.now();
    const later = times.filter((time) => time > now);
    return later.length > 0 ? Math.min(...later) : now + TIME_LIMIT_MS;
  }

  private async passUntil(at: number): Promise<void> {
    const late = this.service.sandbox.faults.state().injected.at(-1);
    // What is late is late by this much, not by what time is put forward.
    if (late) await waitFor(() => this.now() > late.at + 2 * TOO_LATE_MS, { what: 'what is late to have come in' });
    this.aheadMs += Math.max(0, at - this.now() + 1);
    await Promise.all(this.replicas.map((replica) => this.post(replica, `ahead/${this.aheadMs}`)));
  }

  private launch(): Promise<ShopProcess> {
    const settings = { database: this.database.options, key, serviceUrl: this.proxy.url, sinkUrl: this.sink.url };
    const group = { calls, timeoutMs: TIME_LIMIT_MS, refunds: { sendWithinMs: TIME_LIMIT_MS } };
    return startShopProcess({ ...settings, group, workers: 'off', clockAheadMs: this.aheadMs });
  }

  private async post({ url }: ShopProcess, path: string): Promise<void> {
    const answer = await fetch(`${url}/${path}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    await answer.text();
  }
}

/** The seed of this run: the one given, or one of its own. */
export const refundSeed = (): number => Number(process.env['SEED'] ?? randomInt(2 ** 31));
