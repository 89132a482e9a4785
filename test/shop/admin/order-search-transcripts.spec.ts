import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OrderSearch, type OrderFilter } from '../../../src/shop/admin/index.js';
import { rowsByAge } from '../../../src/shop/admin/order-rows-by-age.js';
import { rowsInWindow } from '../../../src/shop/admin/order-rows-in-window.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import type { Transactions } from '../../../src/database/engine/index.js';
import type { Page, Place } from '../../../src/support/index.js';
import { AdminStage, NOON } from './admin-stage.js';

/** Written in another order than that of any list. */
const ORDERS = [
  { orderId: 'B-2', createdAt: NOON + 1, status: 'completed', paidAt: NOON, amount: 500, paymentMethod: 'IDEAL' },
  { orderId: 'A-1', createdAt: NOON + 2, status: 'initialized', amount: 500, attention: 'paid_twice' },
  { orderId: 'C-1', createdAt: NOON + 1, status: 'cancelled', amount: 900, paymentMethod: 'BIZUM' },
  { orderId: 'A-3', createdAt: NOON + 1, amount: 700, transactionId: '7001', reference: 'PO-1' },
  { orderId: 'A-2', createdAt: NOON + 3, amount: 700, transactionId: '7002', reference: 'A-' },
  { orderId: 'b-1', createdAt: NOON, status: 'void', amount: 500, attention: 'voided', paymentMethod: 'IDEAL' },
  { orderId: 'D-1', createdAt: NOON + 1, status: 'expired', amount: 800, reference: 'PO-1' },
] as const;

