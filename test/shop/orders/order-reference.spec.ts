import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import {
  Money,
  OnPayment,
  OnRefund,
  isPaymentError,
  type CreatePaymentOrderInput,
  type PaymentEvent,
  type RefundEvent,
} from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { ManualClock } from 'tillbridge/testing';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { canaryKey } from '../../support/canary.js';
import { describeEngines } from '../../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const KEYS = { web: canaryKey('web'), 'till-amsterdam': canaryKey('till-amsterdam') };
const GROUPS = Object.keys(KEYS) as (keyof typeof KEYS)[];

/** Notes under which reference it is called for what; the mail server is down as often as the test says. */
@Injectable()
class References {
  outages = 0;
  readonly seen: string[] = [];

  @OnPayment('completed')
  inside({ orderId, kind, reference }: PaymentEvent): void {
    this.seen.push(`inside ${orderId} ${kind} ${reference}`);
  }

  @OnPayment('completed', { after: 'commit' })
  after({ orderId, kind, reference }: PaymentEvent): void {
    if (this.outages-- > 0) throw new Error('the mail server is down');
    this.seen.push(`after ${orderId} ${kind} ${reference}`);
  }

  @OnRefund('accepted')
  refundInside({ orderId, kind, reference }: RefundEvent): void {
    this.seen.push(`inside ${orderId} ${kind} ${reference}`);
  }

  @OnRefund('accepted', { after: 'commit' })
  refundAfter({ orderId, kind, reference }: RefundEvent): void {
    this.seen.push(`after ${orderId} ${kind} ${reference}`);
  }
}

const order = (orderId: string, change: Partial<CreatePaymentOrderInput> = {}): CreatePaymentOrderInput => ({
  orderId,
  amount: Money.of('12.50', 'EUR'),
  description: 'Two mugs',
  ...change,
});

/** Different for each test: all of them share one shop. */
let tests = 0;

