import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verdict } from './support/api.js';
import { startService, submit, type Service } from './support/service.js';

const CANCEL = 'http://localhost:3000/cancel';
const BACK = 'http://localhost:3000/return';
const CARD = '5500000000000004';
const HOUR = 3_600_000;

let service: Service;
let number = 0;
let id = '';

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  id = `3-${(number += 1)}`;
  service.sandbox.adjust('web', { cardAuthentication: 'always', readPage: 'shown', pageAfterEnd: 'closed' });
});

/** A direct order by a card that came with the request. */
async function direct(card_number: string, fields: Record<string, unknown> = {}) {
  const gateway_info = { card_number, card_holder_name: 'Ann Jansen', card_expiry_date: '3112', card_cvc: '987' };
  const payment_options = { redirect_url: BACK, cancel_url: CANCEL };
  const order = { type: 'direct', order_id: id, gateway_info, payment_options, ...fields };
  const { data } = (await service.create(order)).json;
  return { data, url: String(data['payment_url']) };
}
const read = async (): Promise<Record<string, unknown>> => (await service.get(id)).json.data;
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

async function answer(url: string, fields: Record<string, string>): Promise<[number, string | null]> {
  const { status, headers } = await submit(url, fields);
  return [status, headers.get('location')];
}

describe('a direct order whose card the bank asks about', () => {
  it('is the whole order, what it waits for, the page of the bank, and the form for it', async () => {
    const { data, url } = await direct(CARD);
    expect(data).toMatchObject({
      status: 'initialized',
      financial_status: 'initialized',
      reason: '3D Secure Authorization',
      payment_details: { type: 'MASTERCARD', last4: '0004' },
      transaction_id: expect.any(Number),
      cancel_url: CANCEL,
      customer_verification: { type: 'form', html: expect.stringContaining(`action="${url}"`) },
    });
    const page = await textOf(url);
    expect(page).toContain('3-D Secure: is it you?');
    expect(page).toContain('ending in 0004');
    expect(await read()).toMatchObject({ reason: '3D Secure Authorization', payment_url: url });
  });

  it.each([
    ['accept', 'completed', BACK],
    ['refuse', 'declined', CANCEL],
    ['leave', 'declined', CANCEL],
  ])('%s: it is %s, by the same transaction, and the page is over', async (word, status, next) => {
    const { data, url } = await direct(CARD);
    expect(await answer(url, { method: 'MASTERCARD', step: '3ds', answer: word })).toEqual([
      303,
      `${next}?transactionid=${id}`,
    ]);
    expect(await read()).toMatchObject({ status, transaction_id: data['transaction_id'] });
    expect((await service.sandbox.order(id)).tries).toHaveLength(1);
    expect(await textOf(url)).not.toContain('is it you');
    expect((await answer(url, { answer: 'accept' }))[0]).toBe(409);
    expect(verdict(await service.create({ order_id: id }))).toBe('404 1006');
  });

  it('says why it was declined', async () => {
    const { url } = await direct(CARD);
    await answer(url, { answer: 'refuse' });
    expect(await read()).toMatchObject({
      reason_code: '3001',
      reason: expect.stringContaining('authentication failed'),
    });
  });

  it('ends by itself an hour later', async () => {
    const { url } = await direct(CARD);
    await service.sandbox.advance(HOUR);
    expect(await read()).toMatchObject({ status: 'expired' });
    expect((await answer(url, { answer: 'accept' }))[0]).toBe(409);
  });

  it('is notified of its begin and its end', async () => {
    const hook = 'http://127.0.0.1:9/none';
    const { url } = await direct(CARD, { payment_options: { notification_url: hook, redirect_url: BACK } });
    await answer(url, { answer: 'accept' });
    await service.sandbox.idle();
    const sent = (await service.sandbox.deliveries(id)).map(({ body }) => JSON.parse(String(body)).status);
    expect([sent[0], sent.at(-1)]).toEqual(['initialized', 'completed']);
  });

  it('reserves the money, if the shop captures it', async () => {
    const { url } = await direct(CARD, { capture: 'manual' });
    await answer(url, { answer: 'accept' });
    expect(await read()).toMatchObject({
      status: 'completed',
      financial_status: 'initialized',
      payment_details: { capture: 'manual', capture_remain: 4599 },
    });
  });

  it('has no page where a read hides it, but still says what it waits for', async () => {
    service.sandbox.adjust('web', { readPage: 'hidden' });
    await direct(CARD);
    const order = await read();
    expect(order).not.toHaveProperty('payment_url');
    expect(order).toMatchObject({ reason: '3D Secure Authorization' });
  });

  it('ends however the page is told it ends', async () => {
    const { url } = await direct(CARD);
    await answer(url, { method: 'MASTERCARD', outcome: 'expired' });
    expect(await read()).toMatchObject({ status: 'expired' });
  });
});

describe('after the question of its bank', () => {
  it.each([
    ['4111111111111111', {}, 'VISA', 'completed'],
    ['67034500054620008', { gateway: 'MISTERCASH' }, 'MISTERCASH', 'completed'],
    ['4012001037461114', { gateway: 'CREDITCARD' }, 'VISA', 'declined'],
    ['4012001038488884', {}, 'VISA', 'declined'],
    ['4462000000000003', {}, 'VISA', 'uncleared'],
  ])('%s comes to its own end', async (card, fields, type, status) => {
    const { data, url } = await direct(card, fields);
    expect(data).toMatchObject({ status: 'initialized', payment_details: { type } });
    await answer(url, { answer: 'accept' });
    expect(await read()).toMatchObject({ status, payment_details: { type }, transaction_id: data['transaction_id'] });
  });

  it('a card in a wallet is asked about, and stays that of the wallet', async () => {
    const wallet = { gateway: 'GOOGLEPAY', gateway_info: { payment_token: { id: '4761340000000019' } } };
    const { url } = await direct('', wallet);
    expect(await textOf(url)).toContain('ending in 0019');
    await answer(url, { method: 'VISA', answer: 'accept' });
    expect(await read()).toMatchObject({ status: 'completed', payment_details: { type: 'GOOGLEPAY' } });
  });

  it('no card on a device that has asked already', async () => {
    const { data } = await direct('', { gateway: 'APPLEPAY', gateway_info: {}, payment_token: 'x' });
    expect(data).toMatchObject({ status: 'completed' });
  });

  it('a stored card is charged without a question', async () => {
    const storing = { recurring_model: 'unscheduled', customer: { reference: `c-${number}` } };
    const { url } = await direct('4111111111111111', storing);
    await answer(url, { answer: 'accept' });
    const { recurring_id } = (await read())['payment_details'] as { recurring_id: string };
    id = `${id}-again`;
    const { json } = await service.create({ type: 'direct', order_id: id, recurring_id });
    expect(json.data).toMatchObject({ status: 'completed' });
    expect(json.data).not.toHaveProperty('payment_url');
  });
});
