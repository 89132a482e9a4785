import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Money } from '../money.js';
import { buildCart } from './build-cart.js';

/** The faults of carts, valid by their types or not. */
const faultsIn = (cart: unknown, amount: unknown = Money.of('10', 'EUR')): string[] => {
  const result = Reflect.apply(buildCart, undefined, [cart, amount]);
  return result.ok
    ? []
    : result.faults.map(({ path, code }: { path: string; code?: number }) => `${path} ${code ?? '-'}`);
};

const GOOD = {
  name: 'Tea',
  merchantItemId: 'TEA-1',
  quantity: 1,
  unitPriceIncludingTax: Money.of('10', 'EUR'),
  taxPercent: '21',
};
/** A list whose iterator gives one line without end. */
const endless = (): unknown[] =>
  Object.assign([{ ...GOOD, unitPriceIncludingTax: Money.of('9', 'EUR') }], {
    *[Symbol.iterator]() {
      for (;;) yield GOOD;
    },
  });
const faultsInLine = (fields: object): string[] => faultsIn({ lines: [GOOD, { ...GOOD, ...fields }] });
const text = (unitPrice: unknown): object => ({ unitPrice, unitPriceIncludingTax: undefined });

describe('the rules of a cart', () => {
  it('find no fault in a good one', () => {
    expect(faultsIn({ lines: [GOOD] })).toEqual([]);
    expect(faultsIn({ lines: [GOOD], shipping: null, rounding: null, validate: null })).toEqual([]);
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1_000_000,
    '0',
    '0.000',
    '-1',
    '1e3',
    '',
    ' 1',
    '1,5',
    null,
  ])('take no quantity of %p', (quantity) => {
    expect(faultsInLine({ quantity })).toEqual(['cart.lines[1].quantity 1016']);
  });

  it.each(['0.21', '5.5', '8.375', '19', '99.9999', '100.0000'])('take a tax rate of %p per cent', (taxPercent) => {
    expect(faultsIn({ lines: [{ ...GOOD, taxPercent }] })).toEqual([]);
  });

  it.each(['21 %', '5,5', '5.55555', '', '1e1', '-9', '101', '100.1', '.5', '5.', 'NaN', 21, 5.5, {}])(
    'take no tax rate of %p',
    (taxPercent) => {
      expect(faultsInLine({ taxPercent })).toEqual(['cart.lines[1].taxPercent 1028']);
    },
  );

  it.each(['ten', '1,5', '1e2', '.5', '+1', '1.00000000001', 'Infinity', '', 12.5, '1'.repeat(16)])(
    'take no price of %p',
    (unitPrice) => {
      expect(faultsInLine(text(unitPrice))).toEqual(['cart.lines[1].unitPrice 1031']);
    },
  );

  it.each([
    ['no name', { name: ' ' }, 'name 1016'],
    ['half of a character for a name', { name: '\ud83d' }, 'name 1016'],
    ['a description that is no text', { description: 7 }, 'description -'],
    ['no article number', { merchantItemId: '' }, 'merchantItemId 1016'],
    ['two prices', { unitPrice: '1' }, 'unitPrice 1031'],
    ['no price', { unitPriceIncludingTax: undefined }, 'unitPrice 1031'],
    ['a number for money', { unitPriceIncludingTax: 1_000 }, 'unitPriceIncludingTax 1031'],
    ['a currency that does not exist', { ...text('1'), currency: 'eur' }, 'currency 1030'],
    ['a currency beside money in another', { currency: 'USD' }, 'currency 1025'],
    ['a field that no one knows', { descripton: 'Tea' }, 'descripton -'],
    ['a field that no one knows, inside', { weight: { unit: 'KG', value: '1', kilos: 1 } }, 'weight.kilos -'],
    ['no tax rate', { taxPercent: undefined }, 'taxPercent 1027'],
    ['a weight without a unit', { weight: { value: '1' } }, 'weight -'],
    ['a weight as a number', { weight: { unit: 'KG', value: 1 } }, 'weight -'],
    ['a weight that is none', { weight: '1 KG' }, 'weight -'],
  ])('find %s', (_, fields, fault) => {
    expect(faultsInLine(fields)).toEqual([`cart.lines[1].${fault}`]);
  });

  it('find two currencies, and a currency that is not that of the order', () => {
    const dollars = { ...GOOD, ...text('10'), taxPercent: '0', currency: 'USD' };
    expect(faultsIn({ lines: [GOOD, dollars] })).toEqual(['cart.lines[1] 1025']);
    expect(faultsIn({ lines: [dollars] })).toEqual(['cart.lines 1026']);
    expect(faultsIn({ lines: [{ ...dollars, currency: undefined }] })).toEqual([]);
  });

  it.each([
    ['no cart', null, 'cart -'],
    ['no lines', { lines: [] }, 'cart.lines 1016'],
    ['lines that are no list', { lines: 'tea' }, 'cart.lines 1016'],
    ['201 lines', { lines: Array.from({ length: 201 }, () => GOOD) }, 'cart.lines 1016'],
    ['a misspelt part', { lines: [GOOD], shiping: {} }, 'cart.shiping -'],
    ['a list that never ends', { lines: endless() }, 'cart.lines 1027'],
    ['a list with a hole', { lines: Object.assign([GOOD], { 2: GOOD }) }, 'cart.lines[1] 1016'],
    [
      'delivery without a price',
      { lines: [GOOD], shipping: { name: 'Post', taxPercent: '0' } },
      'cart.shipping.unitPrice 1031',
    ],
    ['delivery that is a number', { lines: [GOOD], shipping: 5 }, 'cart.shipping 1016'],
    ['a nameless rounding line', { lines: [GOOD], rounding: { merchantItemId: 'r' } }, 'cart.rounding.name -'],
    ['a switch that is none', { lines: [GOOD], validate: 'no' }, 'cart.validate -'],
  ])('find %s', (_, cart, fault) => {
    expect(faultsIn(cart)).toEqual([fault]);
  });

  it('find every fault at once, and an amount that is no money', () => {
    expect(faultsInLine({ name: '', quantity: 0, taxPercent: '6,5' })).toHaveLength(3);
    expect(faultsIn({ lines: [GOOD] }, 1_000)).toEqual(['amount 1001']);
  });

  it('judge what is sent: a line that changes while it is read, or a fake money object, has no effect', () => {
    let reads = 0;
    const line = {
      ...GOOD,
      get quantity() {
        return (reads += 1) === 1 ? 1 : 50;
      },
    };
    const result = Reflect.apply(buildCart, undefined, [{ lines: [line] }, Money.of('10', 'EUR')]);
    expect(result).toMatchObject({ ok: true, cart: { shopping_cart: { items: [{ quantity: 1 }] } } });
    const brand = { [Symbol.for('tillbridge.Money')]: true };
    const boastful = { ...brand, amount: 100, currency: 'EUR', toDecimal: () => '10.00' };
    expect(faultsInLine({ unitPriceIncludingTax: boastful })).toEqual(['cart.lines 1027']);
    expect(faultsIn({ lines: [GOOD] }, { ...boastful, amount: 1_000, toDecimal: () => '1.00' })).toEqual([]);
    expect(faultsInLine({ unitPriceIncludingTax: { ...brand, amount: 1.5, currency: 'EUR' } })).toHaveLength(1);
    const angry = Object.defineProperty({}, 'lines', {
      get: () => {
        throw new Error('hands off');
      },
    });
    expect(faultsIn(angry)).toEqual(['cart -']);
  });

  it('never throw, and accept nothing that JSON could not hold', () => {
    const field = fc.constantFrom(...Object.keys(GOOD), 'unitPrice', 'currency', 'description', 'weight');
    fc.assert(
      fc.property(field, fc.anything({ withNullPrototype: true, withBigInt: true }), (name, value) => {
        for (const cart of [value, { lines: value }, { lines: [value] }, { lines: [{ ...GOOD, [name]: value }] }]) {
          const result = Reflect.apply(buildCart, undefined, [cart, Money.of('10', 'EUR')]);
          expect(result.ok ? JSON.stringify(result.cart) : result.faults.length).toBeTruthy();
        }
      }),
    );
  });
});
