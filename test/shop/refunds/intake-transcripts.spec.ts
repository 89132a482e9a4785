import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Money, type CartLineInput, type RefundRequest } from 'tillbridge';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { RefundScript } from './support/refund-script.js';

const ACTOR = { by: 'ann', why: 'the customer called' };
const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');
const line = (name: string, amount: number): CartLineInput => ({
  name,
  merchantItemId: name,
  quantity: 1,
  unitPriceIncludingTax: eur(amount),
  taxPercent: '21',
});

describe('what a shop does with refunds that are asked for', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  const ask = (change: Partial<RefundRequest> = {}) =>
    script.refunds.request({ orderId: 'A', group: 'web', amount: eur(1_000), reason: 'broken', key: 'k-1', ...change });

  test('they are reserved, once for each key, and never more than was paid', async () => {
    await script.paid('A');
    await script.paid('A', { group: 'kiosk' });
    await script.refund('D1', 'A', { group: 'kiosk', key: 'k-2', amount: 9_000 });
    const transcript = await script.written(async (written) => {
      await written.step('one is asked for', () => ask({ by: 'bob' }));
      await written.step('the same key again, in other words', () => ask({ amount: 'remaining', reason: 'mended' }));
      await written.step('the same key, another amount', () => ask({ amount: eur(1_001) }));
      await written.step('the same key, another currency', () => ask({ amount: Money.ofMinor(1_000, 'USD') }));
      await written.step('one with who and why', () => ask({ key: 'k-2', amount: eur(8_999), ...ACTOR }));
      await written.step('why without who', () => ask({ key: 'k-3', amount: eur(2), why: 'nothing is kept of it' }));
      await written.step('all that is left', () => ask({ key: 'k-4', amount: 'remaining' }));
      await written.step('one more of what is left by nothing', () => ask({ key: 'k-5', amount: 'remaining' }));
      await written.step('what is left', () => script.refunds.remaining('A', { group: 'web' }));
      await written.rows('refund', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what cannot be refunded', async () => {
    await script.shop.addOrder('open', 1_250, 'web', script.clock.now());
    await script.paid('A');
    await script.paid('B');
    await script.paid('B', { group: 'kiosk' });
    await script.paid('live', { mode: 'live' });
    await script.refund('R1', 'B', { key: 'k-9' });
    const cart = { bought: { lines: [line('A', 9_000), line('B', 1_000)] }, paid: eur(10_000) };
    const returned = { lines: [line('B', 1_000)] };
    const transcript = await script.written(async (written) => {
      await written.step('an order that is not paid', () => ask({ orderId: 'open' }));
      await written.step('another currency', () => ask({ amount: Money.ofMinor(1_000, 'USD') }));
      await written.step('an order that there is not', () => ask({ orderId: 'nowhere' }));
      await written.step('no id of an order', () => ask({ orderId: 'x'.repeat(80) }));
      await written.step('an id that is no text', () => ask({ orderId: 5 as unknown as string }));
      await written.step('an order of two groups', () => ask({ orderId: 'B', group: undefined }));
      await written.step('a group that there is not', () => ask({ group: 'attic' }));
      await written.step('another mode', () => ask({ orderId: 'live' }));
      await written.step('the key of another order', () => ask({ key: 'k-9' }));
      await written.step('nothing is right', () =>
        ask({ amount: eur(0), reason: ' ', key: 'Elsewhere:1', by: 'x'.repeat(121), why: 'x'.repeat(501) }),
      );
      await written.step('a key with white space', () => ask({ key: ' k' }));
      await written.step('an empty key', () => ask({ key: '' }));
      await written.step('an amount that is none', () =>
        ask({ amount: 'all' as never, orderId: 'A', cart: 'mug' as never }),
      );
      await written.step('lines that are another amount', () => ask({ amount: eur(999), cart: { ...cart, returned } }));
      await written.step('all that is left, by lines that are less', () =>
        ask({ amount: 'remaining', cart: { ...cart, returned } }),
      );
      await written.step('lines that are right', () => ask({ cart: { ...cart, returned } }));
      await written.rows('refund');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('in a transaction of the shop', async () => {
    await script.paid('A', { erasedAt: 5 });
    const transcript = await script.written(async (written) => {
      await written.step('it is rolled back', () =>
        script.shop.dataSource.transaction(async (manager) => {
          await ask({ manager });
          throw new Error('changed my mind');
        }),
      );
      await written.step('it is committed', () => script.shop.dataSource.transaction((manager) => ask({ manager })));
      await written.step('without a transaction', () => ask({ key: 'k-2', manager: script.shop.dataSource.manager }));
      await written.rows('refund');
    });
    expect(transcript).toMatchSnapshot();
    const { erasedAt } = await script.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId: 'A' });
    expect(erasedAt).toBe(0);
  });

  test('an order that was paid more than once, in two currencies', async () => {
    const { manager } = script.shop.dataSource;
    await script.paid('A');
    const order = await manager.findOneByOrFail(PaymentOrderEntity, { orderId: 'A' });
    const [first] = order.transactions!;
    const payments = [1, 2, 3].map((attempt) => ({ ...first!, attempt, id: `70${attempt}` }));
    await manager.update(PaymentOrderEntity, { orderId: 'A' }, { transactions: payments });
    const attempt = await manager.findOneByOrFail(AttemptEntity, { orderId: 'A' });
    await manager.insert(AttemptEntity, { ...attempt, serviceOrderId: 'A-2', number: 2, amount: 500 });
    await manager.insert(AttemptEntity, { ...attempt, serviceOrderId: 'A-3', number: 3, amount: 70, currency: 'USD' });
    await script.shop.addOrder('open', 100, 'web', script.clock.now());
    const asked = async (change: Partial<RefundRequest>) => {
      const { serviceOrderId, amount } = await ask(change);
      return { serviceOrderId, amount };
    };
    const transcript = await script.written(async (written) => {
      await written.step('what is left', () => script.refunds.remaining('A'));
      await written.step('what is left of one that is not paid', () => script.refunds.remaining('open'));
      await written.step('some of the surplus', () => asked({ key: 'k-1', amount: eur(400) }));
      await written.step('more than the surplus', () => asked({ key: 'k-2', amount: eur(101) }));
      await written.step('in the other currency', () => asked({ key: 'k-3', amount: Money.ofMinor(70, 'USD') }));
      await written.step('all that is left of one of them', () => asked({ key: 'k-4', amount: 'remaining' }));
      await written.step('what is left', () => script.refunds.remaining('A'));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('someone is faster with the same key', async () => {
    for (const order of ['A', 'B']) await script.paid(order);
    const columns = (await script.spoil('PRAGMA table_info(tillbridge_refund)')) as { name: string }[];
    const names = columns.map(({ name }) => name);
    const change: Readonly<Record<string, string>> = { id: `'R1'`, tag: `'r-R1'` };
    const faster = (orderId: string) => {
      const values = names.map((name) => (name === 'order_id' ? `'${orderId}'` : (change[name] ?? `NEW.${name}`)));
      return `CREATE TRIGGER faster BEFORE INSERT ON tillbridge_refund WHEN NEW.id <> 'R1'
        BEGIN INSERT INTO tillbridge_refund (${names.join()}) VALUES (${values.join()}); END`;
    };
    const transcript = await script.written(async (written) => {
      await script.spoil(faster('A'));
      await written.step('for the same refund', () => ask({ ...ACTOR }));
      await script.spoil('DROP TRIGGER faster');
      await script.spoil('DELETE FROM tillbridge_refund');
      await script.spoil(faster('B'));
      await written.step('for another order', () => ask());
      await script.spoil('DROP TRIGGER faster');
      await written.rows('refund', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });
});
