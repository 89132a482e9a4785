import { expect } from '@jest/globals';
import { authParts, orderIn } from '../support/captured.js';
import { shopOrder, shopReaches } from '../support/merchant.js';
import type { Rule, Section } from '../support/rule.types.js';
import { RESEND_INTERVAL_MS, withWorld } from '../support/world.js';
import { addresses } from './section-6.addresses.cases.js';

const delivery: readonly Rule[] = [
  {
    section: '6',
    item: 'Delivery',
    rule: 'there is one kind of event; it goes out by POST or by GET',
    side: 'service',
    async check(world) {
      for (const method of ['POST', 'GET']) {
        const options = { notification_url: `${world.receiver.url}/order`, notification_method: method };
        const id = await world.order({ payment_options: options });
        await world.sandbox.pay(id);
        expect((await world.notified(id, 2)).map((request) => request.method)).toEqual([method, method]);
      }
    },
  },
  {
    section: '6',
    item: 'Retry',
    rule: 'without an acknowledgement it is sent again, with another timestamp and so another signature',
    side: 'service',
    async check(world) {
      const id = world.newId();
      world.answer(id, { order: { body: 'no' }, site: { body: 'no' } });
      await world.order({ order_id: id });
      await world.sandbox.idle();
      await world.pass(RESEND_INTERVAL_MS);
      const [first, again] = await world.notified(id, 2);
      expect(authParts(again!).timestamp).not.toBe(authParts(first!).timestamp);
      expect(authParts(again!).signature).not.toBe(authParts(first!).signature);
      world.answer(id, {});
      await world.pass(RESEND_INTERVAL_MS);
      await world.pass(RESEND_INTERVAL_MS);
      expect(await world.notified(id, 3)).toHaveLength(3);
    },
  },
  {
    section: '6',
    item: 'Manual resend',
    rule: 'the dashboard lists every notification, and sends each of them again',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      const paid = (await world.sandbox.deliveries(id)).at(-1)!;
      const dashboard = `${world.url}/merchant/notifications`;
      const page = await (await fetch(dashboard)).text();
      expect([page.includes(id), page.includes(`action="/merchant/notifications/${paid.id}/resend"`)]).toEqual([
        true,
        true,
      ]);
      const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const form = new URLSearchParams({ token });
      const answer = await fetch(`${dashboard}/${paid.id}/resend`, { method: 'POST', body: form, redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(orderIn((await world.notified(id, 3)).at(-1)!)['status']).toBe('completed');
      await world.sandbox.idle();
      expect((await world.sandbox.deliveries(id)).at(-1)).toMatchObject({ trigger: 'manual', verdict: 'acknowledged' });
    },
  },
  {
    section: '6',
    item: 'Manual resend',
    rule: 'a resend by hand is one more request, with a timestamp of its own, and no part of the plan',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      const paid = (await world.sandbox.deliveries(id)).at(-1)!;
      const again = await world.sandbox.resend(paid.id);
      expect([again.cause, again.trigger, again.timestamp > paid.timestamp]).toEqual(['paid', 'manual', true]);
      await world.pass(RESEND_INTERVAL_MS);
      expect(await world.sandbox.deliveries(id)).toHaveLength(3);
      const { items } = await world.sandbox.notifications({ limit: 2 });
      expect(items.map(({ orderId, cause }) => [orderId, cause])).toEqual([
        [id, 'paid'],
        [id, 'created'],
      ]);
    },
  },
  {
    section: '6',
    item: 'Fallback to site URL',
    rule: "when the order's own address fails, the site's is notified at once",
    side: 'service',
    async check(world) {
      const id = world.newId();
      world.answer(id, { order: { status: 503 } });
      await world.order({ order_id: id });
      const [[own], [site]] = [await world.notified(id, 1), await world.notified(id, 1, world.site)];
      expect(site?.body.equals(own!.body)).toBe(true);
      await world.pass(RESEND_INTERVAL_MS);
      expect(await world.notified(id, 1)).toHaveLength(1);
    },
  },
  {
    section: '6',
    item: 'Delay',
    rule: 'notifications may come late: the merchant asks when the shopper returns, later once more, and changes nothing when they come',
    side: 'both',
    check: () =>
      withWorld({ autoDeliver: false }, async (world) => {
        const { payments, handlers } = await world.shop();
        const id = await shopOrder(world);
        expect(await payments.orders.settle(id)).toMatchObject({ paid: false });
        await world.sandbox.pay(id);
        expect(await payments.orders.settle(id)).toMatchObject({ paid: true, status: 'completed' });
        expect(await world.sandbox.runDue()).toBe(2);
        await shopReaches(world, id, 'completed');
        expect(handlers.count('transaction', 'completed')).toBe(1);
      }),
  },
];

/** Reads a stream until something has been said in it, and answers everything up to then. */
async function untilEvent(stream: Response, wanted: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString('utf8');
    if (wanted.test(text)) break;
  }
  return text;
}

const open: readonly Rule[] = [
  {
    section: '6',
    item: 'event names',
    rule: 'names of event types',
    decision: 'none on the wire; what an event was about is read from the order',
    side: 'both',
    async check(world) {
      const [request] = await world.notified(await world.order(), 1);
      expect(Object.keys(orderIn(request!)).filter((name) => /event|type/.test(name))).toEqual([]);
    },
  },
  {
    section: '6',
    item: 'device notifications',
    rule: 'notifications of devices',
    decision: 'a stream of events, protocol §7.1: a hint for screens; the truth are the notification and get-order',
    side: 'service',
    async check(world) {
      const { data } = await world.create();
      const stream = await fetch(String(data['events_stream_url']), {
        headers: { accept: 'text/event-stream', authorization: String(data['events_token']) },
        signal: AbortSignal.timeout(10_000),
      });
      await world.sandbox.pay(String(data['order_id']));
      expect(await untilEvent(stream, /"status":"completed"/)).toContain('event: session.order');
    },
  },
  {
    section: '6',
    item: 'unmasking',
    rule: 'the setting that shows account numbers in full',
    decision: 'the switch maskIbans; masked by default',
    side: 'service',
    check: () =>
      withWorld({ maskIbans: false }, async (world) => {
        const id = await world.paidOrder({}, 'IDEAL');
        const [, paid] = await world.notified(id, 2);
        expect(orderIn(paid!)['payment_details']).toMatchObject({
          account_iban: expect.stringMatching(/^[A-Z]{2}\d{2}/),
        });
      }),
  },
];

/** Notifications as events: delivery, retries, and the addresses they go to. */
export const section6: Section = { number: '6', title: 'Events', rules: [...delivery, ...addresses, ...open] };
