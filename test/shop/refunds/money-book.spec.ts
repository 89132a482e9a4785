import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseOrder, type CreateOrderInput } from 'tillbridge/protocol';
import type { SandboxSwitches } from 'tillbridge/sandbox';
import { AttemptEntity, Ledger, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { orderBody } from 'tillbridge/testing';
import { describeOneEngine } from '../../support/engines.js';
import { failureOf } from '../../support/failure-of.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

const ACTOR = { by: 'test', why: 'to see' };

describeOneEngine('one book of money', (engine) => {
  let clerk: RefundClerk;
  let stage: RefundStage;

  beforeAll(async () => {
    const calls = { callsPerSecond: 1_000, burst: 1_000 };
    stage = await RefundStage.start(engine, {}, { groupAt: async () => ({ calls, allowTip: true }) });
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());

  const left = async (orderId: string): Promise<number> => (await clerk.refunds.remaining(orderId)).amount;
  const sync = (orderId: string) => stage.shop.payments.orders.sync(orderId, ACTOR);
  const returnsOf = async (orderId: string): Promise<string[]> => {
    const rows = await stage.shop.dataSource.manager.find(RefundEntity, { where: { orderId }, order: { id: 'ASC' } });
    return rows.map(({ origin, state, amount }) => `${origin} ${state} ${amount}`);
  };
  const kindsOf = async (orderId: string): Promise<string[]> => {
    const entries = await stage.shop.dataSource.query<{ kind: string; amount: number | string }[]>(
      `SELECT kind, amount FROM tillbridge_transition WHERE order_id = '${orderId}' ORDER BY version`,
    );
    return entries.map(({ kind, amount }) => `${kind} ${amount}`);
  };

  it('counts what the bank took back of it, until the bank gives it back', async () => {
    const orderId = await clerk.paid();
    await stage.service.sandbox.chargeback(orderId, { amount: 4_000 });
    await stage.pass(MINUTE);
    expect(await left(orderId)).toBe(6_000);
    expect(await failureOf(clerk.ask({ orderId, amount: eur(6_001) }))).toMatchObject({
      code: 'REFUND_EXCEEDS_REMAINING',
    });
    expect(await returnsOf(orderId)).toEqual(['chargeback settled 4000']);
    expect(stage.reportedFor(orderId).inside).toEqual([]);
    await stage.service.sandbox.reverseChargeback(orderId);
    await stage.pass(MINUTE);
    await sync(orderId);
    expect(await left(orderId)).toBe(10_000);
    expect(await returnsOf(orderId)).toEqual(['chargeback cancelled 4000']);
    await stage.service.sandbox.chargeback(orderId, { amount: 1_000 });
    await stage.pass(MINUTE);
    expect(await left(orderId)).toBe(9_000);
    await clerk.ask({ orderId, amount: 'remaining' });
    await clerk.sent(orderId);
    expect((await clerk.atService(orderId)).at(-1)).toBe(9_000);
  });

  it.each<SandboxSwitches['chargebackForm']>(['status', 'void', 'related'])(
    'has nothing left after a chargeback of all of it, shown as %s, and all of it when that is reversed',
    async (chargebackForm) => {
      stage.service.sandbox.adjust('web', { chargebackForm });
      const orderId = await clerk.paid();
      await stage.service.sandbox.chargeback(orderId);
      await stage.pass(MINUTE);
      await sync(orderId);
      expect(await left(orderId)).toBe(0);
      expect((await failureOf(clerk.ask({ orderId, amount: eur(1) }))).code).toMatch(/^REFUND_(NOT_PAID|EXCEEDS)/);
      await stage.service.sandbox.reverseChargeback(orderId);
      await stage.pass(MINUTE);
      await sync(orderId);
      expect(await left(orderId)).toBe(10_000);
      stage.service.sandbox.adjust('web', { chargebackForm: 'status' });
    },
  );

  it.each<readonly [string, number | undefined, string[], number[]]>([
    ['a part', 5_000, ['shop settled 4000', 'shop rejected 4000', 'chargeback settled 5000'], [4_000]],
    ['all', undefined, ['shop rejected 4000', 'shop rejected 4000'], []],
  ])(
    'does not send refunds that wait when the bank takes back %s of the money: they are told as rejected at once',
    async (_title, amount, ended, sent) => {
      const orderId = await clerk.paid();
      await stage.pass(SECOND);
      for (let count = 0; count < 2; count += 1) await clerk.ask({ orderId, amount: eur(4_000) });
      await stage.service.sandbox.chargeback(orderId, amount === undefined ? {} : { amount });
      await sync(orderId);
      const waiting = amount === undefined ? [] : ['shop queued 4000'];
      const rejected = Array.from({ length: 2 - waiting.length }, () => 'shop rejected 4000');
      expect((await returnsOf(orderId)).filter((each) => each.startsWith('shop'))).toEqual([...waiting, ...rejected]);
      for (let hours = 0; hours < 4; hours += 1) await stage.pass(6 * HOUR);
      expect((await returnsOf(orderId)).filter((each) => ended.includes(each))).toEqual(ended);
      const { related_transactions: back } = await stage.shop.payments.orders.fetch(orderId, { group: 'web' });
      const refunds = back.filter(({ type }) => type === 'refund');
      expect(refunds.map((each) => each.amount)).toEqual(sent);
      const rows = await clerk.rowsOf(orderId);
      const refused = rows.filter(({ state }) => state === 'rejected');
      expect(refused.map(({ reason, attempts }) => [reason, attempts])).toEqual(
        rejected.map(() => ['REFUND_EXCEEDS_REMAINING', 0]),
      );
      expect(stage.reportedFor(orderId).inside.filter((each) => each === 'rejected 4000')).toEqual(
        rejected.map(() => 'rejected 4000'),
      );
    },
  );

  it.each(['named', 'unnamed'] as const)(
    'gives back what was captured in part, each part under its own id, its row %s',
    async (captureRows) => {
      stage.service.sandbox.adjust('web', { captureRows });
      const orderId = await reserved(10_000);
      const group = stage.shop.payments.group('web');
      await group.orders.capture(orderId, { amount: eur(3_000) });
      await stage.pass(MINUTE);
      expect(await left(orderId)).toBe(3_000);
      const second = await group.orders.capture(orderId, { amount: eur(2_500) });
      await stage.pass(MINUTE);
      await group.orders.cancelReservation(orderId, { reason: 'the rest is sold out' });
      await stage.pass(MINUTE);
      await sync(orderId);
      expect(await kindsOf(orderId)).toEqual(['initialized 10000', 'authorised 10000', 'completed 5500']);
      expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', paid: true });
      expect(await left(orderId)).toBe(5_500);
      await clerk.ask({ orderId, amount: eur(2_500) });
      await clerk.ask({ orderId, amount: eur(3_000) });
      for (let round = 0; round < 4; round += 1) await clerk.sent(orderId);
      expect(await left(orderId)).toBe(0);
      await stage.pass(14 * HOUR);
      await stage.pass(24 * HOUR);
      expect(await returnsOf(orderId)).toEqual(['shop settled 2500', 'shop settled 3000']);
      const [row] = await stage.shop.dataSource.manager.findBy(RefundEntity, { orderId, amount: 2_500 });
      expect(row?.serviceOrderId).toBe(second.orderId);
      stage.service.sandbox.adjust('web', { captureRows: 'named' });
    },
  );

  it('is paid when all of it was captured, part by part', async () => {
    const orderId = await reserved(5_000);
    const group = stage.shop.payments.group('web');
    for (const amount of [3_000, 2_000]) await group.orders.capture(orderId, { amount: eur(amount) });
    await stage.pass(MINUTE);
    await sync(orderId);
    expect(await kindsOf(orderId)).toEqual(['initialized 5000', 'authorised 5000', 'completed 5000']);
    expect(await left(orderId)).toBe(5_000);
  });

  it('gives back money that came in another amount than asked for', async () => {
    const orderId = await opened(10_000);
    await observe({ orderId, status: 'completed', amount: 9_000 });
    expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ paid: false, attention: 'amount_mismatch' });
    expect(await left(orderId)).toBe(9_000);
    await observe({ orderId, status: 'partial_refunded', amount: 9_000, amountRefunded: 2_000 });
    expect(await left(orderId)).toBe(7_000);
    await observe({ orderId, status: 'chargedback', amount: 9_000, amountRefunded: 2_000 });
    expect(await left(orderId)).toBe(0);
  });

  it('reports a tip at a till, and gives it back with the rest', async () => {
    const orderId = await opened(10_000, { gatewayInfo: { terminal_id: 'desk-1' } });
    await stage.service.sandbox.pay(orderId, { method: 'VISA', tip: 1_500 });
    await stage.shop.drain();
    const order = await stage.shop.payments.orders.find(orderId);
    expect(order).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(order?.tip?.amount).toBe(1_500);
    const [reported] = await stage.shop.dataSource.query<{ tip: number | string }[]>(
      `SELECT tip FROM tillbridge_transition WHERE order_id = '${orderId}' AND kind = 'completed'`,
    );
    expect(Number(reported?.tip)).toBe(1_500);
    expect(await left(orderId)).toBe(11_500);
    await clerk.ask({ orderId, amount: 'remaining' });
    await clerk.sent(orderId);
    expect((await clerk.atService(orderId)).at(-1)).toBe(11_500);
  });

  it('gives back no more of one order at the service than that took, whatever transaction ids appear', async () => {
    const orderId = await opened(10_000);
    for (const transactionId of ['71', '72'])
      await observe({ orderId, status: 'completed', amount: 10_000, transactionId });
    expect(await left(orderId)).toBe(10_000);
  });

  it('counts a chargeback in full again when the part that was given back turns out to be of a later one', async () => {
    const orderId = await opened(10_000);
    const done = { status: 'completed', currency: 'EUR' };
    const row = (transaction_id: string, type: string, amount: number) => ({ transaction_id, type, amount, ...done });
    const [first, reversal] = [row('81', 'chargeback', 6_000), row('82', 'reverse-chargeback', 2_000)];
    const show = (...related_transactions: object[]) =>
      observe({ orderId, status: 'completed', amount: 10_000, fields: { related_transactions } });
    await show(first, reversal);
    expect(await left(orderId)).toBe(6_000);
    await show(first, reversal, row('83', 'chargeback', 2_000));
    expect(await left(orderId)).toBe(4_000);
    expect(await returnsOf(orderId)).toEqual(['chargeback settled 6000']);
  });

  it('has all of it again where the row of a chargeback stands no more, and none tells of its reversal', async () => {
    const orderId = await opened(10_000);
    const chargeback = { transaction_id: '91', type: 'chargeback', amount: 6_000, currency: 'EUR' };
    const show = (status: string) =>
      observe({
        orderId,
        status: 'completed',
        amount: 10_000,
        fields: { related_transactions: [{ ...chargeback, status }] },
      });
    await show('completed');
    expect(await left(orderId)).toBe(4_000);
    await show('void');
    expect(await left(orderId)).toBe(10_000);
    expect(await returnsOf(orderId)).toEqual(['chargeback cancelled 6000']);
  });

  it('books what was given back elsewhere of a payment too many, though only the amount reports it', async () => {
    const orderId = await opened(10_000);
    const { manager } = stage.shop.dataSource;
    const first = await manager.findOneByOrFail(AttemptEntity, { orderId });
    await manager.insert(AttemptEntity, { ...first, serviceOrderId: `${orderId}-2`, number: 2 });
    await manager.update(PaymentOrderEntity, { orderId }, { attempt: 2 });
    await observe({ orderId, status: 'completed', amount: 10_000 });
    const again = { orderId: `${orderId}-2`, amount: 10_000, transactionId: '99' };
    await observe({ ...again, status: 'completed' });
    expect(await left(orderId)).toBe(20_000);
    await observe({ ...again, status: 'completed', amountRefunded: 4_000 });
    expect(await returnsOf(orderId)).toEqual(['elsewhere accepted 4000']);
    expect(stage.reportedFor(orderId).inside).toEqual(['elsewhere 4000']);
    expect(await left(orderId)).toBe(16_000);
    await observe({ ...again, status: 'completed', amountRefunded: 0 });
    expect(await left(orderId)).toBe(20_000);
  });

  it('counts what the service gave back untold on, when another refund is accepted while the fate of one is open', async () => {
    const orderId = await clerk.paid();
    const became = async (amount: number, facts: Partial<RefundEntity>): Promise<void> => {
      const { id } = await clerk.ask({ orderId, amount: eur(amount) });
      const sent = { attempts: 1, lastSentAt: stage.clock.now(), nextReadAt: null };
      await stage.shop.dataSource.manager.update(RefundEntity, { id }, { ...sent, ...facts });
    };
    await became(3_000, { state: 'manual', reason: 'unresolved' });
    await observe({ orderId, status: 'completed', amount: 10_000, amountRefunded: 3_000 });
    expect(await left(orderId)).toBe(4_000);
    stage.clock.advance(MINUTE);
    await became(2_000, { state: 'accepted' });
    expect(await left(orderId)).toBe(2_000);
    await observe({ orderId, status: 'completed', amount: 10_000, amountRefunded: 5_000 });
    expect(await left(orderId)).toBe(2_000);
  });

  /** An order that no one has paid. */
  async function opened(amount: number, besides: Partial<CreateOrderInput> = {}): Promise<string> {
    const orderId = `M-${randomUUID().slice(0, 8)}`;
    const { url, path } = stage.shop;
    await stage.shop.payments.group('web').orders.create({
      orderId,
      amount: eur(amount),
      description: 'Two mugs',
      ...besides,
      notificationUrl: `${url}${path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    return orderId;
  }

  /** An order whose money is reserved, and that the shop knows to be. */
  async function reserved(amount: number): Promise<string> {
    const orderId = await opened(amount, { capture: 'manual' });
    await stage.service.sandbox.pay(orderId, { method: 'VISA' });
    await stage.shop.drain();
    return orderId;
  }

  /** The service's answer to a read, in words that the sandbox has none for; each a minute after the last. */
  async function observe(facts: Omit<Parameters<typeof orderBody>[0], 'at'>): Promise<void> {
    stage.clock.advance(MINUTE);
    const readAt = stage.clock.now();
    const { order } = parseOrder(orderBody({ at: readAt, ...facts }));
    const about = { group: 'web', serviceOrderId: facts.orderId };
    await stage.shop.app.get(Ledger).observe({ ...about, source: 'sync', order, readAt });
  }
});
