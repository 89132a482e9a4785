import { randomUUID } from 'node:crypto';
import { DecisionEntity } from '../../src/shop/decisions/index.js';
import { OutboxEntity } from '../../src/shop/effects/index.js';
import { NotificationEntity } from '../../src/shop/notifications/index.js';
import { PaymentOrderEntity, TransitionEntity } from '../../src/shop/orders/index.js';
import { eur } from '../shop/refunds/support/refund-clerk.js';
import { NOON } from '../shop/refunds/support/refund-stage.js';
import { deed, type Deed } from './deed.js';
import { ANN, type LostCommitBench as Bench } from './lost-commit-bench.js';

const batchOf = (orderId: string) => ({
  group: 'web',
  key: `batch ${orderId}`,
  rows: [{ orderId, amount: eur(1_000), reason: 'broken', key: `row ${orderId}` }],
  ...ANN,
});

const batchDeed = (perform: (bench: Bench, orderId: string, id: string) => Promise<{ state: string }>): Deed =>
  deed({
    prepare: async (bench) => {
      const orderId = await bench.clerk.paid();
      const other = await bench.clerk.paid();
      return { orderId, id: (await bench.clerk.refunds.batches.submit(batchOf(other))).id, other };
    },
    perform: async (bench, { orderId, id }) => (await perform(bench, orderId, id)).state,
    remains: async (bench, { orderId, other }) => [
      await bench.refunds(orderId),
      await bench.decided(`batch ${orderId}`),
      await bench.refunds(other),
      await bench.decided(`batch ${other}`),
    ],
  });

/** What the staff of a shop does, beside single refunds. */
export const CLERK_DEEDS: readonly [string, Deed][] = [
  ['submitting a batch', batchDeed((bench, orderId) => bench.clerk.refunds.batches.submit(batchOf(orderId)))],
  ['pausing a batch', batchDeed((bench, _, id) => bench.clerk.refunds.batches.pause(id, ANN))],
  ['stopping a batch', batchDeed((bench, _, id) => bench.clerk.refunds.batches.stop(id, ANN))],
  [
    'repeating and leaving what has failed after a commit',
    deed({
      prepare: async (bench) => {
        const orderId = await bench.clerk.paid();
        const ids = [randomUUID(), randomUUID()];
        const facts = { group: 'web', orderId, version: 1, createdAt: NOON, dueAt: NOON, state: 'dead' as const };
        for (const id of ids)
          await bench.tables.insert(OutboxEntity, { ...facts, id, transitionId: id, effect: `Mailer.${id}` });
        return { orderId, ids };
      },
      perform: async ({ stage: { shop } }, { ids: [first, second] }) => [
        await shop.payments.effects.replay(first!, ANN),
        await shop.payments.effects.discard(second!, ANN),
      ],
      remains: (bench, { orderId }) => bench.decided(orderId),
    }),
  ],
  [
    'repeating all of what has failed after a commit, and all notifications of a while',
    deed({
      prepare: async (bench) => {
        const orderId = await bench.clerk.paid();
        const facts = { group: 'web', orderId, version: 1, createdAt: NOON, dueAt: NOON, state: 'dead' as const };
        const effect = `Mailer.${orderId}`;
        for (const id of [randomUUID(), randomUUID()])
          await bench.tables.insert(OutboxEntity, { ...facts, id, transitionId: id, effect });
        await bench.notified(orderId);
        const { id } = await bench.tables.findOneByOrFail(NotificationEntity, { orderId });
        return { orderId, effect, id };
      },
      perform: async ({ stage: { shop } }, { effect, id }) => [
        await shop.payments.effects.replayAll({ effect }, ANN),
        await shop.payments.notifications.replay(id, ANN),
      ],
      remains: (bench, { orderId }) => bench.decided(orderId),
    }),
  ],
  [
    'erasing what is known of an order',
    deed({
      prepare: async (bench) => {
        const orderId = await bench.clerk.paid();
        await bench.notified(orderId);
        return orderId;
      },
      perform: (bench, orderId) => bench.stage.shop.payments.orders.erase(orderId, ANN),
      remains: (bench, orderId) => bench.decided(orderId),
    }),
  ],
  [
    'acknowledging the first of two reasons for attention',
    deed({
      prepare: async (bench) => {
        const orderId = await bench.clerk.paid();
        const [known] = await bench.tables.findBy(TransitionEntity, { orderId });
        const second = { ...known!, id: randomUUID(), version: 99, kind: 'amount_mismatch' };
        await bench.tables.insert(TransitionEntity, second);
        await bench.tables.update(PaymentOrderEntity, { orderId }, { attention: 'paid_twice' });
        return orderId;
      },
      perform: async (bench, orderId) => {
        const { orders } = bench.stage.shop.payments;
        return (await orders.acknowledge(orderId, { ...ANN, attention: 'paid_twice' })).attention;
      },
      remains: async (bench, orderId) => [
        await bench.decided(orderId),
        (await bench.tables.findOneByOrFail(PaymentOrderEntity, { orderId })).attention,
      ],
    }),
  ],
  [
    'comparing with the list of the service',
    deed({
      prepare: async (bench) => {
        const { orderId } = await bench.orders.create(bench.order());
        await bench.stage.service.sandbox.pay(orderId, { method: 'IDEAL' });
        return orderId;
      },
      perform: async (bench, orderId) => {
        const { differences } = await bench.stage.shop.payments.reconcile({
          group: 'web',
          from: NOON - 1,
          to: bench.stage.clock.now() + 1,
          ...ANN,
        });
        return differences.flatMap(({ kind, outcome, ...of }) =>
          of.orderId === orderId ? [`${kind} ${outcome}`] : [],
        );
      },
      remains: async (bench, orderId) => [(await bench.orders.find(orderId))?.status, await bench.decided(orderId)],
    }),
  ],
  [
    'acknowledging an order, reading it, and stopping the refunds of its group',
    deed({
      prepare: async (bench) => {
        const orderId = await bench.clerk.paid();
        await bench.tables.update(PaymentOrderEntity, { orderId }, { attention: 'paid_twice' });
        await bench.tables.delete(DecisionEntity, { orderId: '' });
        return orderId;
      },
      perform: async ({ stage: { shop } }, orderId) => {
        await shop.payments.orders.acknowledge(orderId, ANN);
        await shop.payments.orders.sync(orderId, ANN);
        await shop.payments.refunds.pauseLane('web', ANN);
        await shop.payments.refunds.resumeLane('web', ANN);
      },
      remains: async (bench, orderId) => [await bench.decided(orderId), await bench.decided('')],
    }),
  ],
];
