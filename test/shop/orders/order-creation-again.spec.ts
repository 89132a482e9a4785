import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Money } from 'tillbridge';
import { AttemptsRepository } from '../../../src/shop/orders/creation/attempts.repository.js';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { OrderReader } from '../../../src/shop/orders/order-reader.js';
import { accepted, existing, newOrder, OrderStage, PAYMENT_URL } from '../../support/order-stage.js';
import { json, refusal, reset, type Reply } from '../../support/scripted-service.js';

describe('creating an order that may have been created before', () => {
  const stage = new OrderStage();
  const { create, failureOf } = stage;

  it('is not confused by a button pressed twice', async () => {
    const input = newOrder();
    // The service does not tell the payment page again (spec §2.2): anyone who does not wait for it never learns it.
    stage.service.script(accepted, refusal(1006), existing(input.orderId));
    const [first, second] = await Promise.all([create(input), create(input)]);
    expect([first.paymentUrl, second.paymentUrl]).toEqual([PAYMENT_URL, PAYMENT_URL]);
    expect(stage.service.log).toEqual(['POST /v1/json/orders']);
  });

  it('lets a failed call be followed by the next in line', async () => {
    const input = newOrder();
    stage.service.script(refusal(1032, 401), refusal(1006), accepted);
    const [first, second] = await Promise.allSettled([create(input), create(input)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_1032' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { paymentUrl: PAYMENT_URL } });
  });

  it('answers the payment page that another replica got for the same order meanwhile', async () => {
    const input = newOrder();
    const afterTheOther =
      (reply: Reply): Reply =>
      (response, call) => {
        const change = `create_state = 'created', payment_url = '${PAYMENT_URL}', sender_token = NULL, sender_until = NULL`;
        const stored = stage.shop.dataSource.query(
          `UPDATE tillbridge_attempt SET ${change} WHERE order_id = '${input.orderId}'`,
        );
        void stored.then(() => reply(response, call));
      };
    stage.service.script(afterTheOther(refusal(1006)), existing(input.orderId));
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
  });

  it('answers an accepted order that has no payment page when it is asked for again', async () => {
    const input = newOrder({ type: 'direct', gateway: 'BANKTRANS' });
    const pageless = json(200, { success: true, data: { order_id: input.orderId } });
    stage.service.script(pageless, existing(input.orderId));
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: null });
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: null });
    expect(stage.service.log).toEqual(['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`]);
  });

  it('has a payment page although the answer was lost and a read tells of the transaction alone', async () => {
    const input = newOrder();
    const { orderId } = input;
    const begun = existing(orderId, { transaction_id: '1744283802109052' });
    const ended = existing(orderId, { transaction_id: '1744283802109052', status: 'void' });
    stage.service.script(reset, begun, begun, json(200, { success: true, data: {} }), ended, accepted);
    expect(await create(input)).toMatchObject({ attempt: 2, createState: 'created', paymentUrl: PAYMENT_URL });
    const path = `/v1/json/orders/${orderId}`;
    const [read, sent] = [`GET ${path}`, 'POST /v1/json/orders'];
    expect(stage.service.log).toEqual([sent, read, read, `PATCH ${path}`, read, sent]);
  });

  it('has a payment page although the service accepted it without one, and its payment has begun since', async () => {
    const input = newOrder();
    const begun = existing(input.orderId, { transaction_id: '7' });
    stage.service.script(json(200, { success: true, data: { order_id: input.orderId } }));
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: null });
    stage.service.script(begun, begun, json(200, { success: true, data: {} }), begun, accepted);
    expect(await create(input)).toMatchObject({ attempt: 2, paymentUrl: PAYMENT_URL });
  });

  it('has no second page where the first was paid in the moment it was closed', async () => {
    const input = newOrder();
    const { orderId } = input;
    const begun = existing(orderId, { transaction_id: '8' });
    const paid = existing(orderId, { transaction_id: '8', status: 'completed', financial_status: 'completed' });
    stage.service.script(reset, begun, begun, refusal(1006), paid);
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ attempt: 1, paid: true });
  });

  it('says that no page is known, and has made one more attempt alone, where no answer arrives twice', async () => {
    const input = newOrder();
    const { orderId } = input;
    const begun = (id: string): Reply => existing(id, { transaction_id: '9' });
    const done = json(200, { success: true, data: {} });
    stage.service.script(reset, begun(orderId), begun(orderId), done, begun(orderId), reset, begun(`${orderId}-2`));
    const answer = { code: 'ORDER_PAGE_LOST', message: expect.stringMatching(/were lost twice/), kind: 'temporary' };
    expect(await failureOf(input)).toMatchObject(answer);
    expect(stage.service.calls).toHaveLength(7);
    // By the same call again it is paid under an id of its own.
    stage.service.script(begun(`${orderId}-2`), begun(`${orderId}-2`), done, begun(`${orderId}-2`), accepted);
    expect(await create(input)).toMatchObject({ attempt: 3, paymentUrl: PAYMENT_URL });
  });

  it.each<[string, Partial<Parameters<typeof create>[0]>]>([
    ['of a direct order', { type: 'direct', gateway: 'BANKTRANS' }],
    ['by card that may be charged right now', { type: 'direct', gatewayInfo: { card_number: '4111111111111111' } }],
    ['of a stored account', { type: 'direct', gateway: 'IDEAL', recurringId: 'token-1' }],
    ['at a till', { gatewayInfo: { terminal_id: 'T1' } }],
    ['of the code before, whose page the customer may have open', { adoptExisting: true }],
  ])('takes over a transaction %s as it is', async (_title, change) => {
    const input = newOrder(change);
    stage.service.script(reset, existing(input.orderId, { transaction_id: '10' }));
    expect(await create(input)).toMatchObject({ attempt: 1, createState: 'created', paymentUrl: null });
    expect(stage.service.calls).toHaveLength(2);
  });

  it('holds an attempt against other replicas during every call for it, and lets go of it at the end', async () => {
    const input = newOrder();
    const { orderId } = input;
    const holders = (): Promise<{ sender_token: string | null; sender_until: number | null }[]> =>
      stage.shop.dataSource.query(
        `SELECT sender_token, sender_until FROM tillbridge_attempt WHERE order_id = '${orderId}' ORDER BY number`,
      );
    const held: boolean[][] = [];
    let since = 0;
    /** During a call: is each attempt held by a sender, until after this create began and for five seconds at most? */
    const note = async (): Promise<void> => {
      const isHeld = (until: number): boolean => until > since && until <= Date.now() + 5_000;
      const rows = await holders();
      held.push(rows.map((row) => row.sender_token !== null && isHeld(Number(row.sender_until))));
    };
    const watched = (...replies: Reply[]): void => {
      since = Date.now();
      const watching =
        (reply: Reply): Reply =>
        (response, call) =>
          void note().finally(() => reply(response, call));
      stage.service.script(...replies.map(watching));
    };
    const judge = async (expected: boolean[][]): Promise<void> => {
      expect(held.splice(0)).toEqual(expected);
      for (const row of await holders()) expect(row).toEqual({ sender_token: null, sender_until: null });
    };
    watched(reset, reset, reset, reset);
    await failureOf(input);
    await judge([[true], [true], [true], [true]]);
    // Looked for, and sent again.
    const pageless = json(200, { success: true, data: { order_id: orderId } });
    watched(refusal(1006), pageless);
    await create(input);
    await judge([[true], [true]]);
    // Accepted without a page: the service tells how it stands.
    watched(existing(orderId));
    await create(input);
    await judge([[true]]);
    const done = json(200, { success: true, data: {} });
    watched(existing(orderId), done, existing(orderId, { status: 'cancelled' }), accepted);
    await create({ ...input, amount: Money.of('15.00', 'EUR') });
    await judge([[true], [false, true], [false, true], [false, true]]);
  });

  it('keeps an attempt for as long as its sender says that it lives, and for no other', async () => {
    const input = newOrder();
    stage.service.script(accepted);
    await create(input);
    const attempts = stage.shop.app.get(AttemptsRepository);
    const { manager } = stage.shop.dataSource;
    const attempt = await manager.findOneByOrFail(AttemptEntity, { orderId: input.orderId });
    const key = { group: attempt.group, serviceOrderId: attempt.serviceOrderId };
    const until = async (): Promise<number | null> =>
      (await manager.findOneByOrFail(AttemptEntity, { orderId: input.orderId })).senderUntil;
    await manager.update(AttemptEntity, key, { senderToken: 'mine', senderUntil: 7 });
    await attempts.renew(attempt, 'yours');
    await attempts.release(attempt, 'yours');
    expect(await until()).toBe(7);
    const now = Date.now();
    await attempts.renew(attempt, 'mine');
    expect(await until()).toBeGreaterThanOrEqual(now + 5_000);
    await attempts.release(attempt, 'mine');
    expect(await until()).toBeNull();
  });

  it.each<[string, Reply]>([
    ['without a code', json(404, { message: 'Not found' })],
    ['with the code of an unknown message', refusal(1000)],
  ])('sends what never arrived when the service says so %s', async (_title, notFound) => {
    const input = newOrder();
    stage.service.script(reset, reset, reset, reset);
    await failureOf(input);
    stage.service.script(notFound, accepted);
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
  });

  it('finds out that an order of unknown outcome has been paid', async () => {
    const input = newOrder();
    const paid = { status: 'completed', financial_status: 'completed', transaction_id: '1' };
    stage.service.script(reset, existing(input.orderId, paid));
    // However long it takes to write down what was read: nothing is decided before.
    const reader = stage.shop.app.get(OrderReader, { strict: false });
    const observe = reader.observe.bind(reader);
    const slow = jest.spyOn(reader, 'observe').mockImplementation(async (...what) => {
      await pause(50);
      return observe(...what);
    });
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(slow).toHaveBeenCalledTimes(1);
    slow.mockRestore();
    expect(stage.service.log).toEqual(['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`]);
  });

  it('finds out that an order of unknown outcome has ended, and opens another attempt', async () => {
    const input = newOrder();
    const ended = existing(input.orderId, { status: 'expired', payment_url: PAYMENT_URL });
    stage.service.script(reset, ended, ended, accepted);
    expect(await create(input)).toMatchObject({ attempt: 2, serviceOrderId: `${input.orderId}-2`, status: null });
  });

  it('sends once more what broke off on its way and is not there', async () => {
    const input = newOrder();
    stage.service.script(reset, refusal(1006), refusal(1006), accepted);
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
    const [sent, read] = ['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`];
    expect(stage.service.log).toEqual([sent, read, read, sent]);
  });

  it('names the group’s notification URL also when the caller leaves his undefined', async () => {
    stage.service.script(accepted);
    await create({ ...newOrder(), ...({ notificationUrl: undefined } as object) });
    expect(JSON.parse(stage.service.calls[0]!.body)).toMatchObject({
      payment_options: { notification_url: 'http://localhost:9/payments/notifications/web' },
    });
  });

  it('does not answer an order of another mode (scenario C3)', async () => {
    const input = newOrder();
    stage.service.script(accepted);
    await create(input);
    await stage.shop.dataSource.query(`UPDATE tillbridge_order SET mode = 'live' WHERE order_id = '${input.orderId}'`);
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_CONFLICT' });
  });
});
