import { expect } from '@jest/globals';
import { authParts, orderIn } from '../support/captured.js';
import { bringToShop } from '../support/merchant.js';
import type { Rule } from '../support/rule.types.js';
import { RESEND_INTERVAL_MS } from '../support/world.js';

/** §2.1: the notification request, row by row. */
export const notificationRequest: readonly Rule[] = [
  {
    section: '2.1',
    item: 'transactionid',
    rule: 'a query parameter names the order by the id that the merchant gave it',
    side: 'service',
    async check(world) {
      const id = await world.order({ order_id: `${world.newId()}/2026_a.b` });
      const [request] = await world.notified(id, 1);
      expect(request?.query.getAll('transactionid')).toEqual([id]);
    },
  },
  {
    section: '2.1',
    item: 'transactionid',
    rule: 'the other spelling, transaction_id, means the same and is understood',
    side: 'merchant',
    async check(world) {
      const [request] = await world.notified(await world.order(), 1);
      const search = `?${request!.query}`.replace('transactionid', 'transaction_id');
      expect(await bringToShop(world, request!, { search })).toEqual({ status: 200, text: 'OK' });
    },
  },
  {
    section: '2.1',
    item: 'timestamp',
    rule: 'a query parameter says when the notification was triggered',
    side: 'service',
    async check(world) {
      const id = await world.order();
      const [request] = await world.notified(id, 1);
      expect(request?.query.get('timestamp')).toBe(String(Math.floor(world.clock.now() / 1_000)));
    },
  },
  {
    section: '2.1',
    item: 'timestamp',
    rule: 'it is another one each time the notification is sent again',
    side: 'service',
    async check(world) {
      const id = world.newId();
      world.answer(id, { order: { body: 'no' }, site: { body: 'no' } });
      await world.order({ order_id: id });
      await world.notified(id, 1);
      await world.sandbox.idle();
      for (let resend = 0; resend < 3; resend += 1) await world.pass(RESEND_INTERVAL_MS);
      const stamps = (await world.notified(id, 4)).map(({ query }) => query.get('timestamp'));
      expect(new Set(stamps).size).toBe(4);
    },
  },
  {
    section: '2.1',
    item: 'Auth',
    rule: 'a POST carries base64 text that spells a timestamp, a colon and a signature in hexadecimal',
    side: 'service',
    async check(world) {
      const [request] = await world.notified(await world.order(), 1);
      expect(String(request?.headers['auth'])).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      const { timestamp, signature } = authParts(request!);
      expect([timestamp, signature]).toEqual([
        request?.query.get('timestamp'),
        expect.stringMatching(/^[0-9a-f]{128}$/),
      ]);
    },
  },
  {
    section: '2.1',
    item: 'Auth',
    rule: 'a GET carries none',
    side: 'service',
    async check(world) {
      const options = { notification_url: `${world.receiver.url}/order`, notification_method: 'GET' };
      const [request] = await world.notified(await world.order({ payment_options: options }), 1);
      expect([request?.method, request?.headers['auth']]).toEqual(['GET', undefined]);
    },
  },
  {
    section: '2.1',
    item: 'body',
    rule: 'a POST has the order as its body, in JSON; a GET has none',
    side: 'service',
    async check(world) {
      const [request] = await world.notified(await world.order({ description: 'Thé à deux' }), 1);
      expect(request?.headers['content-type']).toMatch(/^application\/json\b/);
      expect(orderIn(request!)).toMatchObject({ description: 'Thé à deux', status: 'initialized' });
    },
  },
  {
    section: '2.1',
    item: 'query',
    rule: 'both parameters stand behind the configured address, joined by & to a query that is there already',
    side: 'service',
    async check(world) {
      const url = `${world.receiver.url}/order?type=notification`;
      const id = await world.order({ payment_options: { notification_url: url, notification_method: 'POST' } });
      const [request] = await world.notified(id, 1);
      expect([...request!.query.keys()]).toEqual(['type', 'transactionid', 'timestamp']);
    },
  },
];
