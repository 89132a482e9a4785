import { randomUUID } from 'node:crypto';
import { eur } from '../shop/refunds/support/refund-clerk.js';
import { deed, type Deed } from './deed.js';
import { ANN, type LostCommitBench as Bench } from './lost-commit-bench.js';

const MINUTE = 60_000;
const PART = { amount: eur(3_000) };
const SEEN = { ...PART, remaining: eur(10_000) };

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
        // Without a doubt about it, a refund does not wait out the quiet time.
        for (let minutes = 0; minutes < 5; minutes += 1) {
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
];