describe('how a shop finds orders', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
    for (const order of ORDERS) await stage.order(order.orderId, order);
    await stage.order('A-2', { group: 'till', createdAt: NOON + 1, status: 'declined', amount: 500, currency: 'USD' });
    await stage.order('T-1', { group: 'till', createdAt: NOON + 1, attention: 'amount_mismatch', amount: 501 });
    await stage.order('G-1', { group: 'gone', createdAt: NOON + 1, status: 'completed', paidAt: NOON, amount: 499 });
    await stage.attempt('C-1', { serviceOrderId: 'S-77', number: 2 });
    await stage.attempt('T-1', { group: 'till', serviceOrderId: 'S-77', number: 2 });
    await stage.refund('r-1', 'C-1', { key: 'return-9', serviceRefundId: '99' });
    await stage.refund('0190', 'D-1', { key: 'return-9x', serviceRefundId: '98' });
    await stage.refund('r-3', 'T-1', { group: 'till', key: 'return-9', serviceRefundId: '99' });
    await stage.refund('r-4', 'G-1', { group: 'elsewhere', key: 'return-9', serviceRefundId: '97' });
  });
  afterAll(() => stage.close());

  const search = () => stage.shop.app.get(OrderSearch);
  // Their names are kept for a minute: each test begins with them.
  beforeEach(() => search().groups());
  const idsOf = ({ items, previous, next }: Page<{ group: string; orderId: string }>) => ({
    ids: items.map(({ group, orderId }) => `${group} ${orderId}`),
    ...(previous === null ? {} : { previous }),
    ...(next === null ? {} : { next }),
  });

  test('the newest, page by page and back', async () => {
    const transcript = await stage.transcript(async (written) => {
      const page = (title: string, filter: OrderFilter) =>
        written.step(title, async () => idsOf(await search().newest(filter)));
      await written.step('the first of all, with what is said of it', async () => (await search().newest()).items[0]);
      let place = await page('a page of three', { limit: 3 });
      place = await page('the next three', { limit: 3, cursor: place!.next ?? null });
      const third = await page('three more', { limit: 3, cursor: place!.next ?? null });
      await page('the last', { limit: 3, cursor: third!.next ?? null });
      place = await page('back', { limit: 3, cursor: third!.previous ?? null });
      await page('back to the beginning', { limit: 3, cursor: place!.previous ?? null });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('those of a kind', async () => {
    const filters: [string, OrderFilter][] = [
      ['of a group', { group: 'till' }],
      ['of a group that is not configured any more', { group: 'gone' }],
      ['of a status', { status: 'cancelled', group: 'web' }],
      ['that nothing is known of', { status: 'none', group: 'web' }],
      ['that need someone, for whatever reason', { attention: 'any' }],
      ['that need someone for one reason', { attention: 'voided', group: 'web' }],
      ['paid by a method', { method: 'IDEAL', group: 'web' }],
      ['of an exact amount', { amount: { currency: 'EUR', least: 500, most: 500 }, group: 'web' }],
      ['of a time: its beginning counts, its end does not', { from: NOON + 1, to: NOON + 2, group: 'web' }],
    ];
    const transcript = await stage.transcript(async (written) => {
      for (const [title, filter] of filters)
        await written.step(title, async () => idsOf(await search().newest(filter)).ids);
      await written.step('the oldest that needs someone', async () => (await search().oldestWithAttention())?.orderId);
      await written.step('methods', () => search().methods());
      await written.step('reasons', () => search().attentions());
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the groups are read once a minute', async () => {
    const transcript = await stage.transcript(async (written) => {
      stage.clock.set(NOON + 3_600_000);
      const groups = (title: string) => written.step(title, () => search().groups());
      await groups('at first');
      stage.clock.advance(59_999);
      await groups('just before a minute is over');
      stage.clock.advance(1);
      await groups('when it is over');
    });
    stage.clock.set(NOON);
    expect(transcript).toMatchSnapshot();
  });

  test('those that are looked for among others', async () => {
    const amounts = { currency: 'EUR', least: 500, most: 700 };
    const filters: [string, OrderFilter][] = [
      ['of amounts', { amount: amounts, group: 'web' }],
      ['of amounts and a status', { amount: { ...amounts, least: 501 }, status: 'none', group: 'web' }],
      ['of a method and a status', { method: 'IDEAL', status: 'cancelled', group: 'web' }],
      ['of a method, unfinished', { method: 'IDEAL', status: 'unfinished', group: 'web' }],
      ['of a method that were paid', { method: 'IDEAL', status: 'paid', group: 'web' }],
      ['of a method that need someone', { method: 'IDEAL', attention: 'any', group: 'web' }],
      ['of a method that need someone for a reason', { method: 'IDEAL', attention: 'paid_twice', group: 'web' }],
      ['of a method and amounts', { method: 'IDEAL', amount: { ...amounts, most: 1_000 }, group: 'web' }],
    ];
    const transcript = await stage.transcript(async (written) => {
      for (const [title, filter] of filters)
        await written.step(title, async () => idsOf(await search().newest(filter)).ids);
      const page = (title: string, cursor: string | null) =>
        written.step(title, async () => idsOf(await search().newest({ ...filters[0]![1], limit: 2, cursor })));
      const first = await page('a page of two', null);
      const second = await page('the next two', first!.next ?? null);
      await page('back', second!.previous ?? null);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a read ends after a bounded number of orders, and says where', async () => {
    const transactions = stage.shop.app.get<Transactions>(TRANSACTIONS);
    const besides = { amount: { currency: 'EUR', least: 500, most: 900 } };
    const transcript = await stage.transcript(async (written) => {
      const read = (title: string, input: { place?: Place; isBack?: boolean; most?: number; groups?: string[] }) =>
        written.step(title, async () => {
          const { place = null, isBack = false, most = 4, groups = ['web', 'till'] } = input;
          const window = { start: { place, isBack, size: 2 }, created: {}, besides, most };
          const branches = groups.map((group) => ({ group }));
          const { rows, end } = await transactions.run((tx) => rowsInWindow(tx, branches, window, 2));
          return { ids: rows.map(({ group, orderId }) => `${group} ${orderId}`), end };
        });
      await read('two of each group', {});
      await read('where there is no group', { groups: [] });
      await read('three of a group', { groups: ['web'], most: 3 });
      await read('at least two', { groups: ['web'], most: 1 });
      await read('from an instant that has more than two', { groups: ['web'], place: [NOON + 1, 'web', 'D-1'] });
      await read('from its edge', { groups: ['web'], place: [NOON + 2, '', ''] });
      await read('back', { groups: ['web'], isBack: true });
      await read('back from an instant that has more', {
        groups: ['web'],
        isBack: true,
        place: [NOON + 1, 'web', 'A-3'],
      });
      await read('back from its edge', { groups: ['web'], isBack: true, place: [NOON, '\u{10FFFF}', ''] });
      const many = Array.from({ length: 101 }, (_, index) => `none-${index}`);
      await written.step('more groups than one statement takes', async () => {
        const start = { place: null, isBack: false, size: 1 };
        return transactions.run((tx) =>
          rowsByAge(
            tx,
            many.map((group) => ({ group })),
            { start, created: {} },
          ),
        );
      });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('those that a text leads to', async () => {
    const transcript = await stage.transcript(async (written) => {
      const find = (title: string, text: string, options = {}) =>
        written.step(title, async () => idsOf(await search().find(text, options)));
      await find('nothing was typed', ' \0 ');
      const first = await find('the beginning of an id, and a reference', 'A-', { limit: 2 });
      const second = await find('the next', 'A-', { limit: 2, cursor: first!.next });
      await find('back', 'A-', { limit: 2, cursor: second!.previous });
      await find('a reference alone', ' PO-1\0');
      await find('an id at the service', 'S-77');
      await find('the beginning of a payment', '700');
      await find('the id of a refund', 'r-0190');
      await find('the key of a refund', 'return-9');
      await find('a number of the service', '99');
      await find('a refund of a group that is unknown', '97');
      await find('no such thing', 'nothing');
      await find('nothing at the second page', 'nothing', { cursor: first!.next });
      await find('longer than an id can be', 'x'.repeat(65));
    });
    expect(transcript).toMatchSnapshot();
  });
});
