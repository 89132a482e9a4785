import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { inspect } from 'node:util';
import { Money } from '../../../protocol/index.js';
import { CancelOrderDto, CancelReservationDto, CaptureDto, ShipmentDto, UpdateOrderDto } from './order-change.dto.js';
import { CreateOrderDto } from './create-order.dto.js';
import { checkFields } from '../../core/index.js';
import { RefundDto } from './refund.dto.js';
import { checkedFilter } from './input-check.js';
import { ListOptionsDto } from './list-options.dto.js';
import { TransactionFilterDto } from './filters.dto.js';

const good = { orderId: 'S10042-1', amount: Money.of('45.99', 'EUR'), description: 'Order S10042' };
const CLASSES = [
  CreateOrderDto,
  UpdateOrderDto,
  ShipmentDto,
  CancelOrderDto,
  CaptureDto,
  CancelReservationDto,
  RefundDto,
];

const checkOrder = (input: unknown) => checkFields(CreateOrderDto, input);
const angry = (): never => {
  throw new Error('hands off');
};
const awaited = Object.fromEntries(['then'].map((name) => [name, angry]));
const trap = new Proxy(
  {},
  { get: angry, has: angry, ownKeys: angry, getPrototypeOf: angry, getOwnPropertyDescriptor: angry },
);

/** Stands for {@link trap}, because a generator cannot hold it. */
const TRAP = 'a trap';

function cyclic(): Record<string, unknown> {
  const loop: Record<string, unknown> = { ...good };
  return Object.assign(loop, { customer: loop, gatewayInfo: loop, paymentData: loop, plugin: loop });
}

