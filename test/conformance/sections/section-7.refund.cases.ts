import { expectFault } from '../support/faults.js';
import { errorRule, type ErrorRow } from '../support/error-rule.js';
import type { Rule } from '../support/rule.types.js';
import type { ServiceReply } from '../support/service-call.js';
import { WEB_KEY, withWorld, type World } from '../support/world.js';

const refund = (world: World, id: string, amount: number): Promise<ServiceReply> =>
  world.call({ method: 'POST', path: `/orders/${id}/refunds`, body: { currency: 'EUR', amount } });

const ROWS: readonly ErrorRow[] = [
  {
    code: 1034,
    cause: 'partial refunds that would come to more than was paid',
    async provoke(world) {
      const id = await world.paidOrder();
      await refund(world, id, 4000);
      return [await refund(world, id, 600), await refund(world, await world.paidOrder(), 4600)];
    },
  },
  {
    code: 1034,
    cause: 'an order that is refunded already',
    async provoke(world) {
      const id = await world.paidOrder();
      await refund(world, id, 4599);
      await world.pass(600_000);
      return [await refund(world, id, 4599), await refund(world, id, 1)];
    },
  },
  {
    code: 1034,
    cause: 'an order that was cancelled',
    async provoke(world) {
      const id = await world.order();
      await world.sandbox.cancel(id);
      return [await refund(world, id, 100)];
    },
  },
  {
    code: 1034,
    cause: 'the same amount a second time within five minutes',
    async provoke(world) {
      const id = await world.paidOrder();
      await refund(world, id, 500);
      await world.pass(299_000);
      return [await refund(world, id, 500)];
    },
  },
];

/** An account out of whose balance less can be paid than was paid for an order. */
const POOR = { name: 'web', apiKey: WEB_KEY, switches: { payoutBalance: 999 } };

const balance: Rule = {
  section: '7',
  item: '1034',
  rule: 'a balance out of which nothing can be paid',
  side: 'service',
  check: () =>
    withWorld({ terminalGroups: [POOR] }, async (world) => {
      expectFault(await refund(world, await world.paidOrder(), 1000), 1034);
    }),
};

/** §7: the causes of 1034. */
export const refundErrors: readonly Rule[] = [...ROWS.map(errorRule), balance];