describeEngines("the shop's own reference of an order", (engine) => {
  let service: RunningSandbox;
  let shop: ShopHost;
  let references: References;
  let [S1, S2, PO1, PO2]: string[] = [];
  const clock = new ManualClock(Date.now());

  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: GROUPS.map((name) => ({ name, apiKey: KEYS[name] })) });
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = GROUPS.map((name) => ({
      ...web!,
      name,
      apiKeys: [KEYS[name]],
      baseUrl: service.url,
      notificationUrl: `http://localhost:9/payments/notifications/${name}`,
    }));
    const options = { terminalGroups, clock, workers: 'off' as const };
    shop = await startShop({ engine, providers: [References], options });
    references = shop.app.get(References);
  });
  beforeEach(() => {
    tests += 1;
    [S1, S2, PO1, PO2] = ['S1', 'S2', 'PO 1', 'PO 2'].map((name) => `${name}/${tests}`);
    references.seen.length = 0;
  });
  afterEach(() => shop.drain());
  afterAll(async () => {
    await shop?.close();
    await service?.close();
  });

  /** Creates an order in terminal group `web`. @returns its reference */
  const create = async (orderId: string, change?: Partial<CreatePaymentOrderInput>): Promise<string | null> =>
    (await shop.payments.group('web').orders.create(order(orderId, change))).reference;
  const codeOf = (orderId: string, change: Partial<CreatePaymentOrderInput>): Promise<string> =>
    create(orderId, change).then(
      () => 'none',
      (error: unknown) => (isPaymentError(error) ? error.code : String(error)),
    );
  const referenceOf = async (orderId: string) => (await shop.payments.orders.find(orderId))?.reference;
  /** The orders that a reference leads to. */
  const found = async (reference: string, options?: { group: string }): Promise<string[]> =>
    (await shop.payments.orders.findByReference(reference, options)).map(({ orderId }) => orderId);
  const pay = async (orderId: string): Promise<void> => {
    await service.sandbox.pay(orderId);
    await shop.payments.orders.settle(orderId);
  };
  const reported = (): string[] => references.seen.splice(0);

  it('stands in the order and in every event of it, also in one that is run later, and never at the service', async () => {
    expect(await create(S1!, { reference: PO1! })).toBe(PO1);
    expect(await referenceOf(S1!)).toBe(PO1);
    const url = `${service.url}/v1/json/orders/${encodeURIComponent(S1!)}`;
    const read = await fetch(url, { headers: { api_key: KEYS.web } });
    expect([read.status, (await read.text()).includes(PO1!)]).toEqual([200, false]);
    references.outages = 1;
    await pay(S1!);
    await shop.drain();
    expect(reported()).toEqual([`inside ${S1} completed ${PO1}`]);
    clock.advance(600_000);
    await shop.drain();
    expect(reported()).toEqual([`after ${S1} completed ${PO1}`]);
    const refund = { orderId: S1!, amount: 'remaining', reason: 'Returned', key: `return-${S1}` } as const;
    await shop.payments.group('web').refunds.request(refund);
    for (let rounds = 0; rounds < 5 && references.seen.length < 2; rounds += 1) {
      await shop.drain();
      clock.advance(2_000);
    }
    expect(reported()).toEqual([`inside ${S1} accepted ${PO1}`, `after ${S1} accepted ${PO1}`]);
  });

  it('of an event that is replayed is the one that it had at first, as its id', async () => {
    await create(S1!, { reference: PO1! });
    references.outages = 13;
    await pay(S1!);
    for (let tries = 0; tries < 14; tries += 1) {
      await shop.drain();
      clock.advance(600_001);
    }
    const [failed] = await shop.payments.effects.failed();
    await shop.dataSource.query(`UPDATE tillbridge_order SET reference = 'PO 9' WHERE order_id = '${S1}'`);
    await shop.payments.effects.replay(failed!.id, { by: 'ann', why: 'the mail server is back' });
    await shop.drain();
    expect(reported()).toEqual([`inside ${S1} completed ${PO1}`, `after ${S1} completed ${PO1}`]);
  });

  it('is replaced by the latest create that gives one, over the same open page, and kept by one that gives none', async () => {
    const { orders } = shop.payments.group('web');
    expect(await create(S1!)).toBeNull();
    const first = await orders.find(S1!);
    clock.advance(1_000);
    for (const reference of [PO1!, PO2!]) expect(await create(S1!, { reference })).toBe(reference);
    expect([await create(S1!), await create(S1!, { reference: null as never })]).toEqual([PO2, PO2]);
    // The service has said nothing new: a read that is under way is none the older.
    expect(await orders.find(S1!)).toEqual({ ...first, reference: PO2 });
    expect([await found(PO1!), await found(PO2!)]).toEqual([[], [S1]]);
    // Another amount is another attempt, of the same order.
    expect(await create(S1!, { amount: Money.of('15.00', 'EUR') })).toBe(PO2);
    expect(await create(S1!, { amount: Money.of('16.00', 'EUR'), reference: PO1! })).toBe(PO1);
    expect(await orders.find(S1!)).toMatchObject({ attempt: 3, reference: PO1 });
    await pay(`${S1}-3`);
    expect(reported()).toEqual([`inside ${S1} completed ${PO1}`]);
  });

  it('of a create that is refused replaces none', async () => {
    await create(S1!, { reference: PO1! });
    await pay(S1!);
    expect(await codeOf(S1!, { reference: PO2! })).toBe('ORDER_ALREADY_PAID');
    await create(S2!, { reference: PO1! });
    await service.sandbox.pay(S2!);
    expect(await codeOf(S2!, { amount: Money.of('15.00', 'EUR'), reference: PO2! })).toBe('ORDER_ALREADY_PAID');
    expect([await referenceOf(S1!), await referenceOf(S2!)]).toEqual([PO1, PO1]);
    expect(reported()).toEqual([S1, S2].map((id) => `inside ${id} completed ${PO1}`));
  });

  it.each([
    ['text of more than 100 characters', 'x'.repeat(101)],
    ['101 characters of two code units each', '😀'.repeat(101)],
    ['nothing', ''],
    ['blanks', '  '],
    ['text with a blank at its end', 'PO-1 '],
    ['text with a NUL', 'PO\u00001'],
    ['two lines', 'PO-1\nPO-2'],
    ['half a character', '\ud83d'],
    ['no text', 42],
  ])('is refused when it is %s, with nothing written', async (_title, given) => {
    const reference = given as string;
    const failure: unknown = await create(S1!, { reference, description: '' }).catch((error: unknown) => error);
    if (!isPaymentError(failure)) throw failure;
    expect(failure).toMatchObject({ code: 'ORDER_INVALID' });
    expect(failure.message).toMatch(/ {2}- description: [^]* {2}- reference: must /);
    expect(await referenceOf(S1!)).toBeUndefined();
    expect(await found(String(reference))).toEqual([]);
  });

  it('may be any characters, and is found by exactly these', async () => {
    const texts = ['😀'.repeat(100), `Réf. 'ß' "%_\\ <1>`, 'po-1', 'PO-1'];
    for (const [index, reference] of texts.entries())
      expect(await create(`${S1}.${index}`, { reference })).toBe(reference);
    for (const [index, reference] of texts.entries()) expect(await found(reference)).toEqual([`${S1}.${index}`]);
    for (const other of ['PO', '%', 'Po-1', 'PO-1 ']) expect(await found(other)).toEqual([]);
    await pay(`${S1}.0`);
    expect(reported()).toEqual([`inside ${S1}.0 completed ${texts[0]}`]);
  });

  it('may be that of several orders, in several groups: the newest first', async () => {
    const till = shop.payments.group('till-amsterdam').orders;
    await create(S1!, { reference: PO1! });
    clock.advance(1_000);
    await till.create(order('T1', { reference: PO1! }));
    clock.advance(1_000);
    await create(S2!, { reference: PO1! });
    expect(await found(PO1!)).toEqual([S2, 'T1', S1]);
    expect(await found(PO1!, { group: 'web' })).toEqual([S2, S1]);
    expect(await found(PO1!, { group: 'till-amsterdam' })).toEqual(['T1']);
    expect(await found(PO1!, { group: 'gone' })).toEqual([]);
    expect(await till.findByReference(PO1!)).toEqual([await till.find('T1')]);
  });

  it('leads to a hundred orders at most, each with its newest attempt', async () => {
    for (let copy = 0; copy < 120; copy += 1) await shop.addOrder(`${S2}.${copy}`);
    await shop.dataSource.query(`UPDATE tillbridge_order SET reference = '${PO1}' WHERE order_id LIKE '${S2}.%'`);
    clock.set(Math.max(clock.now(), Date.now()) + 1_000);
    await create(S1!, { reference: PO1! });
    await create(S1!, { amount: Money.of('15.00', 'EUR') });
    const [newest, ...others] = await shop.payments.orders.findByReference(PO1!);
    expect(newest).toMatchObject({ orderId: S1, attempt: 2, serviceOrderId: `${S1}-2` });
    expect(others).toHaveLength(99);
    const asked = await statementsOf(shop.dataSource, () => shop.payments.orders.findByReference(PO1!));
    expect(sortsOf(asked)[0]).toBe('tillbridge_order: created_at DESC, order_id DESC');
  });

  it('is none where none was given', async () => {
    await create(S1!);
    await pay(S1!);
    await shop.drain();
    expect(reported()).toEqual([`inside ${S1} completed null`, `after ${S1} completed null`]);
  });

  it('stays when the personal data of its order is erased', async () => {
    await create(S1!, { reference: PO1! });
    await pay(S1!);
    await shop.drain();
    await shop.payments.orders.erase(S1!, { by: 'ann', why: 'the customer asked for it' });
    expect(await shop.payments.orders.find(S1!)).toMatchObject({ description: '', reference: PO1 });
    expect(await found(PO1!)).toEqual([S1]);
  });
});