describe('judging an input', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['a list', [good]],
    ['text', 'order'],
    ['a function', angry],
    ['a trap', trap],
    [
      'traps in every field',
      Object.fromEntries(Object.keys(new Map(Object.entries(good))).map((name) => [name, trap])),
    ],
    [
      'traps where objects are expected',
      { ...good, customer: trap, gatewayInfo: trap, amount: trap, paymentData: trap },
    ],
    ['a getter that throws', Object.defineProperty({ ...good }, 'description', { get: angry, enumerable: true })],
    [
      'a getter that throws in an unknown field',
      Object.defineProperty({ ...good, gatewayInfo: {} }, 'x', { get: angry, enumerable: true }),
    ],
    ['itself inside of itself', cyclic()],
    ['another constructor', { ...good, constructor: { prototype: {} } }],
    ['another prototype', JSON.parse(`{"__proto__":{"orderId":"S1"},"orderId":"S1"}`)],
    ['another prototype inside', { ...good, gatewayInfo: JSON.parse(`{"__proto__":{"a":1},"constructor":1,"b":2}`) }],
    ['a number beyond JSON', { ...good, gatewayInfo: { count: 10n } }],
    ['a huge text', { ...good, description: 'a'.repeat(5_000_000), gatewayInfo: { issuer: 'x'.repeat(5_000_000) } }],
    ['symbols', { ...good, description: Symbol('x'), gateway: Symbol.iterator }],
    ['a Promise', { ...good, description: Promise.resolve('x'), customer: Promise.resolve({}) }],
  ])('finds faults in %s', (_name, input) => {
    const { faults } = checkOrder(input);
    if (_name === 'a Promise') expect(faults.map(({ path }) => path)).toEqual(['description']);
    expect(faults.length).toBeGreaterThan(0);
    expect(JSON.stringify(faults).length).toBeLessThan(4_000);
  });

  it('lets no name through that would change the prototype of an object', () => {
    const gatewayInfo: unknown = JSON.parse('{"__proto__":{"terminal_id":7},"constructor":{"name":"x"},"b":2}');
    const { value: input, faults } = checkOrder({ ...good, gatewayInfo, constructor: Map });
    expect(faults.map(({ path }) => path)).toEqual(['gatewayInfo.__proto__', 'gatewayInfo.constructor', 'constructor']);
    expect(Object.keys(input?.gatewayInfo ?? {})).toEqual(['b']);
  });

  it('never throws, and never quotes a value', () => {
    const secret = 'Prinsengracht 263';
    const values = fc.oneof({ arbitrary: fc.anything(), weight: 3 }, fc.constant(secret), fc.constant(TRAP));
    const names = fc.constantFrom(
      'orderId',
      'amount',
      'customer',
      'cart',
      'reason',
      'description',
      'var1',
      'paid',
      'x',
    );
    fc.assert(
      fc.property(fc.dictionary(names, values), fc.constantFrom(...CLASSES), (input, dto) => {
        const set = Object.entries(input).map(([name, value]) => [name, value === TRAP ? trap : value]);
        const { faults } = checkFields<object>(dto, Object.fromEntries(set));
        expect(JSON.stringify(faults)).not.toContain(secret);
      }),
    );
  });

  it('reads every field once: what is judged is what is sent', () => {
    let reads = 0;
    const input = {
      ...good,
      get description() {
        return (reads += 1) === 1 ? 'Two mugs' : '<script>';
      },
    };
    const { value: copy, faults } = checkOrder(input);
    expect(faults).toEqual([]);
    expect(reads).toBe(1);
    expect(copy?.description).toBe('Two mugs');
  });

  it('takes fields that an input inherits, such as getters of a class', () => {
    class HostOrder {
      get orderId(): string {
        return 'S1';
      }
      get amount(): Money {
        return good.amount;
      }
      description = 'Two mugs';
    }
    expect(checkOrder(new HostOrder())).toMatchObject({
      faults: [],
      value: { orderId: 'S1', description: 'Two mugs' },
    });
    expect(checkOrder(Object.assign(Object.create(null), good)).faults).toEqual([]);
  });

  it('takes money of the other copy of the package, and nothing that only resembles it', () => {
    const brand = Symbol.for('tillbridge.Money');
    const amount = { amount: 1250, currency: 'EUR', [brand]: true };
    const { value: input, faults } = checkOrder({ ...good, amount });
    expect(faults).toEqual([]);
    expect(input?.amount.toString()).toBe('12.50 EUR');
    expect(checkOrder({ ...good, amount: { amount: 1250, currency: 'EUR' } }).faults).toMatchObject([{ code: 1001 }]);
    const forged = [
      { amount: '1250', currency: 'EUR' },
      { amount: 1.5, currency: 'EUR' },
      { amount: 1250, currency: 'X' },
    ];
    for (const fields of forged)
      expect(checkOrder({ ...good, amount: { ...fields, [brand]: true } }).faults).not.toEqual([]);
  });

  it('does not change what it was given, nor lose anything of it', () => {
    const input = {
      ...good,
      customer: { email: 'a@b', country: null },
      gatewayInfo: { a: { b: [1] } },
      paymentData: { p: 1 },
    };
    const before = inspect(input, { depth: 9 });
    const { value: copy } = checkOrder(Object.freeze(input));
    expect(inspect(input, { depth: 9 })).toBe(before);
    expect(copy).toMatchObject({ customer: input.customer, gatewayInfo: input.gatewayInfo, paymentData: { p: 1 } });
  });

  it('names at most twenty unknown fields, by the beginning of their names', () => {
    const names = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(100)}${index}`);
    const { faults } = checkOrder({ ...good, ...Object.fromEntries(names.map((name) => [name, 1])) });
    expect(faults).toHaveLength(20);
    expect(faults.every(({ path }) => path.length === 40)).toBe(true);
  });

  it('repeats no name that would start a line of its own in a log', () => {
    const { faults } = checkOrder({ ...good, ['a\n  - amount: \u202egood']: 1 });
    expect(faults.map(({ path }) => path)).toEqual(['a?  - amount: ?good']);
  });

  it('finds the holes of a list', () => {
    const allowedCountries = ['NL', 'BE'];
    delete allowedCountries[0];
    expect(checkOrder({ ...good, allowedCountries }).faults).toMatchObject([{ path: 'allowedCountries', code: 1018 }]);
  });

  it('does not take null for the whole order, and sends a till only what it understands', () => {
    expect(checkFields(ShipmentDto, { amount: null }).faults).toMatchObject([{ path: 'amount', code: 1001 }]);
    expect(checkFields(ShipmentDto, { amount: undefined }).faults).toEqual([]);
    const words = { excludeOrder: false, reason: 'late' };
    expect(checkFields(CancelOrderDto, words).faults).toEqual([]);
    const paths = checkFields(CancelOrderDto, { session: 'terminal', ...words }).faults.map(({ path }) => path);
    expect(paths).toEqual(['excludeOrder', 'reason']);
  });
});

describe('judging a filter', () => {
  const pathsOf = (input: unknown): string[] =>
    checkFields(TransactionFilterDto, input ?? {}).faults.map(({ path }) => path);

  it.each<[string, unknown, string?]>([
    ['text', 'refund'],
    ['a number', 5],
    ['a list', [{ type: 'refund' }]],
    ['a function', angry],
    ['a trap', trap],
    ['a getter that throws', Object.defineProperty({}, 'limit', { get: angry, enumerable: true }), 'limit'],
  ])('survives %s, and does not take it for a filter of nothing', (_, input, path = '') => {
    expect(pathsOf(input)).toContain(path);
    expect(() => checkedFilter(TransactionFilterDto, input, 'web')).toThrow(
      expect.objectContaining({ code: 'FILTER_INVALID', message: expect.stringContaining(`- ${path || 'filter'}: `) }),
    );
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, []],
    ['null', null, []],
    ['an unknown field', { typ: 'refund' }, ['typ']],
    [
      'names that objects inherit',
      JSON.parse('{"constructor":1,"toString":2,"__proto__":{"limit":5}}'),
      ['constructor', 'toString', '__proto__'],
    ],
    ['something that is awaited', { limit: 5, ...awaited }, ['then']],
    [
      'a filter inside of itself',
      cyclic(),
      ['orderId', 'amount', 'description', 'customer', 'gatewayInfo', 'paymentData', 'plugin'],
    ],
    ['a list with a hole', { status: Object.assign(['completed'], { 2: 'declined' }) }, ['status']],
    ['a null that might have meant something', { type: null }, ['type']],
    ['what it inherits', Object.create({ type: 'refunds' }), ['type']],
  ])('finds what is wrong with %s', (_, input, paths) => {
    expect(pathsOf(input)).toEqual(paths);
  });

  it('copies what is good', () => {
    const input = { type: ['refund', 'payment'], limit: 5 };
    const filter = checkedFilter(TransactionFilterDto, input, 'web');
    input.type.push('hack');
    expect(filter).toEqual({ type: ['refund', 'payment'], limit: 5 });
    expect(checkedFilter(ListOptionsDto, { from: null }, 'web')).toEqual({ from: null });
  });
});
