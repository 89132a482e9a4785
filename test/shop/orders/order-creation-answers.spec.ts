import { describe, expect, it, jest } from '@jest/globals';
import { orderBody } from 'tillbridge/testing';
import { EffectsService } from '../../../src/shop/effects/index.js';
import { AttemptSender } from '../../../src/shop/orders/creation/attempt-sender.js';
import { AttemptsRepository } from '../../../src/shop/orders/creation/attempts.repository.js';
import { OrderReader } from '../../../src/shop/orders/index.js';
import { existing, newOrder, OrderStage, PAYMENT_URL } from '../../support/order-stage.js';
import { json, reset, type Reply } from '../../support/scripted-service.js';

const TOKEN = 'till.secret.token';

describe('what a create is answered with', () => {
  const stage = new OrderStage();
  const { create } = stage;

  it('says where a till can be followed: to the caller who created the order, and in no row', async () => {
    const gatewayInfo = { terminal_id: 'T1' };
    const input = newOrder({ gatewayInfo });
    const url = `${stage.service.url}/events/stream/`;
    const till: Reply = json(200, {
      success: true,
      data: { order_id: input.orderId, events_token: TOKEN, events_stream_url: url },
    });
    stage.service.script(till);
    expect(await create(input)).toMatchObject({ events: { url, token: TOKEN }, createState: 'created' });
    const rows: unknown = await stage.shop.dataSource.query('SELECT * FROM tillbridge_attempt');
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
    stage.service.script(existing(input.orderId));
    expect(await create(input)).toMatchObject({ events: null });
  });

  it('is seen at once where a direct order is paid at once', async () => {
    const input = newOrder({ type: 'direct', gateway: 'DIRDEB' });
    const paid = orderBody({ orderId: input.orderId, amount: 1250, at: Date.now() });
    stage.service.script(json(200, { success: true, data: paid }));
    expect(await create(input)).toMatchObject({ paid: true, status: 'completed' });
    expect(stage.shop.handlers.count('transaction', 'completed')).toBe(1);
  });

  it('is not given before a payment that it says is written down', async () => {
    const input = newOrder({ type: 'direct', gateway: 'DIRDEB' });
    const paid = orderBody({ orderId: input.orderId, amount: 1250, at: Date.now() });
    stage.service.script(json(200, { success: true, data: paid }), json(200, { success: true, data: paid }));
    jest.spyOn(stage.shop.app.get(OrderReader), 'observe').mockRejectedValueOnce(new Error('no database'));
    await expect(create(input)).rejects.toThrow('no database');
    expect(await stage.failureOf(input)).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
  });

  it('is, for one order alone, not bound to the second that orders have together', async () => {
    const input = newOrder({ type: 'direct', gateway: 'DIRDEB' });
    const paid = orderBody({ orderId: input.orderId, amount: 1250, at: Date.now() });
    stage.service.script(json(200, { success: true, data: paid }));
    const applied = jest.spyOn(stage.shop.app.get(EffectsService), 'apply');
    await create(input);
    const [[, transitions, { patienceMs }]] = applied.mock.calls as [Parameters<EffectsService['apply']>];
    expect([transitions.length, patienceMs]).toEqual([1, undefined]);
    applied.mockRestore();
  });

  it('is that the order is busy, when the attempt ends again and again under the hands of its sender', async () => {
    const sender = stage.shop.app.get(AttemptSender);
    const tries = [jest.spyOn(sender, 'send'), jest.spyOn(sender, 'resume'), jest.spyOn(sender, 'adopt')];
    for (const each of tries) each.mockResolvedValue('again');
    expect(await stage.failureOf(newOrder())).toMatchObject({ code: 'ORDER_BUSY' });
    expect(tries.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(12);
    for (const each of tries) each.mockRestore();
  });

  it('is that the order is busy, when another process has it for longer than its calls can take', async () => {
    const claims = jest.spyOn(stage.shop.app.get(AttemptsRepository), 'claimStep');
    claims.mockResolvedValue({ step: 'wait' } as Awaited<ReturnType<AttemptsRepository['claimStep']>>);
    const soon = stage.giveUpSoon();
    expect(await stage.failureOf(newOrder()).finally(() => soon.restore())).toMatchObject({ code: 'ORDER_BUSY' });
    // Fewer and fewer: 20 ms apart at first, then a quarter of a second.
    expect(claims.mock.calls.length).toBeGreaterThan(20);
    expect(claims.mock.calls.length).toBeLessThan(100);
    claims.mockRestore();
  });

  it('pays nothing where a direct order says another amount', async () => {
    const input = newOrder({ type: 'direct', gateway: 'DIRDEB' });
    const paid = orderBody({ orderId: input.orderId, amount: 1, at: Date.now() });
    stage.service.script(json(200, { success: true, data: paid }));
    expect(await create(input)).toMatchObject({ paid: false, attention: 'amount_mismatch' });
  });

  it('is not looked up in an answer about another order: no one is sent to pay for someone else', async () => {
    const input = newOrder();
    stage.service.script(reset, existing('SOMEBODY-ELSES', { payment_url: PAYMENT_URL }));
    expect(await stage.failureOf(input)).toMatchObject({ code: 'BAD_RESPONSE' });
    const { orders } = stage.shop.payments;
    expect(await orders.find(input.orderId)).toMatchObject({ paymentUrl: null });
    stage.service.script(existing('SOMEBODY-ELSES', { payment_url: PAYMENT_URL }));
    const synced = orders.sync(input.orderId, { by: 'ann', why: 'no one was sent to the page' });
    await expect(synced).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    expect(await orders.find(input.orderId)).toMatchObject({ paymentUrl: null });
  });
});
