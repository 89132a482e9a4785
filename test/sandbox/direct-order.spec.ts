import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

const paidBy = (card_number: string, fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  gateway_info: {
    card_number,
    card_holder_name: 'Ann Jansen',
    card_expiry_date: '3112',
    card_cvc: '987',
    ...fields,
  },
});

const accountOf = (gateway: string, ending: number): Record<string, unknown> => ({
  gateway,
  gateway_info: { account_holder_iban: `NL87ABNA000000000${ending}` },
});

const ITEMS = [{ name: 'Mug', unit_price: '45.99', quantity: 1, tax_table_selector: 'none' }];

/** The status of an order now, and after so many minutes. */
async function statusesAfter(orderId: string, minutes: number): Promise<unknown[]> {
  const status = async (): Promise<unknown> => (await service.get(orderId)).json.data['status'];
  const now = await status();
  await service.sandbox.advance(minutes * 60_000 - 1);
  expect(await status()).toBe(now);
  await service.sandbox.advance(1);
  return [now, await status()];
}

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
    ['is paid from a wallet', { gateway: 'WALLET' }, 'completed', 'completed'],
    [
      'waits for the clearing of a direct debit',
      { gateway: 'DIRDEB', gateway_info: { account_holder_iban: 'NL91ABNA0417164300' } },
      'uncleared',
      'initialized',
    ],
  ])('%s, without any page', async (_, fields, status, financial_status) => {
    const { data } = (await direct(fields)).json;
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
    ['a method that takes none', { gateway: 'PSAFECARD' }, 1023],
    ['a wallet without its token', { gateway: 'APPLEPAY' }, 1023],
    ['a card without a number or a token', { gateway: 'VISA' }, 1023],
    ['a debit without an account', { gateway: 'DIRDEB' }, 1023],
    ['an MB WAY without a phone', { gateway: 'MBWAY' }, 1023],
    ['a card without its date', { gateway: 'VISA', gateway_info: { card_number: '4111111111111111' } }, 1016],
    ['a card that has expired', paidBy('4111111111111111', { card_expiry_date: '2001' }), 1024],
    ['a card that is none', paidBy('4111111111111112'), 1024],
    ['a card of another scheme', { ...paidBy('5500000000000004'), gateway: 'VISA' }, 1024],
    ['an account that is none', { gateway: 'DIRDEB', gateway_info: { account_holder_iban: 'my bank' } }, 1024],
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

describe('a direct order by card', () => {
  it.each([
    ['4111111111111111', 'VISA', 'C'],
    ['4761340000000019', 'VISA', 'D'],
    ['5500000000000004', 'MASTERCARD', 'C'],
    ['374500000000015', 'AMEX', 'C'],
    ['6799990000000000011', 'MAESTRO', 'D'],
    ['67034500054620008', 'MISTERCASH', 'D'],
  ])('%s is paid at once, and shows what was paid with', async (card, type, card_funding) => {
    const { data } = (await direct(paidBy(card))).json;
    const shown = {
      type,
      card_funding,
      last4: card.slice(-4),
      issuer_bin: card.slice(0, 6),
      card_expiry_date: '3112',
      account_holder_name: 'Ann Jansen',
    };
    expect(data).toMatchObject({ status: 'completed', financial_status: 'completed', payment_details: shown });
    expect(data).not.toHaveProperty('payment_url');
    expect((await service.get(`D-${number}`)).json.data).toMatchObject({
      payment_details: shown,
      payment_methods: [{ type, card_expiry_date: '3112', account_holder_name: 'Ann Jansen' }],
    });
  });

  it.each([
    ['4012001037461114', '3-D Secure', '3001'],
    ['374200000000004', '3-D Secure', '3001'],
    ['67039902990000045', '3-D Secure', '3001'],
    ['4012001038488884', 'Insufficient funds', '4002'],
    ['67039902990000011', 'Insufficient funds', '4002'],
  ])('%s is declined: %s', async (card, reason, reason_code) => {
    const { data } = (await direct(paidBy(card))).json;
    expect(data).toMatchObject({ status: 'declined', reason: expect.stringContaining(reason), reason_code });
    expect(data).not.toHaveProperty('completed');
  });

  it.each([
    ['4917300000000008', 'void'],
    ['378734493671000', 'void'],
    ['4462000000000003', 'completed'],
  ])('%s is held, and %s after three minutes by the clock of the sandbox', async (card, end) => {
    const { data } = (await direct(paidBy(card))).json;
    expect(data).toMatchObject({ status: 'uncleared', financial_status: 'uncleared' });
    expect(await statusesAfter(`D-${number}`, 3)).toEqual(['uncleared', end]);
  });

  it('that was decided by hand before is left as it is', async () => {
    await direct(paidBy('4462000000000003'));
    await service.sandbox.reject(`D-${number}`);
    expect(await statusesAfter(`D-${number}`, 3)).toEqual(['declined', 'declined']);
  });

  it('takes the date of the card with the month first as well', async () => {
    for (const card_expiry_date of ['3103', '0331', '331', '03/31']) {
      const { data } = (await direct(paidBy('4111111111111111', { card_expiry_date }))).json;
      expect(data).toMatchObject({ payment_details: { card_expiry_date: '3103' } });
    }
  });

  it.each([
    ['a payload of a payment component', { payment_data: { payload: 'eyJ-4012001038488884.x' } }, 'declined', 'VISA'],
    ['a payload that names its scheme', { payment_data: { payload: 'x', gateway: 'AMEX' } }, 'completed', 'AMEX'],
    ['any other payload', { payment_data: { payload: 'abc' } }, 'completed', 'VISA'],
    [
      'a payload for another scheme',
      { gateway: 'MASTERCARD', payment_data: { payload: 'x' } },
      'completed',
      'MASTERCARD',
    ],
    ['a token of Apple Pay', { gateway: 'APPLEPAY', payment_token: '{"data":"x"}' }, 'completed', 'APPLEPAY'],
    [
      'a token of Google Pay',
      { gateway: 'GOOGLEPAY', gateway_info: { payment_token: { id: '4462000000000003' } } },
      'uncleared',
      'GOOGLEPAY',
    ],
  ])('is made by %s', async (_, fields, status, type) => {
    expect((await direct(fields)).json.data).toMatchObject({ status, payment_details: { type } });
  });

  it('is none for a bank, whose component leads to its page all the same', async () => {
    const fields = { gateway: 'IDEAL', payment_data: { payload: '4111111111111111' } };
    const named = { payment_data: { payload: '4111111111111111', gateway: 'IDEAL' } };
    for (const each of [fields, named, { ...paidBy('4111111111111111'), gateway: 'IDEAL' }]) {
      expect((await direct(each)).json.data).toMatchObject({ status: 'initialized', payment_url: expect.any(String) });
    }
  });

  it('is stored and shown without the number of the card and its security code', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-')), 'sandbox.sqlite');
    const own = await startService({ database: file });
    const numbers = ['4111111111111111', '4462000000000003', '4012001038488884'];
    for (const card of numbers) {
      const reply = await own.create({ type: 'direct', order_id: `C-${card.slice(-4)}`, ...paidBy(card) });
      const read = await own.get(`C-${card.slice(-4)}`);
      for (const { text } of [reply, read]) expect(text).not.toContain(card);
    }
    const list = await fetch(`${own.url}/merchant/transactions`);
    const page = await list.text();
    await own.close();
    const files = await readdir(dirname(file));
    const bytes = await Promise.all(files.map((name) => readFile(join(dirname(file), name), 'latin1')));
    await rm(dirname(file), { recursive: true });
    expect(bytes.join('')).toContain('C-1111');
    for (const card of numbers) for (const text of [page, ...bytes]) expect(text).not.toContain(card);
    for (const text of bytes) expect(text).not.toMatch(/card_cvc|"cvc"|"987"/);
  });
});

describe('a direct order by account', () => {
  it.each([
    ['DIRDEB', 1, 'initialized', 'completed'],
    ['DIRDEB', 2, 'declined', 'declined'],
    ['DIRDEB', 3, 'uncleared', 'completed'],
    ['DIRDEB', 4, 'uncleared', 'declined'],
    ['BANKTRANS', 1, 'initialized', 'completed'],
    ['BANKTRANS', 2, 'initialized', 'expired'],
    ['BANKTRANS', 3, 'uncleared', 'completed'],
    ['BANKTRANS', 4, 'declined', 'declined'],
  ])('%s from account %i is %s, after two minutes %s', async (gateway, ending, now, later) => {
    const { data } = (await direct(accountOf(gateway, ending))).json;
    expect(data).toMatchObject({ status: now, payment_details: { account_iban: `*** 000${ending}` } });
    expect(data).not.toHaveProperty('payment_url');
    expect(await statusesAfter(`D-${number}`, 2)).toEqual([now, later]);
    expect((await service.get(`D-${number}`)).json.data).toMatchObject({ transaction_id: data['transaction_id'] });
  });

  it('that the shop has cancelled meanwhile is not paid', async () => {
    await direct(accountOf('BANKTRANS', 1));
    await service.sandbox.cancel(`D-${number}`);
    expect(await statusesAfter(`D-${number}`, 2)).toEqual(['void', 'void']);
  });
});

describe('a direct order by amount', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['MULTIBANCO', {}],
    ['MBWAY', { gateway_info: { phone: '351#911234567' } }],
    ['MBWAY', { customer: { phone: '351#911234567' } }],
  ];
  it.each(
    cases.flatMap(([gateway, fields]) => [
      [gateway, 999, 'declined', fields] as const,
      [gateway, 1_000, 'completed', fields] as const,
      [gateway, 2_000, 'completed', fields] as const,
      [gateway, 2_001, 'expired', fields] as const,
    ]),
  )('%s of %i is %s after two minutes', async (gateway, amount, end, fields) => {
    await direct({ gateway, amount, ...fields });
    expect(await statusesAfter(`D-${number}`, 2)).toEqual(['initialized', end]);
  });
});

describe('a direct order by a lender', () => {
  it.each('PAYAFTER AFTERPAY EINVOICE BILLINK KLARNA IN3 SANTANDER ZINIA BNPL_INSTM BNPL_MF'.split(' '))(
    '%s goes to a page first',
    async (gateway) => {
      const { data } = (await direct({ gateway, shopping_cart: { items: ITEMS } })).json;
      expect(data).toMatchObject({ status: 'initialized', payment_details: { type: gateway } });
      await submit(String(data['payment_url']), { method: gateway, outcome: 'paid' });
      expect((await service.get(`D-${number}`)).json.data).toMatchObject({
        status: 'completed',
        transaction_id: data['transaction_id'],
      });
    },
  );
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
