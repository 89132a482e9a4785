import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import { moneyFigures } from '../../src/dashboard/overview/money-figures.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { AttemptEntity, PaymentOrderEntity, type PaymentStatus } from '../../src/shop/orders/index.js';
import { createId } from '../../src/support/index.js';
import { describeEngines } from '../support/engines.js';
import { HOUR, NOON } from '../shop/refunds/support/refund-stage.js';
import { wordsOf } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';

const DAY = 24 * HOUR;
const ZONE = 'Europe/Amsterdam';
/** Half past eleven in the evening, in the zone: the day in UTC is the same, an hour later it is not. */
const NOW = NOON + 10.5 * HOUR;

const ORDERS: readonly (readonly [age: number, currency: string, amount: number, status: PaymentStatus | null])[] = [
  [0, 'EUR', 1_000, 'completed'],
  [HOUR, 'EUR', 250, 'partial_refunded'],
  [2 * HOUR, 'EUR', 9_900, 'declined'],
  [3 * HOUR, 'USD', 500, 'shipped'],
  // Just before midnight of the zone, which is another day than in UTC.
  [23.6 * HOUR, 'EUR', 40, 'completed'],
  [30 * HOUR, 'EUR', 70, null],
  [6 * DAY, 'EUR', 300, 'completed'],
  [8 * DAY, 'EUR', 77_777, 'completed'],
];

