import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verdict } from './support/api.js';
import { startService, submit, type Service, type ServiceReply } from './support/service.js';

let service: Service;
let number = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const direct = (fields: Record<string, unknown>): Promise<ServiceReply> =>
  service.create({ type: 'direct', order_id: `D-${(number += 1)}`, ...fields });

describe('a direct order', () => {
  it('goes to the page of a bank: the whole order, and where to send the shopper', async () => {
    const { data } = (await direct({ gateway: 'ideal', gateway_info: { issuer_id: 3151 } })).json;
    expect(data).toMatchObject({
      order_id: `D-${number}`,
      status: 'initialized',
      payment_details: { type: 'IDEAL', issuer_id: '3151' },
      payment_url: expect.stringContaining('/pay/'),
      transaction_id: expect.any(Number),
    });
    await submit(String(data['payment_url']), { method: 'IDEAL', outcome: 'paid' });
    const paid = (await service.get(`D-${number}`)).json.data;
    expect(paid).toMatchObject({ status: 'completed', transaction_id: data['transaction_id'] });
  });

  it.each([
    ['waits for a bank transfer', { gateway: 'BANKTRANS' }, 'initialized', 'initialized'],
    ['is paid by a lender at once', { gateway: 'PAYAFTER' }, 'completed', 'uncleared'],
    ['is paid with a stored card', { gateway: 'VISA', recurring_id: 't-1' }, 'completed', 'completed'],
    ['is paid from a wallet', { gateway: 'WALLET' }, 'completed', 'completed'],
    [
      'waits for the clearing of a direct debit',
      { gateway: 'DIRDEB', gateway_info: { account_holder_iban: 'NL91ABNA0417164300' } },
      'uncleared',
      'initialized',
    ],
  ])('%s, without any page', async (_, fields, status, financial_status) => {
    const items = [{ name: 'Mug', unit_price: '45.99', quantity: 1, tax_table_selector: 'none' }];
    const { data } = (await direct({ ...fields, shopping_cart: { items } })).json;
    expect(data).toMatchObject({ status, financial_status, order_id: `D-${number}` });
    expect(data).not.toHaveProperty('payment_url');
    expect((await service.get(`D-${number}`)).json.data).toMatchObject({
      status,
      transaction_id: data['transaction_id'],
    });
  });

  it('by bank transfer is paid later, by the same transaction', async () => {
    const { data } = (await direct({ gateway: 'BANKTRANS' })).json;
    expect(await service.sandbox.pay(`D-${number}`)).toMatchObject({
      status: 'completed',
      transactionId: String(data['transaction_id']),
    });
  });

  it('is refused as existing while its bank transfer is open', async () => {
    const order_id = 'D-transfer';
    await direct({ gateway: 'BANKTRANS', order_id });
    const again = await direct({ gateway: 'BANKTRANS', order_id });
    expect(verdict(again)).toBe('404 1022');
    expect(again.json.error_info).toContain('ERR_EXISTS');
    expect(verdict(await direct({ gateway: 'IDEAL', order_id }))).toBe('404 1006');
  });

  it.each([
    ['no method', {}, 1023],
    ['a method that takes none', { gateway: 'APPLEPAY' }, 1023],
    ['a card without a token', { gateway: 'VISA' }, 1023],
    ['a debit without an account', { gateway: 'DIRDEB' }, 1023],
    ['a method that no one has', { gateway: 'BARTER' }, 1000],
    ['a bank that no one knows', { gateway: 'IDEAL', gateway_info: { issuer_id: '0099' } }, 1036],
    [
      'a shopper whom no one trusts',
      { gateway: 'VISA', recurring_id: 't', customer: { email: 'ann+denied@example.org' } },
      1024,
    ],
  ])('is refused for %s', async (_, fields, code) => {
    expect(verdict(await direct(fields))).toBe(`404 ${code}`);
  });

  it('is refused for a wallet that holds too little', async () => {
    service.sandbox.adjust('web', { walletBalance: 4_598 });
    expect(verdict(await direct({ gateway: 'WALLET' }))).toBe('404 1017');
    service.sandbox.adjust('web', { walletBalance: 4_599 });
    expect(verdict(await direct({ gateway: 'WALLET' }))).toBe('ok');
  });
});

describe('a magic word', () => {
  it.each([1000, 1003, 1004, 1005, 1011, 1013, 1014, 1015, 1019, 1020, 1021, 1022, 1024, 1033, 1035, 5001, 9999])(
    'makes the service answer %i, in words of its own',
    async (code) => {
      for (const fields of [{ var1: `sandbox:error=${code}` }, { description: `Mugs sandbox:error=${code}` }]) {
        const reply = await service.create({ order_id: `M-${(number += 1)}`, ...fields });
        expect(verdict(reply)).toBe(`404 ${code}`);
        expect(String(reply.json.error_info).length).toBeGreaterThan(5);
      }
    },
  );

  it('of no code does nothing', async () => {
    for (const var1 of ['sandbox:error=4711', 'sandbox:error=10211', 'x-sandbox:error=1021', 'sandbox:error=']) {
      expect(verdict(await service.create({ order_id: `M-${(number += 1)}`, var1 }))).toBe('ok');
    }
  });
});

describe('an account in trouble', () => {
  it.each([
    ['with a key of the other environment', { keyMode: 'live' }, '401 1032'],
    ['that is blocked', { accountBlocked: true }, '404 1020'],
    ['with an inactive website', { siteActive: false }, '404 1019'],
    ['that fails with a code', { error: 1021 }, '404 1021'],
    ['that answers failures as if they were none', { error: 9999, errorStatus: 'ok' }, '200 9999'],
  ] as const)('%s says so to everything', async (_, switches, expected) => {
    const usual = service.sandbox.adjust('web', {});
    service.sandbox.adjust('web', switches);
    expect(verdict(await service.create({ order_id: 'trouble' }))).toBe(expected);
    expect(verdict(await service.get('trouble'))).toBe(expected);
    service.sandbox.adjust('web', usual);
    expect(verdict(await service.get('trouble'))).toBe('404 1006');
  });
});
