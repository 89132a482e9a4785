import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openMerchant, type Merchant } from './pages/support/merchant.js';
import { call, verdict } from './support/api.js';
import { startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';

const TILL = { api_key: TILL_KEY };
const MINUTE_MS = 60_000;
const GROUPS = [
  { name: 'web', apiKey: WEB_KEY },
  {
    name: 'till',
    apiKey: TILL_KEY,
    terminals: [{ id: 'T1', name: 'Desk' }, { id: 'T2' }, { id: 'T3', active: false }],
  },
];

let service: Service;
beforeEach(async () => void (service = await startService({ terminalGroups: GROUPS })));
afterEach(() => service.close());

async function send(order_id: string, fields: Record<string, unknown> = {}): Promise<void> {
  const gateway_info = { terminal_id: 'T1' };
  expect(verdict(await service.create({ order_id, amount: 2_500, gateway_info, ...fields }, TILL))).toBe('ok');
}
const shown = async (id: string): Promise<Record<string, unknown>> => (await service.get(id, TILL)).json.data;

describe('the tills, as code sees them', () => {
  it('are listed with the order that each is asked to take', async () => {
    await send('POS-1');
    const tills = await service.sandbox.tills();
    expect(tills).toEqual([
      {
        group: 'till',
        id: 'T1',
        name: 'Desk',
        provider: 'SMARTPOS',
        active: true,
        order: expect.objectContaining({ orderId: 'POS-1', status: 'initialized', amount: 2_500 }),
      },
      { group: 'till', id: 'T2', name: 'T2', provider: 'SMARTPOS', active: true, order: null },
      { group: 'till', id: 'T3', name: 'T3', provider: 'SMARTPOS', active: false, order: null },
    ]);
  });

  it('are free again when it was paid, cancelled or lapsed', async () => {
    const onTill = async (): Promise<unknown> => (await service.sandbox.tills())[0]?.order?.orderId ?? null;
    await send('POS-1');
    await service.sandbox.decline('POS-1');
    expect(await onTill()).toBe('POS-1');
    await service.sandbox.pay('POS-1');
    expect(await onTill()).toBeNull();
    await send('POS-2');
    await service.sandbox.cancel('POS-2');
    expect(await onTill()).toBeNull();
    await send('POS-3');
    service.clock.advance(MINUTE_MS);
    expect(await onTill()).toBeNull();
  });

  it('are paid with a card where no one says with what', async () => {
    await send('POS-1');
    await service.sandbox.pay('POS-1');
    expect((await shown('POS-1'))['payment_details']).toMatchObject({ type: 'VISA', terminal_id: 'T1' });
  });
});

describe('the tills over HTTP', () => {
  const post = async (path: string, body: unknown): Promise<{ status: number; json: Record<string, unknown> }> => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${service.url}/sandbox/tills/${path}`, request);
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };

  it('are listed, and taken through a declined card to a payment with a tip', async () => {
    await send('POS-1');
    const list: unknown = await (await fetch(`${service.url}/sandbox/tills`)).json();
    expect(list).toMatchObject({
      success: true,
      data: [{ group: 'till', id: 'T1', order: { order_id: 'POS-1', amount: 2_500 } }, { id: 'T2', order: null }, {}],
    });
    expect((await post('till/T1', { outcome: 'declined', method: 'MAESTRO' })).json).toMatchObject({
      data: { order_id: 'POS-1', status: 'declined' },
    });
    const employee = { id: '7', name: 'Ann' };
    const paid = await post('till/T1', { outcome: 'paid', method: 'MAESTRO', tip: 200, employee });
    expect(paid.json).toMatchObject({ data: { status: 'completed', amount: 2_700 } });
    const receipt = await call(service, 'GET /pos/receipt/POS-1', undefined, TILL);
    expect(receipt.json.data['order']).toMatchObject({ tip: { amount: 200, employee } });
  });

  it('are cancelled', async () => {
    await send('POS-1');
    expect((await post('till/T1', { outcome: 'cancelled' })).json).toMatchObject({ data: { status: 'cancelled' } });
    expect((await shown('POS-1'))['status']).toBe('canceled');
  });

  it.each([
    ['a till that is not there', 'till/T9', { outcome: 'paid' }, 404],
    ['a till without an order', 'till/T2', { outcome: 'paid' }, 400],
    ['an outcome that is none', 'till/T1', { outcome: 'late' }, 400],
    ['a tip that is none', 'till/T1', { outcome: 'paid', tip: 'much' }, 400],
  ])('refuse %s', async (_, path, body, status) => {
    await send('POS-1');
    expect(await post(path, body)).toMatchObject({ status, json: { message: expect.any(String) } });
    expect((await shown('POS-1'))['status']).toBe('initialized');
  });
});

describe('the page of a till', () => {
  const PATH = '/merchant/tills/till/T1';
  let merchant: Merchant;
  beforeEach(() => void (merchant = openMerchant(service)));
  const keyIn = (page: string): string => String(/name="order" value="([\w-]+)"/.exec(page)?.[1]);
  const act = (action: string, fields: Record<string, string>): Promise<string> =>
    merchant.send(`${PATH}/${action}`, { back: PATH, ...fields });

  it('takes an order through a declined card to a payment with a tip', async () => {
    await send('POS-1');
    expect(await merchant.text('/merchant/tills')).toContain('POS-1');
    const order = keyIn(await merchant.text(PATH));
    expect(await act('decline', { order, method: 'MASTERCARD' })).toContain('The card was declined');
    expect(await act('pay', { order, method: 'MASTERCARD', tip: '1,50' })).toContain('The order was paid');
    expect(await shown('POS-1')).toMatchObject({ amount: 2_650, payment_details: { type: 'MASTERCARD' } });
    expect(await merchant.text(PATH)).toContain('No order on this till');
  });

  it('cancels', async () => {
    await send('POS-1');
    expect(await act('cancel', { order: keyIn(await merchant.text(PATH)) })).toContain('The payment was cancelled');
    expect((await shown('POS-1'))['status']).toBe('canceled');
  });

  it('does not pay an order that came after the one that was seen', async () => {
    await send('POS-1');
    const order = keyIn(await merchant.text(PATH));
    await service.sandbox.cancel('POS-1');
    await send('POS-2');
    expect(await act('pay', { order })).toContain('not on the till any more');
    expect((await shown('POS-2'))['status']).toBe('initialized');
  });

  it('takes no tip that is no amount', async () => {
    await send('POS-1');
    const order = keyIn(await merchant.text(PATH));
    for (const tip of ['much', '1.234', '-1']) await act('pay', { order, tip });
    expect((await shown('POS-1'))['status']).toBe('initialized');
    await act('pay', { order, tip: '0' });
    expect(await shown('POS-1')).toMatchObject({ status: 'completed', amount: 2_500 });
  });

  it.each(['/merchant/tills/till/T9', '/merchant/tills/none/T1'])('is none at %s', async (path) => {
    expect((await fetch(service.url + path)).status).toBe(404);
  });
});