describeEngines('the money of the overview', (engine) => {
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start({ engine, dashboard: { timeZone: ZONE } });
    const { shop, clock } = stage.stage;
    for (const [index, [age, currency, amount, status]] of ORDERS.entries()) {
      const orderId = `M${index}`;
      await shop.addOrder(orderId);
      const createdAt = NOW - age;
      const change = { createdAt, currency, amount, status, attempt: index === 0 ? 2 : 1 };
      await shop.dataSource.manager.update(PaymentOrderEntity, { orderId }, change);
      const state = index === 1 ? 'cancelled' : 'settled';
      const refund = {
        id: createId(new ManualClock(createdAt)),
        createdAt,
        amount: 10 + index,
        currency,
        state,
      } as const;
      await stage.stage.refund(orderId, refund);
    }
    clock.set(NOW);
  });
  afterAll(() => stage.close());

  const read = (most?: number) =>
    moneyFigures(stage.stage.shop.dataSource.manager, ['web', 'till'], { now: NOW, timeZone: ZONE, most });

  /** Has attempts of an order paid, as the ledger stores it. */
  const paid = (orderId: string, ...numbers: readonly number[]) => {
    const word = 'completed' as const;
    const facts = { status: word, word, financialStatus: word, amountRefunded: 0, modifiedAt: 1, fingerprint: '' };
    const transactions = numbers.map((attempt) => ({ attempt, id: String(attempt), facts, paid: true, held: null }));
    return stage.stage.shop.dataSource.manager.update(PaymentOrderEntity, { orderId }, { transactions });
  };

  it('is that of the database, by day of the zone, group and currency', async () => {
    const { rows, attempts, from } = await read();
    expect(rows.map(({ day, group, ...rest }) => [day, group, rest.currency, rest.received, rest.refunded])).toEqual([
      ['2026-01-15', 'web', 'EUR', 1_250, 22],
      ['2026-01-15', 'web', 'USD', 500, 13],
      ['2026-01-14', 'web', 'EUR', 40, 29],
      ['2026-01-09', 'web', 'EUR', 300, 16],
    ]);
    expect([from, attempts]).toEqual(['2026-01-09', { attempts: 8, paid: 5 }]);
  });

  it('counts of a reservation what was captured, and of a payment at a till the tip, too', async () => {
    const { manager } = stage.stage.shop.dataSource;
    const entry = { attempt: 1, id: null, currency: 'EUR', tip: 0, reported: 0, standing: true, modifiedAt: null };
    const part = { ...entry, kind: 'part' } as const;
    const put = (orderId: string, received: PaymentOrderEntity['received']) =>
      manager.update(PaymentOrderEntity, { orderId }, { received });
    await put('M0', [
      { ...part, serviceOrderId: 'P1', amount: 300 },
      { ...part, serviceOrderId: 'P2', amount: 200 },
      { ...part, serviceOrderId: 'P3', amount: 400, standing: false },
    ]);
    await put('M3', [{ ...entry, id: '1', kind: 'tip', currency: 'USD', serviceOrderId: 'M3', amount: 550, tip: 50 }]);
    await manager.update(AttemptEntity, { orderId: 'M3' }, { amount: 500, currency: 'USD' });
    await paid('M3', 1);
    const { rows, attempts } = await read();
    await Promise.all(['M0', 'M3'].map((orderId) => put(orderId, null)));
    expect(rows.slice(0, 2).map(({ currency, received }) => [currency, received])).toEqual([
      ['EUR', 750],
      ['USD', 550],
    ]);
    expect(attempts).toEqual({ attempts: 8, paid: 5 });
  });

  it('counts all that came: also twice, at a former price, or too little, which is given back as any other money', async () => {
    const { manager: em } = stage.stage.shop.dataSource;
    const [first] = await em.findBy(AttemptEntity, { orderId: 'M0' });
    await em.insert(AttemptEntity, { ...first!, number: 2, serviceOrderId: 'M0-2', amount: 1_000 });
    await em.update(AttemptEntity, { serviceOrderId: 'M0' }, { amount: 1_000, currency: 'EUR' });
    await paid('M0', 1, 2);
    const other = {
      attempt: 1,
      id: '1',
      kind: 'other',
      currency: 'EUR',
      tip: 0,
      reported: 0,
      modifiedAt: null,
    } as const;
    const put = (orderId: string, received: PaymentOrderEntity['received']) =>
      em.update(PaymentOrderEntity, { orderId }, { received });
    await put('M2', [{ ...other, serviceOrderId: 'M2', amount: 9_000, standing: true }]);
    await put('M5', [{ ...other, serviceOrderId: 'M5', amount: 60, standing: false }]);
    // The bank took a second payment back: it came, and it went.
    await em.update(AttemptEntity, { serviceOrderId: 'M6' }, { amount: 300 });
    await paid('M6', 1);
    await put('M6', [{ ...other, attempt: 2, serviceOrderId: 'M6-2', amount: 50, standing: false }]);
    const bank = { origin: 'chargeback', state: 'settled', serviceOrderId: 'M6-2', amount: 50 } as const;
    const { id } = await stage.stage.refund('M6', { ...bank, createdAt: NOW - 6 * DAY });
    const { rows, attempts } = await read();
    await em.delete(RefundEntity, { id });
    await Promise.all(['M2', 'M5', 'M6'].map((orderId) => put(orderId, null)));
    await em.update(PaymentOrderEntity, { orderId: 'M0' }, { transactions: null });
    // M0 twice, M1, and what came of M2.
    expect(rows[0]).toMatchObject({ currency: 'EUR', received: 2_000 + 250 + 9_000 });
    expect(rows.find(({ day }) => day === '2026-01-14')).toMatchObject({ received: 40 });
    expect(rows.find(({ day }) => day === '2026-01-09')).toMatchObject({ received: 350 });
    expect(attempts).toEqual({ attempts: 8, paid: 5 });
  });

  it('stops at a bound, and says of which days nothing is known', async () => {
    const { rows } = await read(5);
    expect(rows.map(({ day, received }) => [day, received])).toEqual([
      ['2026-01-15', 1_250],
      ['2026-01-15', 500],
      ['2026-01-14', null],
    ]);
  });

  it('leaves out a sum that no number holds exactly, and shows the others', async () => {
    const { manager } = stage.stage.shop.dataSource;
    const amounts = (M0: number, M1: number) =>
      Promise.all(
        Object.entries({ M0, M1 }).map(([orderId, amount]) =>
          manager.update(PaymentOrderEntity, { orderId }, { amount }),
        ),
      );
    await amounts(Number.MAX_SAFE_INTEGER, 1);
    const [page, { rows }] = [wordsOf(await stage.html('')), await read()];
    await amounts(Number.MAX_SAFE_INTEGER - 1, 1);
    const { rows: before } = await read();
    await amounts(1_000, 250);
    expect([rows[0]?.received, before[0]?.received]).toEqual([null, Number.MAX_SAFE_INTEGER]);
    expect(page).toContain('Today web too many to count €0.22 Today web $5.00 $0.13');
  });

  it('leads to its list, and so do the unfinished orders and the search', async () => {
    const page = await stage.html('');
    const words = wordsOf(page);
    expect(words).toContain('Today web €12.50 €0.22');
    expect(words).toMatch(/8 payment attempts : 5 ended in payment \(63 %\)/);
    const rowsOf = async (path: string): Promise<string[]> =>
      [...(await stage.html(path.replaceAll('&amp;', '&'))).matchAll(/<th scope="row" class="c-id"><a [^>]*>([^<]+)</g)]
        .map(([, id]) => id!)
        .toSorted();
    const linkOf = (text: string): string => {
      const [, href = ''] = new RegExp(`<a href="([^"]*)">${text}</a>`).exec(page) ?? [];
      return href.slice(new URL(stage.url).pathname.length);
    };
    expect(await rowsOf(linkOf('€12.50'))).toEqual(['M0', 'M1', 'M3']);
    expect(await rowsOf(linkOf('€0.22'))).toEqual(['M0', 'M1', 'M2', 'M3']);
    expect(await rowsOf('/orders?status=unfinished')).toEqual(['M2', 'M5']);
    const found = async (search: string) =>
      (await stage.fetch(`/orders/find?${new URLSearchParams({ search })}`)).headers.get('location');
    expect(await found('M3')).toMatch(/\/orders\/order\?group=web&id=M3$/);
    expect(await found('M')).toMatch(/\/orders\?search=M$/);
    expect(await found('nothing')).toMatch(/\/orders\?search=nothing$/);
  });

  it('shows the oldest of what needs attention, and the lane of a group that is looked at', async () => {
    const { manager } = stage.stage.shop.dataSource;
    await manager.update(PaymentOrderEntity, { orderId: 'M6' }, { attention: 'paid_twice' });
    await manager.update(PaymentOrderEntity, { orderId: 'M0' }, { attention: 'amount_mismatch' });
    await stage.stage.refund('M0', { state: 'manual', createdAt: NOW - HOUR });
    expect(wordsOf(await stage.html(''))).toMatch(
      /The oldest: order M6, created 6 d ago The oldest: a refund of order M0, requested 1 h ago/,
    );
    expect(await stage.html('/refunds?group=web')).toContain('/refunds/lanes/web/pause');
    expect(await stage.html('/refunds?group=web&state=manual')).not.toContain('/refunds/lanes/web/pause');
  });
});
