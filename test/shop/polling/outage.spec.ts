import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { DiagnosticsService, isPaymentError, PaymentsClient, TerminalGroups, type CallOptions } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { ApiRateLimiter } from '../../../src/shop/client/limits/api-rate-limiter.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { sized } from '../../support/long-run.js';
import { newOrder } from '../../support/order-stage.js';
import { startOrderService, type OrderService } from '../../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { addUnheardOrders } from './poll-rows.js';

const DAY_MS = 86_400_000;
/** How many orders an outage of a day has left without an error, and the budget: a tenth of both is enough to see. */
const ORDERS = sized({ usual: 120, long: 10_000 });
const CALLS = { callsPerSecond: sized({ usual: 40, long: 200 }), burst: 24, reservedCalls: 8, circuitPauseMs: 300 };
const CHECKOUT_EVERY_MS = 60;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Orders opened throughout a day, each due soon after, of which the service knows that they are paid. */
async function afterADay(count: number, calls: CallOptions = {}) {
  const service = await startOrderService();
  closers.push(() => service.close());
  const [web] = shopOptions().terminalGroups;
  const terminalGroups = [{ ...web!, baseUrl: service.url, calls: { ...CALLS, ...calls } }];
  const shop = await startShop({ options: { workers: 'off', terminalGroups } });
  closers.push(() => shop.close());
  const ids = Array.from({ length: count }, (_, index) => `O-${index}`);
  const began = Date.now() - DAY_MS;
  const openedAt = (index: number): number => began + Math.floor((index * (DAY_MS - 600_000)) / count);
  await addUnheardOrders(shop.dataSource, { ids, openedAt, dueAt: (index) => openedAt(index) + 120_000 });
  for (const [index, orderId] of ids.entries()) {
    service.orders.set(orderId, orderBody({ orderId, amount: 1250, at: openedAt(index), transactionId: `7${index}` }));
  }
  return { service, shop, ids };
}

/** Customers who check out all the while, and come again when they are sent away: whose call has waited too long for its turn. */
class Customers {
  /** How many were served. */
  served = 0;
  /** When some were sent away, by `performance.now()`. */
  readonly sentAway: number[] = [];
  private readonly leaving = new AbortController();
  private readonly coming: Promise<void>;

  constructor(private readonly shop: ShopHost) {
    this.coming = this.come();
  }

  async leave(): Promise<void> {
    this.leaving.abort();
    await this.coming;
  }

  private async come(): Promise<void> {
    while (!this.leaving.signal.aborted) {
      const began = performance.now();
      const order: unknown = await this.shop.payments
        .group('web')
        .orders.create(newOrder())
        .catch((failure: unknown) => failure);
      if (isPaymentError(order)) this.sentAway.push(began);
      else this.served += 1;
      await delay(CHECKOUT_EVERY_MS);
    }
  }
}

/** Ticks one after the other, as a loop does, until nothing is due. */
async function tickUntilDone(shop: ShopHost): Promise<void> {
  await waitFor(
    async () => {
      await shop.payments.polling.tick();
      const [status] = await shop.payments.polling.status('web');
      return status?.dueNow === 0 && (await paid(shop)) === ORDERS;
    },
    { timeoutMs: sized({ usual: 60_000, long: 1_200_000 }), intervalMs: 50, what: 'every order to be settled' },
  );
}

/** Polls that failed are planned anew, some seconds from now; here they are due as if they had not been taken. */
const makeDueAgain = (shop: ShopHost): Promise<unknown> =>
  shop.dataSource.query("UPDATE tillbridge_poll SET due_at = opened_at + 120000 WHERE state = 'pending'");

const paid = (shop: ShopHost): Promise<number> => shop.count("tillbridge_order WHERE status = 'completed'");
const readsOf = ({ calls }: OrderService) => calls.filter(({ isCreate }) => !isCreate);

/** When the budget let reads go. They may arrive later, and close together, on a machine that is busy with other things. */
function watchReads(): number[] {
  const admitted: number[] = [];
  const { acquire } = ApiRateLimiter.prototype;
  const watch = jest.spyOn(ApiRateLimiter.prototype, 'acquire').mockImplementation(async function (
    this: ApiRateLimiter,
    priority,
  ) {
    const mayGo = await acquire.call(this, priority);
    if (mayGo && priority !== 'checkout') admitted.push(performance.now());
    return mayGo;
  });
  closers.push(() => watch.mockRestore());
  return admitted;
}

