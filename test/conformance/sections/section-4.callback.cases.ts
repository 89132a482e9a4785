import { expect } from '@jest/globals';
import { orderIn } from '../support/captured.js';
import { bringToShop } from '../support/merchant.js';
import type { Rule } from '../support/rule.types.js';
import { withWorld, type World } from '../support/world.js';
import { merchantRules } from './section-4.merchant.cases.js';

/** Replies of status 200 that count, and what may not. */
const ACKNOWLEDGEMENTS = ['OK', 'OK, thanks', 'all is OK', '<p>x SERVICE_OK y</p>', '<b>OK</b>.', '{"answer":"OK"}'];
const NO_ACKNOWLEDGEMENTS = ['', 'fine', 'o.k.', 'is OK now'];

async function verdictOn(world: World, reply: { status?: number; body?: string }): Promise<string | undefined> {
  const id = world.newId();
  world.answer(id, { order: reply });
  await world.order({ order_id: id });
  await world.notified(id, 1);
  await world.sandbox.idle();
  return (await world.sandbox.deliveries(id)).find(({ level }) => level === 'order')?.verdict;
}

/** §4.4: what the service calls, and what makes a reply an acknowledgement. */
const callback: readonly Rule[] = [
  {
    section: '4.4',
    item: 'POST',
    rule: 'calls the address with both parameters, the header Auth, and the order as its body',
    side: 'service',
    async check(world) {
      const id = await world.order();
      const [request] = await world.notified(id, 1);
      expect([request?.method, [...request!.query.keys()]]).toEqual(['POST', ['transactionid', 'timestamp']]);
      expect([typeof request?.headers['auth'], orderIn(request!)['order_id']]).toEqual(['string', id]);
    },
  },
  {
    section: '4.4',
    item: 'GET',
    rule: 'calls without a body; with transactionid the merchant reads the order',
    side: 'service',
    async check(world) {
      const options = { notification_url: `${world.receiver.url}/order`, notification_method: 'GET' };
      const [request] = await world.notified(await world.order({ payment_options: options }), 1);
      expect([request?.method, request?.body.length]).toEqual(['GET', 0]);
      expect(await world.read(String(request?.query.get('transactionid')))).toMatchObject({ amount: 4599 });
    },
  },
  {
    section: '4.4',
    item: 'acknowledgement',
    rule: 'status 200 and a body with OK in one of five places',
    side: 'service',
    async check(world) {
      const verdicts = await Promise.all(ACKNOWLEDGEMENTS.map((body) => verdictOn(world, { body })));
      expect(verdicts).toEqual(ACKNOWLEDGEMENTS.map(() => 'acknowledged'));
    },
  },
  {
    section: '4.4',
    item: 'acknowledgement',
    rule: 'neither another status nor another body will do',
    side: 'service',
    async check(world) {
      const replies = [
        ...NO_ACKNOWLEDGEMENTS.map((body) => ({ body })),
        { status: 201 },
        { status: 302 },
        { status: 500 },
      ];
      const verdicts = await Promise.all(replies.map((reply) => verdictOn(world, reply)));
      expect(verdicts).toEqual(replies.map(() => 'refused'));
    },
  },
  {
    section: '4.4',
    item: 'acknowledgement',
    rule: 'the merchant answers with status 200 and the word OK alone',
    side: 'merchant',
    async check(world) {
      const [request] = await world.notified(await world.order(), 1);
      expect(await bringToShop(world, request!)).toEqual({ status: 200, text: 'OK' });
    },
  },
  {
    section: '4.4',
    item: 'strict',
    rule: 'in its stricter form the rule wants OK first, or SERVICE_OK somewhere',
    side: 'service',
    check: () =>
      withWorld({ acknowledgement: 'strict' }, async (world) => {
        const verdicts = await Promise.all(ACKNOWLEDGEMENTS.map((body) => verdictOn(world, { body })));
        expect(verdicts.map((verdict) => verdict === 'acknowledged')).toEqual([true, true, false, true, false, false]);
      }),
  },
];

const open: readonly Rule[] = [
  {
    section: '4.4',
    item: 'refunds',
    rule: 'the operations of refunds',
    decision: 'POST /orders/{order_id}/refunds, protocol §2.6; the refund stands in related_transactions',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      const body = { currency: 'EUR', amount: 1000, description: 'one mug' };
      const { json } = await world.call({ method: 'POST', path: `/orders/${id}/refunds`, body });
      expect(json).toMatchObject({ success: true });
      expect(await world.read(id)).toMatchObject({ amount_refunded: 1000, related_transactions: [{ amount: 1000 }] });
    },
  },
];

/** §4.4: the merchant's callback. */
export const merchantCallback: readonly Rule[] = [...callback, ...merchantRules, ...open];
