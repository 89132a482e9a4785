import { randomUUID } from 'node:crypto';
import { DecisionEntity } from '../../src/shop/decisions/index.js';
import { OutboxEntity } from '../../src/shop/effects/index.js';
import { NotificationEntity } from '../../src/shop/notifications/index.js';
import { PaymentOrderEntity, TransitionEntity } from '../../src/shop/orders/index.js';
import { eur } from '../shop/refunds/support/refund-clerk.js';
import { NOON } from '../shop/refunds/support/refund-stage.js';
import { ANN, type LostCommitBench as Bench } from './lost-commit-bench.js';

const MINUTE = 60_000;
const PART = { amount: eur(3_000) };
const SEEN = { ...PART, remaining: eur(10_000) };

/** What is done: prepared, done with one answer lost, and what remains of it. */
export interface Deed<Subject = unknown> {
  prepare(bench: Bench): Promise<Subject>;
  perform(bench: Bench, subject: Subject): Promise<unknown>;
  remains(bench: Bench, subject: Subject): Promise<unknown>;
}

const deed = <Subject>(given: Deed<Subject>): Deed => given as Deed;

/** A refund of an own order in some state. */
const refundDeed = (
  prepare: (bench: Bench, orderId: string) => Promise<{ id: string }>,
  perform: (bench: Bench, id: string) => Promise<{ state: string }>,
): Deed =>
  deed({
    prepare: async (bench) => {
      const orderId = await bench.clerk.paid();
      return { orderId, id: (await prepare(bench, orderId)).id };
    },
    perform: async (bench, { id }) => (await perform(bench, id)).state,
    remains: async (bench, { orderId }) => [
      await bench.refunds(orderId),
      await bench.decided(orderId),
      await bench.clerk.atService(orderId),
    ],
  });

const manual = { state: 'manual', attempts: 1, lastSentAt: 1, reason: 'unresolved' } as const;

const captureDeed = (input: typeof PART | typeof SEEN): Deed =>
  deed({
    prepare: (bench) => bench.reserved(),
    perform: async (bench, orderId) => (await bench.orders.capture(orderId, input)).orderId?.slice(orderId.length),
    remains: async (bench, orderId) => [
      (await bench.orders.get(orderId)).payment_details.capture_remain,
      await bench.attempts(orderId),
    ],
  });

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

/** What a shop does with money, and what its clerks decide. */
export const DEEDS: readonly [string, Deed][] = [
  [
    'a request of a refund',
    deed({
      prepare: (bench) => bench.clerk.paid(),
      perform: async ({ clerk }, orderId) => {
        const request = { orderId, amount: eur(1_000), reason: 'broken', key: randomUUID(), ...ANN };
        const { isNew, state } = await clerk.refunds.request(request);
        return { isNew, state };
      },
      remains: async (bench, orderId) => [await bench.refunds(orderId), await bench.decided(orderId)],
    }),
  ],
  [
    'sending a refund',
    deed({
      prepare: async ({ clerk }) => {
        const orderId = await clerk.paid();
        await clerk.ask({ orderId });
        return orderId;
      },
      perform: async ({ stage, clerk, faults }, orderId) => {
        for (let minutes = 0; minutes < 30; minutes += 1) {
          const [row] = await faults.aside(() => clerk.rowsOf(orderId));
          if (row?.state === 'accepted') return 'accepted';
          await stage.pass(MINUTE);
        }
        return 'never';
      },
      remains: async (bench, orderId) => [
        (await bench.clerk.rowsOf(orderId)).map(({ state }) => state),
        await bench.clerk.atService(orderId),
      ],
    }),
  ],
  [
    'cancelling a refund that waits',
    refundDeed(
      (bench, orderId) => bench.clerk.ask({ orderId }),
      (bench, id) => bench.clerk.refunds.cancel(id, ANN),
    ),
  ],
  [
    'cancelling a refund that the service has',
    refundDeed(
      async (bench, orderId) => {
        const refund = await bench.clerk.ask({ orderId });
        await bench.clerk.sent(orderId);
        return refund;
      },
      (bench, id) => bench.clerk.refunds.cancel(id, ANN),
    ),
  ],
  ...(['paid', 'not-paid'] as const).map((verdict): [string, Deed] => [
    `a person's verdict: ${verdict}`,
    refundDeed(
      (bench, orderId) => bench.stage.refund(orderId, manual),
      (bench, id) => bench.clerk.refunds.decide(id, { verdict, ...ANN }),
    ),
  ]),
  ['a capture that says what was seen', captureDeed(SEEN)],
  ['a capture that does not', captureDeed(PART)],
  [
    'the creation of an order',
    deed({
      prepare: async (bench) => bench.order(),
      perform: async (bench, input) => (await bench.orders.create(input)).paymentUrl !== null,
      remains: (bench, { orderId }) => bench.attempts(orderId),
    }),
  ],
  [
    'another attempt, for an order with other terms',
    deed({
      prepare: async (bench) => {
        const input = bench.order();
        await bench.orders.create(input);
        return { ...input, amount: eur(9_000) };
      },
      perform: async (bench, input) => (await bench.orders.create(input)).paymentUrl !== null,
      remains: (bench, { orderId }) => bench.attempts(orderId),
    }),
  ],
  [
    'cancelling an order',
    deed({
      prepare: async (bench) => (await bench.orders.create(bench.order())).orderId,
      perform: (bench, orderId) => bench.orders.cancel(orderId).then(() => 'done'),
      remains: (bench, orderId) => bench.attempts(orderId),
    }),
  ],
  [
    'cancelling an order that is paid, which the service refuses',
    deed({
      prepare: (bench) => bench.clerk.paid(),
      perform: (bench, orderId) => bench.orders.cancel(orderId).then(() => 'done'),
      remains: (bench, orderId) => bench.attempts(orderId),
    }),
  ],
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
