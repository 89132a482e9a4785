import { expect } from '@jest/globals';
import { isSandboxError } from 'tillbridge/sandbox';
import { orderIn } from '../support/captured.js';
import { shopOrder, shopReaches } from '../support/merchant.js';
import type { Rule, Section } from '../support/rule.types.js';

/** Endings that are none: what ends so may still be paid. */
const ENDINGS = [
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
  ['expire', 'expired'],
] as const;

const rules: readonly Rule[] = [
  {
    section: '3',
    item: 'initialized',
    rule: 'seen in the notification that an order was created',
    side: 'service',
    async check(world) {
      const [request] = await world.notified(await world.order(), 1);
      expect(orderIn(request!)).toMatchObject({ status: 'initialized', financial_status: 'initialized' });
    },
  },
  {
    section: '3',
    item: 'completed',
    rule: 'the payment came to its end well, and the order says when',
    side: 'service',
    async check(world) {
      const id = await world.order();
      expect(await world.read(id)).not.toHaveProperty('completed');
      await world.sandbox.pay(id);
      const { status, completed } = await world.read(id);
      expect([status, completed]).toEqual(['completed', expect.stringMatching(/^\d{4}-\d\d-\d\dT/)]);
    },
  },
  {
    section: '3',
    item: 'canceled',
    rule: 'begun, never finished and tied to no transaction, the order is cancelled and the merchant notified',
    side: 'service',
    async check(world) {
      const id = await world.order();
      await world.sandbox.leave(id);
      const [, request] = await world.notified(id, 2);
      expect(orderIn(request!)['status']).toBe('canceled');
      expect(orderIn(request!)).not.toHaveProperty('transaction_id');
      expect((await world.read(id))['status']).toBe('canceled');
    },
  },
  {
    section: '3',
    item: 'canceled',
    rule: 'a session with a transaction tied to it does not end this way',
    side: 'service',
    async check(world) {
      const id = await world.order();
      await world.sandbox.decline(id);
      const error: unknown = await world.sandbox.leave(id).catch((problem: unknown) => problem);
      expect(isSandboxError(error) && error.code).toBe('OUTCOME_IMPOSSIBLE');
      expect((await world.read(id))['status']).toBe('declined');
    },
  },
  {
    section: '3',
    item: 'canceled',
    rule: 'the merchant then sets its own order to cancelled',
    side: 'merchant',
    async check(world) {
      const id = await shopOrder(world);
      await world.sandbox.leave(id);
      expect(await shopReaches(world, id, 'cancelled')).toMatchObject({ paid: false });
    },
  },
  {
    section: '3',
    item: 'other transitions',
    rule: 'which states may follow which, beyond these',
    decision:
      'those of protocol §4.2: a declined order can still be paid, for instance, and a cancelled or expired one',
    side: 'both',
    async check(world) {
      for (const [ending, status] of ENDINGS) {
        const id = await shopOrder(world);
        await world.sandbox[ending](id);
        await shopReaches(world, id, status);
        world.clock.advance(1_000);
        await world.sandbox.pay(id);
        expect(await shopReaches(world, id, 'completed')).toMatchObject({ paid: true });
      }
    },
  },
];

/** The states of an order and what moves it from one to the next. */
export const section3: Section = { number: '3', title: 'States and transitions', rules };
