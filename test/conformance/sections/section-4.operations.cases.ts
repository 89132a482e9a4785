import { expect } from '@jest/globals';
import { expectFault } from '../support/faults.js';
import type { Rule } from '../support/rule.types.js';
import { ORDER, WEB_KEY } from '../support/world.js';

/** §4.1 and §4.2: creating an order and reading it. */
export const createAndGet: readonly Rule[] = [
  {
    section: '4.1',
    item: 'request',
    rule: 'POST /v1/json/orders with the key in the query and the order in JSON creates it',
    side: 'service',
    async check(world) {
      const id = world.newId();
      const response = await fetch(`${world.url}/v1/json/orders?api_key=${WEB_KEY}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ORDER, order_id: id }),
      });
      expect([response.status, await response.json()]).toMatchObject([200, { success: true, data: { order_id: id } }]);
    },
  },
  {
    section: '4.1',
    item: 'error',
    rule: 'what is wrong is answered with a code of section 7, and nothing is created',
    side: 'service',
    async check(world) {
      const id = world.newId();
      expectFault(await world.create({ order_id: id, amount: 0 }), 1001);
      expectFault(await world.call({ path: `/orders/${id}` }), 1006);
    },
  },
  {
    section: '4.1',
    item: 'response',
    rule: 'what a created order is answered with',
    decision: 'order_id, session_id and payment_url, protocol §2.1; the shop relies on order_id alone',
    side: 'both',
    async check(world) {
      const { data } = await world.create();
      expect(data).toMatchObject({
        order_id: expect.any(String),
        session_id: expect.any(String),
        payment_url: expect.stringMatching(/^http/),
      });
    },
  },
  {
    section: '4.2',
    item: 'request',
    rule: "GET /v1/json/orders/ and the merchant's id, with the key in the query, reads an order",
    side: 'service',
    async check(world) {
      const id = await world.order({ order_id: `${world.newId()}/b` });
      const response = await fetch(`${world.url}/v1/json/orders/${encodeURIComponent(id)}?api_key=${WEB_KEY}`);
      expect([response.status, await response.json()]).toMatchObject([200, { success: true, data: { order_id: id } }]);
    },
  },
  {
    section: '4.2',
    item: 'response',
    rule: 'the order stands in data, with the status it has now',
    side: 'service',
    async check(world) {
      const id = await world.order();
      const statuses = [(await world.read(id))['status']];
      await world.sandbox.decline(id);
      statuses.push((await world.read(id))['status']);
      await world.sandbox.pay(id);
      statuses.push((await world.read(id))['status']);
      expect(statuses).toEqual(['initialized', 'declined', 'completed']);
    },
  },
];
