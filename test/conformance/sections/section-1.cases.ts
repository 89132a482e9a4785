import { expect } from '@jest/globals';
import type { ReceivedRequest } from '../../sandbox/support/receiver.js';
import { canaryKey } from '../../support/canary.js';
import { orderIn } from '../support/captured.js';
import { triggers } from './section-1.triggers.cases.js';
import type { Rule, Section } from '../support/rule.types.js';
import { LIVE_RULES, TILL_KEY, WEB_KEY, withWorld, type World } from '../support/world.js';

const methodOf = async (world: World, method?: 'POST' | 'GET'): Promise<ReceivedRequest> => {
  const choice = method === undefined ? {} : { notification_method: method };
  const id = await world.order({ payment_options: { notification_url: `${world.receiver.url}/order`, ...choice } });
  const [request] = await world.notified(id, 1);
  return request!;
};

const transport: readonly Rule[] = [
  {
    section: '1',
    item: '2',
    rule: 'notifications travel over HTTPS, to the address that is set up',
    side: 'service',
    check: () =>
      withWorld(LIVE_RULES, async (world) => {
        const to = async (url: string): Promise<unknown> =>
          (await world.create({ payment_options: { notification_url: url } })).json['success'];
        expect([await to('https://shop.example/hook'), await to('http://shop.example/hook')]).toEqual([true, false]);
      }),
  },
  {
    section: '1',
    item: '2',
    rule: 'the order chooses by notification_method whether it is notified by POST or by GET; POST when it says nothing',
    side: 'service',
    async check(world) {
      const methods = [await methodOf(world, 'POST'), await methodOf(world, 'GET'), await methodOf(world)];
      expect(methods.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
    },
  },
  {
    section: '1',
    item: '3',
    rule: 'a POST brings the order along as it is after the change; nothing has to be asked for',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      const [, paid] = await world.notified(id, 2);
      expect(orderIn(paid!)).toEqual(await world.read(id));
    },
  },
  {
    section: '1',
    item: '3',
    rule: 'a GET brings no order; it is to be had by get-order',
    side: 'service',
    async check(world) {
      const request = await methodOf(world, 'GET');
      expect(request.body).toHaveLength(0);
      expect(await world.read(String(request.query.get('transactionid')))).toMatchObject({ status: 'initialized' });
    },
  },
];

const levels: readonly Rule[] = [
  {
    section: '1',
    item: '4',
    rule: 'the address may be set for a site or a terminal group, and for a single order',
    side: 'service',
    async check(world) {
      const forSite = await world.order({ payment_options: {} });
      const forTills = await world.order({ payment_options: {} }, TILL_KEY);
      const forOrder = await world.order();
      const [site] = await world.notified(forSite, 1, world.site);
      const [till] = await world.notified(forTills, 1, world.site);
      const [order] = await world.notified(forOrder, 1);
      expect([site?.path, till?.path, order?.path]).toEqual(['/site', '/till', '/order']);
    },
  },
  {
    section: '1',
    item: '5',
    rule: "the order's own address goes first, and alone while it works",
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      const levels = (await world.sandbox.deliveries(id)).map(({ level }) => level);
      expect(levels).toEqual(['order', 'order']);
    },
  },
  {
    section: '1',
    item: '5',
    rule: "when the order's own address fails, the site's is notified at once",
    side: 'service',
    async check(world) {
      const id = world.newId();
      world.answer(id, { order: { status: 500 } });
      await world.order({ order_id: id });
      await world.notified(id, 1, world.site);
      await world.sandbox.idle();
      const deliveries = await world.sandbox.deliveries(id);
      expect(deliveries.map(({ level, at }) => [level, at])).toEqual([
        ['order', world.clock.now()],
        ['site', world.clock.now()],
      ]);
    },
  },
  {
    section: '1',
    item: '6',
    rule: "with the site's address alone, notification_method POST brings the order to it by POST",
    side: 'service',
    async check(world) {
      const id = await world.order({ payment_options: { notification_method: 'POST' } }, WEB_KEY);
      const [request] = await world.notified(id, 1, world.site);
      expect([request?.method, orderIn(request!)['order_id']]).toEqual(['POST', id]);
    },
  },
];

/** Method and path of everything that can be asked of the service, for an order that exists. */
const OPERATIONS: readonly (readonly [string, (id: string) => string])[] = [
  ['POST', () => '/orders'],
  ['GET', (id) => `/orders/${id}`],
  ['PATCH', (id) => `/orders/${id}`],
  ['POST', (id) => `/orders/${id}/capture`],
  ['PATCH', (id) => `/capture/${id}`],
  ['POST', (id) => `/orders/${id}/cancel`],
  ['POST', (id) => `/orders/${id}/refunds`],
  ['PATCH', (id) => `/orders/${id}/refunds/1`],
  ['GET', () => '/transactions'],
  ['GET', () => '/gateways'],
  ['GET', () => '/terminals'],
  ['GET', () => '/terminal-groups/web/terminals'],
];

const open: readonly Rule[] = [
  {
    section: '1',
    item: '7',
    rule: 'the complete list of what can be asked of the service',
    decision: 'what a shop needs of protocol §2: orders, updates, captures, refunds, transactions, terminals',
    side: 'service',
    async check(world) {
      const id = await world.order();
      for (const [method, path] of OPERATIONS) {
        const { json } = await world.call({
          method,
          path: path(id),
          key: canaryKey('nobody'),
          ...(method === 'GET' ? {} : { body: {} }),
        });
        expect([method, path(id), json['error_code']]).toEqual([method, path(id), 1032]);
      }
    },
  },
];

/** What the service does: triggers, transport, and the two levels of address. */
export const section1: Section = {
  number: '1',
  title: 'What the service does',
  rules: [...triggers, ...transport, ...levels, ...open],
};
