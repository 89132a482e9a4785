import { expect } from '@jest/globals';
import type { ReceivedRequest } from '../../sandbox/support/receiver.js';
import { orderIn } from '../support/captured.js';
import type { Rule } from '../support/rule.types.js';

const last = (requests: readonly ReceivedRequest[]): Record<string, unknown> => orderIn(requests.at(-1)!);

/** §1.1: what makes the service notify. */
export const triggers: readonly Rule[] = [
  {
    section: '1',
    item: '1',
    rule: 'a finished payment is a reason to notify',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      expect(last(await world.notified(id, 2))).toMatchObject({ order_id: id, status: 'completed' });
    },
  },
  {
    section: '1',
    item: '1',
    rule: 'a payment that is declined or fails is a reason to notify',
    side: 'service',
    async check(world) {
      const id = await world.order();
      await world.sandbox.decline(id);
      expect(last(await world.notified(id, 2))).toMatchObject({ order_id: id, status: 'declined' });
    },
  },
  {
    section: '1',
    item: '1',
    rule: 'a payment begun and not finished is a reason to notify',
    side: 'service',
    async check(world) {
      const id = await world.order();
      await world.sandbox.leave(id);
      expect(last(await world.notified(id, 2))).toMatchObject({ order_id: id, status: 'canceled' });
    },
  },
  {
    section: '1',
    item: '1',
    rule: 'shipping an order is a reason to notify',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      await world.call({ method: 'PATCH', path: `/orders/${id}`, body: { status: 'shipped' } });
      expect(last(await world.notified(id, 3))).toMatchObject({ order_id: id, status: 'shipped' });
    },
  },
  {
    section: '1',
    item: '1',
    rule: 'a refund is a reason to notify',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      await world.call({ method: 'POST', path: `/orders/${id}/refunds`, body: { currency: 'EUR', amount: 1000 } });
      expect(last(await world.notified(id, 3))).toMatchObject({ order_id: id, amount_refunded: 1000 });
    },
  },
];
