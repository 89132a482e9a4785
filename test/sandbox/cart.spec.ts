import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { buildCart, writeJson } from '../../src/protocol/index.js';
import { anyCart } from '../support/carts.js';
import { verdict } from './support/api.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let number = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Line = Record<string, unknown>;

const line = (fields: Line = {}): Line => ({
  name: 'Mug',
  unit_price: '10.00',
  quantity: '2',
  tax_table_selector: 'high',
  ...fields,
});
const tables = (rate: unknown = '0.21', name = 'high'): unknown => ({
  alternate: [{ name, rules: [{ rate, country: '' }] }],
});
interface Options {
  readonly rate?: unknown;
  readonly name?: string;
  readonly [option: string]: unknown;
}

const order = (lines: Line[], { rate, name, ...options }: Options = {}): Line => ({
  order_id: `C-${(number += 1)}`,
  amount: 2_420,
  shopping_cart: { items: lines },
  checkout_options: { validate_cart: true, tax_tables: tables(rate, name), ...options },
});
const create = async (fields: Line): Promise<string> => verdict(await service.create(fields));

describe('a shopping cart', () => {
  it('is given back with the order, tables included', async () => {
    const fields = order([line()]);
    expect(await create(fields)).toBe('ok');
    const { data } = (await service.get(String(fields['order_id']))).json;
    expect(data['shopping_cart']).toEqual(fields['shopping_cart']);
    expect(data['checkout_options']).toEqual(tables());
  });

  it('is added up exactly, whatever binary fractions make of it', async () => {
    const lines = [
      line({ unit_price: '0.1', quantity: 3, tax_table_selector: 'none' }),
      line({ unit_price: 1.005, quantity: 1000, tax_table_selector: 'none' }),
      line({ unit_price: '-0.0000000001', quantity: 1, tax_table_selector: 'none' }),
    ];
    expect(await create({ ...order(lines), amount: 100_530 })).toBe('ok');
  });

  it('may differ by a cent from a shop that rounds each line', async () => {
    expect(await create({ ...order([line()]), amount: 2_421 })).toBe('ok');
    expect(await create({ ...order([line()]), amount: 2_422 })).toBe('404 1027');
  });

  it.each([
    ['BILLINK', '0.21', 'ok'],
    ['BILLINK', '0.12', '404 1029'],
    ['BILLINK', '0.2099', '404 1029'],
    ['KLARNA', '0.12', 'ok'],
  ])(
    'by %s takes a VAT of %s, or not: some lenders know the rates of their countries alone',
    async (gateway, rate, expected) => {
      const amount = Math.round(2_000 * (1 + Number(rate)));
      expect(await create({ ...order([line()], { rate }), gateway, amount })).toBe(expected);
    },
  );

  it.each([
    ['a price that is none', order([line({ unit_price: 'ten' })]), 1031],
    ['no price', order([line({ unit_price: undefined })]), 1031],
    ['no quantity', order([line({ quantity: undefined })]), 1016],
    ['several currencies', order([line({ currency: 'EUR' }), line({ currency: 'USD' })]), 1025],
    ['another currency than the transaction', order([line({ currency: 'USD' })]), 1026],
    ['another sum than the amount', order([line({ quantity: 1 })]), 1027],
    ['a rate in per cent', order([line()], { rate: '21' }), 1028],
    ['a rate with a comma', order([line()], { rate: '0,21' }), 1028],
    ['a rate with a percent sign', order([line()], { rate: '21%' }), 1028],
    ['a rate with an exponent', order([line()], { rate: '2.1e-1' }), 1028],
    ['a rate in words', order([line()], { rate: 'high' }), 1028],
    ['what floating point makes of a rate', order([line()], { rate: 0.1 + 0.2 }), 1028],
    ['a rate of 9 % beside its table of 21 %', order([line({ tax_rate: '0.09' })]), 1029],
    [
      'a table of 21 % with another rate',
      order([line({ tax_table_selector: '21%' })], { name: '21%', rate: 0.19 }),
      1029,
    ],
    ['a table that does not exist, and tax in the amount', order([line({ tax_table_selector: 'low' })]), 1027],
    ['a currency that does not exist', order([line({ currency: 'XXQ' })]), 1030],
    [
      'a currency that no one lends',
      { ...order([line({ currency: 'USD' })]), currency: 'USD', gateway: 'KLARNA' },
      1030,
    ],
    ['no VAT for a pay-later method', { ...order([line({ tax_table_selector: '' })]), gateway: 'KLARNA' }, 1027],
    ['no cart for a pay-later method', { order_id: 'C-none', gateway: 'KLARNA' }, 1016],
    ['items that are no list', { order_id: 'C-list', shopping_cart: { items: 'mug' } }, 1016],
    ['options that are no object', { order_id: 'C-options', checkout_options: 'x' }, 1016],
    [
      'an unvalidated cart in a direct request',
      { ...order([line({ quantity: 1 })], { validate_cart: false }), type: 'direct', gateway: 'IDEAL' },
      5001,
    ],
  ])('is refused for %s', async (_, fields, code) => {
    expect(await create(fields)).toBe(`404 ${code}`);
  });

  it.each([
    [0.055, 2_110],
    ['0.055', 2_110],
    [0.081, 2_162],
    ['0.135', 2_270],
    [0.19, 2_380],
    ['0.20', 2_400],
    [0.255, 2_510],
    [0.08375, 2_168],
    ['.083751', 2_168],
    [0.0825, 2_165],
    [0.055, 2_110],
    [0.081, 2_162],
    [0, 2_000],
  ])('is checked with a rate of %p', async (rate, amount) => {
    expect(await create({ ...order([line()], { rate }), amount })).toBe('ok');
    expect(await create({ ...order([line()], { rate }), amount: amount + 2 })).toBe('404 1027');
    expect(await create({ ...order([line()], { rate }), amount, gateway: 'KLARNA' })).toBe('ok');
  });

  it('counts a line without tax whose table does not exist', async () => {
    expect(await create({ ...order([line({ tax_table_selector: '0' })]), amount: 2_000 })).toBe('ok');
  });

  it('is not looked at where no one asks for it', async () => {
    expect(await create(order([line({ quantity: 1 })], { validate_cart: false, rate: '0.06' }))).toBe('ok');
  });

  it('is taken from any shop that builds it with the package (scenario M1)', async () => {
    await fc.assert(
      fc.asyncProperty(anyCart, async ({ cart, amount }) => {
        const result = buildCart(cart, amount);
        if (!result.ok) throw new Error(JSON.stringify(result.faults));
        const fields = { order_id: `C-${(number += 1)}`, ...amount.toJSON(), ...result.cart };
        expect(await create(JSON.parse(writeJson(fields)))).toBe('ok');
      }),
      { numRuns: 20 },
    );
  });
});
