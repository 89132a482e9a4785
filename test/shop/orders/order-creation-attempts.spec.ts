import { describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { accepted, existing, newOrder, OrderStage, PAYMENT_URL } from '../../support/order-stage.js';
import { json, refusal, reset, silence, type Reply } from '../../support/scripted-service.js';
import { waitFor } from '../../support/wait-for.js';

const done: Reply = json(200, { success: true, data: {} });

/** What a get-order answers about an attempt that has been paid. */
const paidAs = (orderId: string, transactionId = '7'): Reply =>
  json(200, { success: true, data: orderBody({ orderId, amount: 1250, transactionId, at: Date.now() }) });

const more = Money.of('15.00', 'EUR');

describe('attempts to have an order paid', () => {
  const stage = new OrderStage();
  const { create, failureOf } = stage;
  const find = (orderId: string) => stage.shop.payments.group('web').orders.find(orderId);

  /** An order whose first attempt has a payment page. */
  const opened = async (change = {}) => {
    const input = newOrder(change);
    stage.service.script(accepted);
    await create(input);
    return input;
  };

  const notified = async (body: Record<string, unknown> & { order_id?: unknown }): Promise<void> => {
    const answer = await stage.shop.notify({ orderId: String(body.order_id), body });
    expect(answer.status).toBe(200);
    await stage.shop.drain();
  };

  it('another amount gets one of its own, and the old one is closed without an error to the handlers', async () => {
    const input = await opened();
    const { orderId } = input;
    stage.service.script(existing(orderId), done, existing(orderId, { status: 'cancelled' }), accepted);
    const second = await create({ ...input, amount: more });
    expect(second).toMatchObject({ orderId, attempt: 2, serviceOrderId: `${orderId}-2`, status: null });
    expect(second.amount.toString()).toBe('15.00 EUR');
    const old = `/v1/json/orders/${orderId}`;
    expect(stage.service.log).toEqual([`GET ${old}`, `PATCH ${old}`, `GET ${old}`, 'POST /v1/json/orders']);
    expect(JSON.parse(stage.service.calls[3]!.body)).toMatchObject({ order_id: `${orderId}-2`, amount: 1500 });
    expect(stage.shop.handlers.count('transaction', 'cancelled')).toBe(0);
    const texts = (await stage.shop.payments.orders.timeline(orderId)).map(({ text }) => text);
    expect(texts).toContain('Order created for 12.50 EUR');
    expect(texts).toContain(`Attempt 2 opened for 15.00 EUR, known to the service as ${orderId}-2`);
  });

  it.each(['declined', 'cancelled', 'expired', 'void'])(
    'an attempt that ended as %s is followed by another',
    async (status) => {
      const input = await opened();
      await notified(orderBody({ orderId: input.orderId, amount: 1250, status, at: Date.now() }));
      const ended = existing(input.orderId, { status, transaction_id: '1756720780000123' });
      stage.service.script(ended, ...(status === 'declined' ? [done, ended] : []), accepted);
      expect(await create(input)).toMatchObject({ attempt: 2, paymentUrl: PAYMENT_URL, status: null });
      stage.service.script();
      expect(await create(input)).toMatchObject({ attempt: 2, paymentUrl: PAYMENT_URL });
      const reported = (await stage.shop.payments.orders.timeline(input.orderId)).find(
        ({ kind }) => kind === 'notification',
      );
      expect(reported?.details).toMatchObject({ serviceOrderId: input.orderId });
    },
  );

  it('another method gets one of its own; another description or customer does not', async () => {
    const input = await opened();
    const same = await create({ ...input, description: 'Two cups', customer: { email: 'ann@example.org' } });
    expect(same.attempt).toBe(1);
    const { orderId } = input;
    stage.service.script(existing(orderId), refusal(1000), existing(orderId), accepted);
    expect(await create({ ...input, gateway: 'IDEAL' })).toMatchObject({ attempt: 2 });
  });

  it('an old attempt that is paid after all pays the order, with the amount it was made for (scenario L1)', async () => {
    const input = await opened();
    const { orderId } = input;
    const ended = existing(orderId, { status: 'expired', transaction_id: '7' });
    await notified(orderBody({ orderId, amount: 1250, status: 'expired', transactionId: '7', at: Date.now() - 9_000 }));
    stage.service.script(ended, accepted);
    await create(input);
    stage.service.script(paidAs(orderId));
    await notified(orderBody({ orderId, amount: 1250, transactionId: '7', at: Date.now() }));
    expect(await find(orderId)).toMatchObject({ paid: true, attempt: 2, transactionId: expect.any(String) });
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    // The page of the second attempt was still open: that payment is one too many, reported once (scenario D8).
    const twice = orderBody({ orderId: `${orderId}-2`, amount: 1250, transactionId: '8', at: Date.now() });
    await notified(twice);
    await notified({ ...twice, financial_status: 'uncleared' });
    expect(await find(orderId)).toMatchObject({ paid: true, attention: 'paid_twice' });
    const reported = stage.shop.handlers.seen
      .filter(({ event }) => event.orderId === orderId)
      .map(({ event }) => event.kind);
    expect(reported.filter((kind) => kind === 'paid_twice')).toHaveLength(1);
  });

  it('an old attempt paid with an amount that is no longer asked for is a mismatch (scenario M3)', async () => {
    const input = await opened();
    const { orderId } = input;
    stage.service.script(existing(orderId), done, existing(orderId), accepted);
    await create({ ...input, amount: more });
    await notified(orderBody({ orderId, amount: 1250, at: Date.now() }));
    expect(await find(orderId)).toMatchObject({ paid: false, attention: 'amount_mismatch' });
    const [row] = await stage.shop.dataSource.query(
      `SELECT amount FROM tillbridge_transition WHERE order_id = '${orderId}' AND kind = 'amount_mismatch'`,
    );
    expect(Number(row.amount)).toBe(1250);
  });

  it.each([
    ['before it is closed', (id: string) => [paidAs(id)]],
    ['while it is being closed', (id: string) => [existing(id), refusal(1006), paidAs(id)]],
  ])('an attempt that is found paid %s is no longer replaced', async (_title, replies) => {
    const input = await opened({ reference: 'PO-1' });
    const { orderId } = input;
    stage.service.script(...replies(orderId));
    const failure = await failureOf({ ...input, amount: more, reference: 'PO-2' });
    expect(failure).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(await find(orderId)).toMatchObject({ paid: true, attempt: 1, attention: null, reference: 'PO-1' });
    const events = stage.shop.handlers.seen.filter(({ event }) => event.orderId === orderId);
    expect(new Set(events.map(({ event }) => event.reference))).toEqual(new Set(['PO-1']));
  });

  it('money under way is not asked for a second time', async () => {
    const input = await opened();
    stage.service.script(existing(input.orderId, { status: 'uncleared', transaction_id: '1' }));
    expect(await failureOf({ ...input, amount: more })).toMatchObject({ code: 'ORDER_PAYMENT_PENDING' });
  });

  it('what was refused before it came to be is asked for again under its own id', async () => {
    const input = newOrder();
    stage.service.script(refusal(1001));
    await failureOf(input);
    stage.service.script(refusal(1006), accepted);
    expect(await create({ ...input, amount: more })).toMatchObject({ attempt: 1, serviceOrderId: input.orderId });
  });

  it('what was not heard of once may still arrive: another wish then gets an id of its own', async () => {
    const input = newOrder();
    const absent = refusal(1006);
    stage.service.script(reset, absent, absent, refusal(1001));
    expect(await failureOf(input)).toMatchObject({ code: 'SERVICE_1001' });
    stage.service.script(absent, accepted);
    expect(await create({ ...input, amount: more })).toMatchObject({ serviceOrderId: `${input.orderId}-2` });
  });

  it('one that someone else has taken over and sent is not taken back, and money for it is recognised', async () => {
    const input = await opened();
    const { orderId } = input;
    const takenOver = `sender_token = NULL, sender_until = NULL, create_state = 'created', payment_url = '${PAYMENT_URL}'`;
    // This sender stood still for so long that another replica has gone on with the attempt.
    const meanwhile: Reply = (response, call) =>
      void stage.shop.dataSource
        .query(`UPDATE tillbridge_attempt SET ${takenOver} WHERE service_order_id = '${orderId}-2'`)
        .then(() => paidAs(orderId)(response, call));
    stage.service.script(existing(orderId), done, meanwhile);
    expect(await failureOf({ ...input, gateway: 'IDEAL' })).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(await find(orderId)).toMatchObject({ paid: true, attempt: 2, attention: null });
    await notified(orderBody({ orderId: `${orderId}-2`, amount: 1250, transactionId: '8', at: Date.now() }));
    expect(await find(orderId)).toMatchObject({ paid: true, attention: 'paid_twice' });
  });

  const again = async (orderId: string): Promise<string> => {
    stage.service.script(existing(orderId, { status: 'expired' }), accepted);
    await stage.shop.payments.orders.settle(orderId);
    stage.service.script(existing(orderId, { status: 'expired' }), accepted);
    return (await create(newOrder({ orderId }))).serviceOrderId;
  };

  it('ids that are taken are left out', async () => {
    await opened({ orderId: 'L'.repeat(48) });
    expect(await again('L'.repeat(48))).toBe(`${'L'.repeat(48)}-2`);
    // Another order is really called S1-2, and a third comes by the name that an attempt has.
    await opened({ orderId: 'S1' });
    await opened({ orderId: 'S1-2' });
    expect(await again('S1')).toBe('S1-3');
    stage.service.script(accepted);
    expect(await create(newOrder({ orderId: 'S1-3' }))).toMatchObject({ orderId: 'S1-3', serviceOrderId: 'S1-3-2' });
  });

  it('an id that would be too long with the number is refused and never cut: two orders could get one id', async () => {
    const long = 'M'.repeat(49);
    await opened({ orderId: long });
    await expect(again(long)).rejects.toMatchObject({
      code: 'ORDER_ID_TOO_LONG',
      execution: 'not-executed',
      advice: expect.stringContaining('shorter'),
    });
    expect(stage.service.log.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(await find(long)).toMatchObject({ attempt: 1 });
  });

  it('are found and settled by the id with which the shopper comes back', async () => {
    const input = await opened();
    const { orderId } = input;
    stage.service.script(existing(orderId), done, existing(orderId), accepted);
    await create({ ...input, gateway: 'IDEAL' });
    stage.service.script(paidAs(`${orderId}-2`));
    expect(await stage.shop.payments.orders.settle(`${orderId}-2`)).toMatchObject({ orderId, paid: true });
    expect(stage.service.log).toEqual([`GET /v1/json/orders/${orderId}-2`]);
    expect(await stage.shop.payments.orders.find(`${orderId}-2`)).toMatchObject({ orderId });
    // What is done with the order is done with the attempt that was paid.
    stage.service.script(done);
    await stage.shop.payments.group('web').orders.ship(orderId);
    expect(stage.service.log).toEqual([`PATCH /v1/json/orders/${orderId}-2`]);
  });

  it('are told from an order that is really called so when the shopper comes back', async () => {
    const input = await opened();
    const { orderId } = input;
    stage.service.script(existing(orderId), done, existing(orderId), accepted);
    await create({ ...input, gateway: 'IDEAL' });
    await opened({ orderId: `${orderId}-2` });
    const { orders } = stage.shop.payments;
    stage.service.script(paidAs(`${orderId}-2`));
    expect(await orders.settle(`${orderId}-2`, { byServiceId: true })).toMatchObject({ orderId, paid: true });
    stage.service.script(existing(`${orderId}-2-2`));
    expect(await orders.settle(`${orderId}-2`)).toMatchObject({ orderId: `${orderId}-2`, paid: false });
  });

  it('one whose sender died is gone on with by the return page, and by the next create', async () => {
    const input = newOrder();
    stage.service.script(silence, reset, reset, reset);
    await stage.unanswered(() => failureOf(input));
    stage.service.script(existing(input.orderId, { payment_url: PAYMENT_URL }));
    expect(await stage.shop.payments.orders.settle(input.orderId)).toMatchObject({
      createState: 'created',
      paymentUrl: PAYMENT_URL,
    });
    const { orderId } = newOrder();
    stage.service.script(silence, reset, reset, reset);
    await stage.unanswered(() => failureOf(newOrder({ orderId })));
    const dead = `sender_token = 'dead', sender_until = ${Date.now() + 300}`;
    await stage.shop.dataSource.query(`UPDATE tillbridge_attempt SET ${dead} WHERE order_id = '${orderId}'`);
    stage.service.script(existing(orderId, { payment_url: PAYMENT_URL }));
    const [one, two] = await Promise.all([create(newOrder({ orderId })), create(newOrder({ orderId }))]);
    expect([one.paymentUrl, two.paymentUrl]).toEqual([PAYMENT_URL, PAYMENT_URL]);
    await waitFor(() => stage.service.log.length === 1);
  });
});