/** The most calls in any stretch of so many milliseconds. */
function mostWithin(times: readonly number[], ms: number): number {
  let [first, most] = [0, 0];
  for (const [last, at] of times.entries()) {
    while (at - times[first]! > ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe('an outage that leaves a day of orders due (scenario P3)', () => {
  it('asks little while it lasts, and recovers within the budget, the newest first, with customers served', async () => {
    const { service, shop, ids } = await afterADay(ORDERS);
    service.state.refusesReads = { status: 503 };
    const atRest = performance.now();
    while (performance.now() - atRest < 1_000) {
      await shop.payments.polling.tick();
      await delay(20);
    }
    const inVain = readsOf(service).length;
    expect(inVain).toBeGreaterThan(0);
    expect(inVain).toBeLessThanOrEqual(60);

    service.calls.length = 0;
    service.state.refusesReads = null;
    await makeDueAgain(shop);
    const backAt = performance.now();
    const admitted = watchReads();
    const customers = new Customers(shop);
    await tickUntilDone(shop);
    await customers.leave();
    const reads = readsOf(service);
    expect(admitted.length).toBeGreaterThanOrEqual(reads.length);
    expect(customers.served).toBeGreaterThan(2);
    // The circuit has to find out; after that no one is.
    for (const at of customers.sentAway) expect(at - backAt).toBeLessThan(CALLS.circuitPauseMs);
    for (const seconds of [0.5, 1, 2]) {
      const most = CALLS.burst - CALLS.reservedCalls + CALLS.callsPerSecond * seconds;
      expect(mostWithin(admitted, seconds * 1_000)).toBeLessThanOrEqual(most * 1.1 + 1);
    }
    // Each read once, but for those under way when it came back; pages of the list besides.
    const singles = reads.filter(({ orderId }) => ids.includes(orderId));
    expect(singles.length).toBeLessThanOrEqual(ORDERS + 20);
    const place = (part: typeof singles) =>
      part.reduce((sum, { orderId }) => sum + ids.indexOf(orderId), 0) / part.length;
    const third = Math.floor(singles.length / 3);
    expect(place(singles.slice(0, third))).toBeGreaterThan(place(singles.slice(-third)) + ORDERS / 5);
  }, 1_300_000);

  it('plans what is not paid yet by chance, so that it does not come due together again', async () => {
    const { service, shop, ids } = await afterADay(20, { callsPerSecond: 1_000, burst: 1_000 });
    for (const orderId of ids) {
      service.orders.set(
        orderId,
        orderBody({ orderId, amount: 1250, status: 'initialized', transactionId: null, at: 0 }),
      );
    }
    const { manager } = shop.dataSource;
    await manager.update(PollEntity, { group: 'web' }, { openedAt: Date.now() - DAY_MS / 2 });
    await shop.payments.polling.tick();
    const dueAt = (await manager.find(PollEntity)).map((row) => row.dueAt);
    expect(Math.max(...dueAt) - Math.min(...dueAt)).toBeGreaterThan(60_000);
    expect(new Set(dueAt.map((at) => Math.floor(at / 10_000))).size).toBeGreaterThan(10);
  });
});

describe('a service that asks for patience (scenario P3)', () => {
  it.each([429, 503])('with %i is left alone by polls as long as it says, and not by customers', async (status) => {
    const { service, shop } = await afterADay(40);
    service.state.refusesReads = { status, headers: { 'retry-after': '1' } };
    const customers = new Customers(shop);
    await shop.payments.polling.tick();
    const refused = readsOf(service);
    const lastRefused = refused.at(-1)!.at;
    service.state.refusesReads = null;
    await waitFor(
      async () => {
        await makeDueAgain(shop);
        await shop.payments.polling.tick();
        return (await paid(shop)) === 40;
      },
      { timeoutMs: 30_000 },
    );
    await customers.leave();
    // A page, and so many looks as are under way at a time: none of them again, before a slow machine was patient enough.
    const impatient = refused.filter(({ at }) => at - refused[0]!.at < 1_000);
    expect(impatient.length).toBeLessThanOrEqual(1 + 20);
    const next = readsOf(service)[refused.length]!.at;
    expect(next - lastRefused).toBeGreaterThanOrEqual(999);
    const meanwhile = service.calls.filter(({ isCreate, at }) => isCreate && at > lastRefused && at < next);
    expect(meanwhile.length).toBeGreaterThan(0);
    // So many failures in a row may open the circuit for its own short pause, where no customer was served between them.
    const sentAway = customers.sentAway.filter((at) => status === 429 || at - lastRefused > 2 * CALLS.circuitPauseMs);
    expect(sentAway).toEqual([]);
  });
});

/** More polls in vain than an order has before it is reported. */
const ROUNDS = 7;

describe('pages of something else in place of the service (scenario P3)', () => {
  it.each([
    [
      'a redirect to a page about maintenance',
      { status: 302, headers: { location: 'https://example.org/maintenance' } },
    ],
    ['a page that a proxy makes', { status: 200, headers: { 'content-type': 'text/html' } }],
  ])(
    '%s is a service that is away, and no fault of each order',
    async (_, refusesReads) => {
      const { service, shop } = await afterADay(20);
      service.state.refusesReads = refusesReads;
      for (let round = 0; round < ROUNDS; round += 1) {
        await makeDueAgain(shop);
        await shop.payments.polling.tick();
      }
      expect(await shop.count('tillbridge_order WHERE attention IS NOT NULL')).toBe(0);
      expect(shop.logs.matching('docs/runbook.md#order-not-readable')).toEqual([]);
      expect(shop.logs.matching('are held back')).toHaveLength(1);
      const { service: groups } = await shop.app.get(DiagnosticsService).read();
      expect(groups).toMatchObject([{ group: 'web', failingSince: expect.any(Number) }]);
      service.state.refusesReads = null;
      await waitFor(
        async () => {
          await makeDueAgain(shop);
          await shop.payments.polling.tick();
          return (await paid(shop)) === 20;
        },
        { timeoutMs: 60_000, intervalMs: 50 },
      );
      const { service: again } = await shop.app.get(DiagnosticsService).read();
      expect(again).toMatchObject([{ group: 'web', failingSince: null }]);
    },
    120_000,
  );

  it('of one order only is a fault of that order, which needs attention, and keeps no other one waiting', async () => {
    const { service, shop } = await afterADay(20);
    Object.assign(service.state, {
      refusesReads: { status: 302, headers: { location: '/blocked' } },
      refusesOnly: 'O-7',
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      await shop.payments.polling.tick();
      await shop.app.get(PaymentsClient).getOrder(shop.app.get(TerminalGroups).get('web'), 'O-3');
      await makeDueAgain(shop);
    }
    expect(await paid(shop)).toBe(19);
    expect(shop.logs.matching('docs/runbook.md#order-not-readable')).toHaveLength(1);
    expect(await shop.payments.orders.find('O-7')).toMatchObject({ attention: expect.anything() });
  });
});
