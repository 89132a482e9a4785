import { expect } from '@jest/globals';
import { cart, MUG } from '../support/cart.js';
import { expectFault } from '../support/faults.js';
import { list } from '../support/listing.js';
import type { Rule, Section } from '../support/rule.types.js';
import type { ServiceReply } from '../support/service-call.js';
import { LIVE_RULES, RESEND_INTERVAL_MS, withWorld, type World } from '../support/world.js';
import { refundGuard } from './section-8.refund-guard.cases.js';

const LONGER_THAN_ANY_PLAN_MS = 24 * 3_600_000;

/** How many minutes after the event an order's notification was sent, when no one ever acknowledges. */
async function sendingsOf(world: World): Promise<{ minutes: number[]; stamps: number }> {
  const id = world.newId();
  world.answer(id, { order: { body: 'no' }, site: { body: 'no' } });
  const start = world.clock.now();
  await world.order({ order_id: id });
  await world.sandbox.idle();
  await world.pass(LONGER_THAN_ANY_PLAN_MS);
  const sendings = (await world.sandbox.deliveries(id)).filter(({ level }) => level === 'order');
  const minutes = sendings.map(({ at }) => (at - start) / 60_000);
  return { minutes, stamps: new Set(sendings.map(({ timestamp }) => timestamp)).size };
}

const rules: readonly Rule[] = [
  {
    section: '8',
    item: 'resends',
    rule: 'sent again three times, a quarter of an hour apart, each with a timestamp of its own; then no more',
    side: 'service',
    async check(world) {
      expect(RESEND_INTERVAL_MS).toBe(15 * 60_000);
      expect(await sendingsOf(world)).toEqual({ minutes: [0, 15, 30, 45], stamps: 4 });
    },
  },
  {
    section: '8',
    item: 'resends',
    rule: 'by the other description: twice within a quarter of an hour',
    side: 'service',
    check: () =>
      withWorld({ deliveryPlan: 'short' }, async (world) => {
        const { minutes, stamps } = await sendingsOf(world);
        expect([minutes.length, stamps, Math.max(...minutes) <= 15]).toEqual([3, 3, true]);
      }),
  },
  {
    section: '8',
    item: 'minimum amount',
    rule: '1 cent',
    side: 'service',
    async check(world) {
      expect((await world.create({ amount: 1 })).json['success']).toBe(true);
      expectFault(await world.create({ amount: 0 }), 1001);
    },
  },
  {
    section: '8',
    item: 'order description',
    rule: '200 characters at most, however many bytes each of them takes',
    side: 'service',
    async check(world) {
      expect((await world.create({ description: '☕'.repeat(200) })).json['success']).toBe(true);
      expectFault(await world.create({ description: 'x'.repeat(201) }), 1008);
    },
  },
  {
    section: '8',
    item: 'var1..var3',
    rule: '100 characters at most, each',
    side: 'service',
    async check(world) {
      for (const name of ['var1', 'var2', 'var3']) {
        expect((await world.create({ [name]: 'x'.repeat(100) })).json['success']).toBe(true);
        expectFault(await world.create({ [name]: 'x'.repeat(101) }), 1010);
      }
    },
  },
  ...refundGuard,
  {
    section: '8',
    item: 'webhook URL',
    rule: 'no port, https, and a small set of characters',
    side: 'service',
    check: () =>
      withWorld(LIVE_RULES, async (world) => {
        const url = 'https://shop.example/hook';
        const reply = (text: string): Promise<ServiceReply> =>
          world.create({ payment_options: { notification_url: text, notification_method: 'POST' } });
        expect((await reply(url)).json['success']).toBe(true);
        for (const bad of [url.replace('https', 'http'), url.replace('/hook', ':8443/hook'), `${url}?a=b`]) {
          expect((await reply(bad)).json['success']).toBe(false);
        }
      }),
  },
  {
    section: '8',
    item: 'tax rates',
    rule: 'a cart is checked with 9 and with 21 per cent',
    decision: 'tables of other rates are taken as they are, and the sum is checked with every rate; see §7, 1029',
    side: 'service',
    async check(world) {
      for (const [rate, amount] of [
        [0.09, 2180],
        [0.21, 2420],
        [0.19, 2380],
      ] as const) {
        expect((await world.create(cart([MUG], { rate, amount }))).json).toMatchObject({ success: true });
      }
      expectFault(await world.create(cart([{ ...MUG, tax_rate: 0.19 }])), 1029);
      expectFault(await world.create(cart([MUG], { rate: 0.19 })), 1027);
    },
  },
  {
    section: '8',
    item: 'rate limits',
    rule: 'how many calls are allowed',
    decision: 'none by itself; the fault rate-limit answers 429 with Retry-After when it is asked for',
    side: 'service',
    async check(world) {
      world.sandbox.faults.next('create', 'rate-limit', { retryAfterSeconds: 7 });
      const body = JSON.stringify({});
      const limited = await fetch(`${world.url}/v1/json/orders`, { method: 'POST', body });
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
      expect((await world.create()).status).toBe(200);
    },
  },
  {
    section: '8',
    item: 'page size',
    rule: 'what limit is when nothing is said, and at most',
    decision: '100, and 1000 at most, protocol §2.8',
    side: 'service',
    async check(world) {
      const { pager } = await list(world);
      expect(pager).toMatchObject({ limit: 100 });
      expect((await list(world, { limit: '1000' })).pager).toMatchObject({ limit: 1000 });
      expect((await world.call({ path: '/transactions', query: { limit: '1001' } })).status).toBe(400);
    },
  },
];

/** Limits. */
export const section8: Section = { number: '8', title: 'Limits', rules };
