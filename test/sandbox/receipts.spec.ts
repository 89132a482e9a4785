import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, verdict } from './support/api.js';
import { startService, TILL_KEY, type Service, type ServiceReply } from './support/service.js';

const TILL = { api_key: TILL_KEY };
const GROUPS = [{ name: 'till', apiKey: TILL_KEY, terminals: [{ id: 'desk' }] }];

let service: Service;
let number = 0;

beforeAll(async () => void (service = await startService({ terminalGroups: GROUPS })));
afterAll(() => service.close());

const receiptOf = (id: string): Promise<ServiceReply> => call(service, `GET /pos/receipt/${id}`, undefined, TILL);

async function order(fields: Record<string, unknown> = {}): Promise<string> {
  const order_id = `POS-${(number += 1)}`;
  const gateway_info = { terminal_id: 'desk' };
  expect(verdict(await service.create({ order_id, amount: 2_500, gateway_info, ...fields }, TILL))).toBe('ok');
  return order_id;
}

describe('the receipt of a till', () => {
  it('shows merchant, order and card, and when it was printed', async () => {
    const items = [{ name: 'Mug', unit_price: 25, quantity: 1, tax_table_selector: 'none' }];
    const id = await order({ shopping_cart: { items } });
    const { transactionId } = await service.sandbox.pay(id, { method: 'MASTERCARD' });
    expect((await receiptOf(id)).json.data).toEqual({
      merchant: { address: expect.any(String), name: 'till' },
      order: {
        amount: 2_500,
        amountrefunded: 0,
        completed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        currency: 'EUR',
        items: { items },
        tip: null,
        transaction_id: Number(transactionId),
      },
      payment: {
        application_id: expect.any(String),
        authorization_code: expect.stringMatching(/^\d{6}$/),
        card_acceptor_location: 'Amsterdam',
        card_entry_mode: 'contactless',
        card_expiry_date: '3112',
        cardholder_verification_method: 'none',
        issuer_bin: '411111',
        issuer_country_code: 'NL',
        last4: '1111',
        payment_method: 'MASTERCARD',
        response_code: '00',
        terminal_id: 'desk',
      },
      printed_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      related_transactions: null,
    });
  });

  it('has the tip, of whom it is for, in what was paid', async () => {
    const id = await order();
    await service.sandbox.pay(id, { tip: 300, employee: { id: '7', name: 'Ann' } });
    expect((await receiptOf(id)).json.data['order']).toMatchObject({
      amount: 2_800,
      tip: { amount: 300, employee: { id: '7', name: 'Ann' } },
    });
    const other = await order();
    await service.sandbox.pay(other, { tip: 100 });
    expect((await receiptOf(other)).json.data['order']).toMatchObject({ tip: { amount: 100, employee: null } });
  });

  it('lists what was given back since', async () => {
    const id = await order();
    await service.sandbox.pay(id);
    await service.sandbox.refund(id, { amount: 700 });
    expect((await receiptOf(id)).json.data).toMatchObject({
      order: { amountrefunded: 700 },
      related_transactions: [{ type: 'refund', amount: 700 }],
    });
  });

  it('is none of an order that is not paid, not of a till, or not known', async () => {
    const open = await order();
    expect(verdict(await receiptOf(open))).toBe('404 1006');
    await service.sandbox.decline(open);
    expect(verdict(await receiptOf(open))).toBe('404 1006');
    await service.sandbox.cancel(open);
    expect(verdict(await receiptOf(open))).toBe('404 1006');
    const web = await order({ gateway_info: undefined });
    await service.sandbox.pay(web);
    expect(verdict(await receiptOf(web))).toBe('404 1006');
    expect(verdict(await receiptOf('POS-none'))).toBe('404 1006');
  });
});

describe('a session of Apple Pay', () => {
  const ask = (body: unknown): Promise<ServiceReply> => call(service, 'POST /wallets/sessions/applepay', body, TILL);
  const validation_url = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';

  it('is given as text that says whose it is', async () => {
    const { session } = (await ask({ origin_domain: 'shop.example', validation_url })).json.data;
    expect(JSON.parse(String(session))).toMatchObject({ domainName: 'shop.example', merchantIdentifier: 'SANDBOX' });
  });

  it('is refused in the usual envelope', async () => {
    expect(verdict(await ask({ validation_url }))).toBe('404 1016');
    expect(verdict(await ask(undefined))).toBe('404 1016');
    expect(
      verdict(await call(service, 'POST /wallets/sessions/applepay', { validation_url }, { api_key: 'another' })),
    ).toBe('401 1032');
  });
});
