import { expect } from '@jest/globals';
import { canaryKey } from '../../support/canary.js';
import { expectFault } from '../support/faults.js';
import { ACCEPTED, bringToShop, expectRefusal, notification, shopOrder } from '../support/merchant.js';
import type { Rule, Section } from '../support/rule.types.js';
import { BARE_KEY, WEB_KEY, withWorld } from '../support/world.js';
import { validation } from './section-5.signature.cases.js';

const keys: readonly Rule[] = [
  {
    section: '5',
    item: '1',
    rule: "the website's key goes in the query parameter api_key",
    side: 'service',
    async check(world) {
      const path = `/orders/${await world.order()}`;
      expect((await world.call({ path, key: WEB_KEY })).json['success']).toBe(true);
      expectFault(await world.call({ path, key: null }), 1032);
    },
  },
  {
    section: '5',
    item: '1',
    rule: 'a key that is not valid for the account is answered with 1032',
    side: 'service',
    async check(world) {
      expectFault(await world.create({}, canaryKey('unknown')), 1032);
      expectFault(await world.call({ path: `/orders/${await world.order()}`, key: BARE_KEY }), 1006);
    },
  },
  {
    section: '5',
    item: '1',
    rule: "a live key belongs to the live environment and a test key to the other; here a live environment's key opens nothing",
    side: 'service',
    async check(world) {
      expectFault(await world.create({}, `live_${canaryKey('web')}`), 1032);
    },
  },
];

const further: readonly Rule[] = [
  {
    section: '5',
    item: '3',
    rule: 'the merchant also checks that the timestamp is recent',
    side: 'merchant',
    async check(world) {
      const request = await notification(world);
      world.clock.advance(9 * 60_000);
      expect(await bringToShop(world, request)).toEqual(ACCEPTED);
      world.clock.advance(2 * 60_000);
      await expectRefusal(world, request);
    },
  },
  {
    section: '5',
    item: '3',
    rule: "that requests come from the service's addresses; the list of them",
    decision: 'to be had from support only, so nothing is built in: the signature decides, whatever the address',
    side: 'merchant',
    async check(world) {
      expect(await bringToShop(world, await notification(world))).toEqual(ACCEPTED);
    },
  },
  {
    section: '5',
    item: '4',
    rule: 'a GET is not signed; the merchant reads the status from the service',
    side: 'both',
    check: () =>
      withWorld({ autoDeliver: false }, async (world) => {
        const options = { notification_url: `${world.receiver.url}/order`, notification_method: 'GET' };
        const id = await world.order({ payment_options: options });
        await world.sandbox.runDue();
        const [request] = await world.notified(id, 1);
        expect([request?.method, request?.headers['auth']]).toEqual(['GET', undefined]);
        const { payments } = await world.shop();
        const ofShop = await shopOrder(world);
        await world.sandbox.pay(ofShop);
        expect(await payments.orders.settle(ofShop)).toMatchObject({ status: 'completed', paid: true });
      }),
  },
  {
    section: '5',
    item: '5',
    rule: 'any signature of a GET beyond that',
    decision: 'none: the sandbox sends no header, and nothing in a GET is taken for the truth',
    side: 'both',
    async check(world) {
      const options = { notification_url: `${world.receiver.url}/order`, notification_method: 'GET' };
      const { query, headers } = await notification(world, { payment_options: options });
      expect([[...query.keys()], headers['auth']]).toEqual([['transactionid', 'timestamp'], undefined]);
    },
  },
];

/** Keys and signatures. */
export const section5: Section = { number: '5', title: 'Authentication', rules: [...keys, ...validation, ...further] };
