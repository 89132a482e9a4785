import { expect } from '@jest/globals';
import { expectFault } from '../support/faults.js';
import type { Rule } from '../support/rule.types.js';
import type { ServiceReply } from '../support/service-call.js';
import { WEB_KEY, withWorld, type World } from '../support/world.js';

const FIVE_MINUTES_MS = 300_000;

const refund = (world: World, id: string, amount: number): Promise<ServiceReply> =>
  world.call({ method: 'POST', path: `/orders/${id}/refunds`, body: { currency: 'EUR', amount } });

/** An account that keeps to the advice about batches. */
const IN_NO_HURRY = { name: 'web', apiKey: WEB_KEY, switches: { refundSpacingMs: 1_000 } };

/** §8: the guard against refunds made twice. */
export const refundGuard: readonly Rule[] = [
  {
    section: '8',
    item: 'duplicate refund guard',
    rule: 'the same amount again within five minutes is refused with 1034, afterwards it is not',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      expect((await refund(world, id, 1000)).json['success']).toBe(true);
      await world.pass(FIVE_MINUTES_MS - 1_000);
      expectFault(await refund(world, id, 1000), 1034);
      expect(await world.read(id)).toMatchObject({ amount_refunded: 1000 });
      await world.pass(1_001);
      expect((await refund(world, id, 1000)).json['success']).toBe(true);
    },
  },
  {
    section: '8',
    item: 'duplicate refund guard',
    rule: 'refunds in a batch, a second apart and of other amounts, all go through',
    side: 'service',
    async check(world) {
      const id = await world.paidOrder();
      for (const amount of [100, 101, 102]) {
        expect((await refund(world, id, amount)).json['success']).toBe(true);
        await world.pass(1_000);
      }
      expect(await world.read(id)).toMatchObject({ amount_refunded: 303 });
    },
  },
  {
    section: '8',
    item: 'duplicate refund guard',
    rule: 'a service that insists on the second between them refuses what comes sooner',
    side: 'service',
    check: () =>
      withWorld({ terminalGroups: [IN_NO_HURRY] }, async (world) => {
        const id = await world.paidOrder();
        expect((await refund(world, id, 100)).json['success']).toBe(true);
        expectFault(await refund(world, id, 101), 1034);
        await world.pass(1_000);
        expect((await refund(world, id, 101)).json['success']).toBe(true);
      }),
  },
];
