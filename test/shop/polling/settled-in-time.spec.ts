import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollScheduleRepository, PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { writeRecord } from '../../support/record.mjs';
import { addUnheardOrders } from './poll-rows.js';
import { PollStage } from './poll-stage.js';

/** With TILLBRIDGE_TEST_POLLED set, so many orders in each scenario; 10,000 take a quarter of an hour. */
const ORDERS = Number(process.env['TILLBRIDGE_TEST_POLLED'] ?? 15);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How often the poller is woken. */
const WAKE = 10_000;

/** Within how long the orders are made, in milliseconds, and within how long after that each is paid at most. */
const SCENARIOS = {
  'an hour of rush': { madeWithin: 60 * MINUTE, paidWithin: 2 * DAY },
  'a usual day': { madeWithin: DAY, paidWithin: 2 * DAY },
  'two months of bank transfers': { madeWithin: 60 * DAY, paidWithin: 25 * DAY },
} as const;

/** Chance that is the same each time (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Payment {
  readonly id: string;
  readonly openedAt: number;
  readonly paidAt: number;
  /** By when it was promised to be known. */
  bound?: number;
}

/** What came of a scenario: delays in seconds, staleness in percent of an order's age. */
interface Outcome {
  readonly name: string;
  readonly late: number;
  readonly calls: number;
  readonly median: number;
  readonly worst: number;
}
const COLUMNS = [
  'orders made in',
  'orders',
  'after their bound',
  'calls an order',
  'median delay, s',
  'worst, % of age',
];
const rowOf = ({ name, late, calls, median, worst }: Outcome) => [name, ORDERS, late, calls, median, worst];

const wakeAfter = (at: number): number => Math.ceil(at / WAKE) * WAKE;

describe('with every notification lost, in virtual time', () => {
  let stage: PollStage;
  const outcomes: Outcome[] = [];
  let engine = '';
  const begun = performance.now();

  beforeEach(async () => {
    stage = await PollStage.start();
    const [{ version }] = await stage.shop.dataSource.query('SELECT sqlite_version() AS version');
    engine = `SQLite ${version}`;
    stage.shop.app.get(PollScheduleRepository).useWakes({ nextAfter: (_group, at) => wakeAfter(at) });
  });
  afterEach(() => stage.close());
  afterAll(() => {
    const worst = Math.max(...outcomes.map((outcome) => outcome.worst));
    const late = outcomes.reduce((sum, outcome) => sum + outcome.late, 0);
    writeRecord({
      name: 'lost-notifications',
      title: 'Not one notification arrives: orders paid at any age are found by looking, in virtual time',
      command: `TILLBRIDGE_TEST_POLLED=${ORDERS} npm test -- test/shop/polling/settled-in-time`,
      seconds: Math.round((performance.now() - begun) / 1_000),
      seed: null,
      engines: [engine],
      violations: outcomes.filter((each) => each.late > 0).map(({ name }) => `${name}: orders are settled too late`),
      figures: [
        { name: 'orders of which nothing was heard', value: outcomes.length * ORDERS, unit: '' },
        { name: 'orders not settled within their bound', value: late, unit: '', goal: '<= 0', holds: late === 0 },
        { name: 'worst staleness', value: worst, unit: '% of age', goal: '<= 50', holds: worst <= 50 },
      ],
      tables: [{ title: 'Orders settled without notifications', columns: COLUMNS, rows: outcomes.map(rowOf) }],
    });
  });

  /** Orders that will be made, and paid after times of all magnitudes: half of them within minutes. */
  const plan = (name: keyof typeof SCENARIOS, chance: () => number): Payment[] => {
    const { madeWithin, paidWithin } = SCENARIOS[name];
    const begun = stage.clock.now();
    return Array.from({ length: ORDERS }, (_, index) => {
      const openedAt = begun + Math.floor(chance() * madeWithin);
      const age = 30_000 * (paidWithin / 30_000) ** chance();
      return { id: `A-${index}`, openedAt, paidAt: openedAt + Math.floor(age) };
    });
  };

  const make = async (payments: readonly Payment[]): Promise<void> => {
    const openedAt = (index: number): number => payments[index]!.openedAt;
    const dueAt = (index: number): number => openedAt(index) + 2 * MINUTE;
    await addUnheardOrders(stage.shop.dataSource, { ids: payments.map(({ id }) => id), openedAt, dueAt });
    await stage.service.addListed(payments.map(({ id, openedAt: at }) => ({ id, openedAt: at, status: null })));
  };

  const nextDueAt = async (): Promise<number | null> => {
    const where = { group: 'web', state: 'pending' as const };
    const order = { dueAt: 'ASC' as const };
    const [next] = await stage.shop.dataSource.manager.find(PollEntity, { where, order, take: 1 });
    return next?.dueAt ?? null;
  };

  const pay = async (payment: Payment): Promise<void> => {
    stage.clock.set(payment.paidAt);
    payment.bound = (await stage.payments.orders.settlesWithin(payment.id))!.at;
    await stage.sandbox.pay(payment.id);
  };

  const play = async (payments: readonly Payment[]): Promise<void> => {
    const open = payments.toSorted((a, b) => a.paidAt - b.paidAt);
    for (let due = await nextDueAt(); due !== null; due = await nextDueAt()) {
      const wake = wakeAfter(due);
      while (open[0] && open[0].paidAt <= wake) await pay(open.shift()!);
      stage.clock.set(wake);
      await stage.tick();
    }
  };

  it.each(Object.keys(SCENARIOS) as (keyof typeof SCENARIOS)[])(
    'each order of %s is settled within its stated bound',
    async (name) => {
      const payments = plan(name, chanceFrom(7));
      await make(payments);
      await play(payments);
      const orders = await stage.shop.dataSource.manager.find(PaymentOrderEntity);
      const settledAt = new Map(orders.map(({ orderId, paidAt }) => [orderId, paidAt]));
      const late = payments.filter(({ id, bound }) => (settledAt.get(id) ?? Infinity) > bound!);
      const delays = payments.map(({ id, openedAt, paidAt }) => {
        const delay = settledAt.get(id)! - paidAt;
        return { delay, share: (delay - WAKE) / Math.max(delay + paidAt - openedAt, 4 * MINUTE) };
      });
      const worst = Math.max(...delays.map(({ share }) => share));
      const { orders: gets, list } = stage.service.calls;
      const median = delays.map(({ delay }) => delay).toSorted((a, b) => a - b)[Math.floor(ORDERS / 2)]!;
      outcomes.push({
        name,
        late: late.length,
        calls: Number(((gets + list) / ORDERS).toFixed(1)),
        median: Math.round(median / 1_000),
        worst: Number((worst * 100).toFixed(1)),
      });
      expect(late).toEqual([]);
      expect(worst).toBeLessThanOrEqual(0.5);
      expect(gets / ORDERS).toBeLessThan(16);
      process.stdout.write(
        `${name}: ${ORDERS} orders, ${gets} gets, ${list} pages, ${((gets + list) / ORDERS).toFixed(1)} calls an order, ` +
          `median delay ${Math.round(median / 1_000)} s, worst ${(worst * 100).toFixed(0)} % of age\n`,
      );
    },
    ORDERS > 100 ? 3_600_000 : 60_000,
  );
});
