import { expect } from '@jest/globals';
import { bringToShop, shopOrder, shopReaches } from '../support/merchant.js';
import type { Rule } from '../support/rule.types.js';
import type { World } from '../support/world.js';

/** §4.4: the merchant's rules, held by the real module. */
export const merchantRules: readonly Rule[] = [
  {
    section: '4.4',
    item: 'merchant 1',
    rule: 'a request without a timestamp is ignored: nothing is stored and nothing changes',
    side: 'merchant',
    async check(world) {
      const shop = await world.shop();
      const [request] = await world.notified(await world.order(), 1);
      const stored = await shop.count('tillbridge_notification');
      const reply = await bringToShop(world, request!, {
        search: `?transactionid=${request!.query.get('transactionid')}`,
      });
      expect([reply.status === 200, await shop.count('tillbridge_notification')]).toEqual([false, stored]);
    },
  },
  {
    section: '4.4',
    item: 'merchant 2',
    rule: 'a notification that brings the status which is recorded already changes nothing',
    side: 'merchant',
    async check(world) {
      const shop = await world.shop();
      const id = await shopOrder(world);
      await world.sandbox.pay(id);
      await shopReaches(world, id, 'completed');
      const transitions = `tillbridge_transition WHERE order_id = '${id}'`;
      const before = await shop.count(transitions);
      await resendLast(world, id);
      expect(await shop.count(transitions)).toBe(before);
    },
  },
  {
    section: '4.4',
    item: 'merchant 3',
    rule: 'what follows a payment (stock, mail) is done once for one and the same update',
    side: 'merchant',
    async check(world) {
      const { handlers } = await world.shop();
      const id = await shopOrder(world);
      await world.sandbox.pay(id);
      await shopReaches(world, id, 'completed');
      for (let again = 0; again < 3; again += 1) await resendLast(world, id);
      const paid = handlers.seen.filter(({ event }) => event.orderId === id && event.kind === 'completed');
      expect(paid.map(({ phase }) => phase).sort()).toEqual(['commit', 'transaction']);
    },
  },
];

/** Sends the newest notification of an order again, and lets the shop work it off. */
async function resendLast(world: World, orderId: string): Promise<void> {
  const newest = (await world.sandbox.deliveries(orderId)).at(-1);
  world.clock.advance(1_000);
  expect((await world.sandbox.resend(newest!.id)).verdict).toBe('acknowledged');
  await (await world.shop()).drain();
}
