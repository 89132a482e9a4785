import { beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { RecipeStage } from './recipes.js';

describe('saved cards', () => {
  interface Purchase {
    readonly orderId: string;
    readonly amount: Money;
    readonly customerId: string;
  }
  interface SavedCards {
    checkout(purchase: Purchase, remember: boolean): Promise<string | null>;
    cards(customerId: string): Promise<{ name: string; text: string; expired: boolean }[]>;
    pay(purchase: Purchase, cardName: string): Promise<unknown>;
    forget(customerId: string, cardName: string): Promise<void>;
  }
  const stage = new RecipeStage('saved-cards', { parts: (code) => ({ providers: [code['SavedCards']!] }) });
  const recipe = () => stage.made<SavedCards>('SavedCards');
  const purchase = (orderId: string, customerId = 'ann') => ({
    orderId,
    amount: Money.of('9.95', 'EUR'),
    customerId,
  });
  /** The name of the card that a customer has kept, and its token. */
  const kept = async (customerId: string): Promise<{ name: string; token: string }> => {
    await recipe().checkout(purchase(`of-${customerId}`, customerId), true);
    await stage.sandbox.pay(`of-${customerId}`, { method: 'VISA' });
    const [card] = await recipe().cards(customerId);
    return { name: card!.name, token: (await stage.sandbox.tokens.list()).at(-1)!.token };
  };

  it('are kept of customers who have agreed, and the browser gets no token', async () => {
    expect(await recipe().checkout(purchase('A-1'), false)).toContain('/pay/');
    await stage.sandbox.pay('A-1', { method: 'VISA' });
    expect(await recipe().cards('ann')).toEqual([]);
    await recipe().checkout(purchase('A-2'), true);
    await stage.sandbox.pay('A-2', { method: 'VISA' });
    const found = await recipe().cards('ann');
    expect(found).toEqual([{ name: expect.any(String), text: expect.stringContaining('1111'), expired: false }]);
    const token = (await stage.sandbox.tokens.list()).at(-1);
    expect(JSON.stringify(found)).not.toContain(token?.token);
  });

  it('pay by one click, once, and for their own customer', async () => {
    const { name } = await kept('eve');
    expect(await Promise.all([1, 2].map(() => recipe().pay(purchase('A-3', 'eve'), name)))).toEqual(['paid', 'paid']);
    expect(await stage.shop.payments.orders.find('A-3')).toMatchObject({ paid: true, attempt: 1 });
    expect(await recipe().pay(purchase('A-4', 'eve'), 'no such card')).toBe('other-card');
    expect(await recipe().pay(purchase('A-4', 'bob'), name)).toBe('other-card');
  });

  it('expire, are deleted, and leave the same order to the payment page', async () => {
    const { name, token } = await kept('kim');
    await stage.sandbox.tokens.expire(token);
    expect(await recipe().cards('kim')).toMatchObject([{ expired: true }]);
    expect(await recipe().pay(purchase('A-5', 'kim'), name)).toBe('other-card');
    expect(await recipe().checkout(purchase('A-5', 'kim'), false)).toContain('/pay/');
    await recipe().forget('kim', name);
    expect(await recipe().cards('kim')).toEqual([]);
    await recipe().forget('kim', name);
  });
});

describe('a subscription', () => {
  interface Row {
    id: string;
    customerId: string;
    price: number;
    token: string | null;
    paidUntil: string;
    refusals: number;
  }
  interface Subscriptions {
    start(row: Row, month: string): Promise<string | null>;
    chargeDue(today: string): Promise<void>;
  }
  const stage = new RecipeStage('subscriptions', {
    parts: (code) => ({ providers: [code['Subscriptions']!], entities: [code['Subscription']!] }),
  });
  const recipe = () => stage.made<Subscriptions>('Subscriptions');
  const rows = () => stage.shop.dataSource.getRepository<Row>('Subscription');
  const row = () => rows().findOneByOrFail({ id: '7' });
  const becomes = (facts: Partial<Row>) =>
    stage.until(JSON.stringify(facts), async () => {
      const now = await row();
      return Object.entries(facts).every(([name, value]) => now[name as keyof Row] === value);
    });
  const newestToken = async () => (await stage.sandbox.tokens.list()).at(-1)!.token;
  const attempts = async () => {
    const query = 'SELECT service_order_id AS id FROM tillbridge_attempt ORDER BY service_order_id';
    return (await stage.shop.dataSource.query<{ id: string }[]>(query)).map(({ id }) => id);
  };

  beforeAll(async () => {
    await stage.shop.dataSource.query(
      'CREATE TABLE subscription (id varchar PRIMARY KEY, customer_id varchar NOT NULL, price integer NOT NULL, ' +
        "token varchar, paid_until varchar NOT NULL DEFAULT '', tried_on varchar NOT NULL DEFAULT '', " +
        'refusals integer NOT NULL DEFAULT 0)',
    );
    await rows().insert({ id: '7', customerId: 'ann', price: 995 });
  });

  /** Begins with a payment, whose card is kept. */
  const begins = async (): Promise<void> => {
    expect(await recipe().start(await row(), '2031-07')).toContain('/pay/');
    await stage.sandbox.pay('SUB-7-2031-07', { method: 'VISA' });
    await becomes({ paidUntil: '2031-07', token: await newestToken() });
  };

  /** Is charged once for each month, however often the job runs, in however many processes. */
  const isChargedOnce = async (): Promise<void> => {
    await Promise.all([1, 2, 3].map(() => recipe().chargeDue('2031-08-01')));
    await becomes({ paidUntil: '2031-08' });
    // As if the shop's own row had been lost: what counts is the order.
    await rows().update({ id: '7' }, { paidUntil: '2031-07' });
    await recipe().chargeDue('2031-08-02');
    await rows().update({ id: '7' }, { paidUntil: '2031-08' });
    expect(await row()).toMatchObject({ refusals: 0 });
    expect(await attempts()).toEqual(['SUB-7-2031-07', 'SUB-7-2031-08']);
  };

  /** Waits for a bank that takes its time, and is not charged again meanwhile. */
  const waitsForTheBank = async (): Promise<void> => {
    const gatewayInfo = { card_number: '4462000000000003', card_expiry_date: '3912' };
    const { orders } = stage.shop.payments.group('web');
    const recurring = { recurringModel: 'subscription', customer: { reference: 'ann' } } as const;
    const amount = Money.of('9.95', 'EUR');
    const other = { orderId: 'other', amount, description: 'Tea', type: 'direct', gatewayInfo } as const;
    await orders.create({ ...other, ...recurring });
    await stage.sandbox.accept('other');
    await rows().update({ id: '7' }, { token: await newestToken() });
    for (const day of ['2031-09-01', '2031-09-02', '2031-09-03']) await recipe().chargeDue(day);
    const order = await stage.shop.payments.orders.find('SUB-7-2031-09');
    expect(order).toMatchObject({ status: 'uncleared', attempt: 1, attention: null });
    expect(await row()).toMatchObject({ paidUntil: '2031-08', refusals: 0 });
    await stage.sandbox.accept('SUB-7-2031-09');
    await becomes({ paidUntil: '2031-09' });
  };

  /** Stops after refusals of three days, and goes on when that month is paid by another card. */
  const stopsAndGoesOn = async (): Promise<void> => {
    const old = await newestToken();
    await stage.sandbox.tokens.expire(old);
    for (let day = 1; day <= 5; day += 1) {
      await Promise.all([1, 2].map(() => recipe().chargeDue(`2031-10-0${day}`)));
      expect(await row()).toMatchObject({ refusals: Math.min(day, 3), paidUntil: '2031-09' });
    }
    expect(await recipe().start(await row(), '2031-10')).toContain('/pay/');
    const order = await stage.shop.payments.orders.find('SUB-7-2031-10');
    await stage.sandbox.pay(order!.serviceOrderId, { method: 'MASTERCARD' });
    await becomes({ paidUntil: '2031-10', refusals: 0, token: await newestToken() });
    expect(await newestToken()).not.toBe(old);
    await recipe().chargeDue('2031-11-01');
    await becomes({ paidUntil: '2031-11' });
  };

  /** Leaves no token in the log, also of charges that were refused. */
  const leavesNoToken = async (): Promise<void> => {
    const tokens = await stage.sandbox.tokens.list();
    expect(tokens.length).toBeGreaterThan(2);
    expect(tokens.flatMap(({ token }) => stage.shop.logs.matching(token))).toEqual([]);
  };

  it('goes on from month to month, through a slow bank and refusals, and leaves no token in the log', async () => {
    await begins();
    await isChargedOnce();
    await waitsForTheBank();
    await stopsAndGoesOn();
    await leavesNoToken();
  });
});
