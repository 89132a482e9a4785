import fc from 'fast-check';
import { json, LISTS, orderOf, type FuzzKind, type MakeBody } from './fuzz-values.js';

/** The text of a whole order with something done to it. */
const rewritten = (bodies: fc.Arbitrary<(text: string, orderId: string) => string>): fc.Arbitrary<MakeBody> =>
  bodies.map((change) => (orderId, at) => Buffer.from(change(JSON.stringify(orderOf(orderId, at)), orderId)));

const AMOUNTS = [
  '1249',
  '1251',
  '0',
  '-1250',
  '1250.5',
  '1250.0',
  '1.25e3',
  '125000',
  '1e400',
  '-0',
  '9007199254740993',
  '99999999999999999999',
  '"1250"',
  '"1250.00"',
  '"12.50"',
  '"1,250"',
  '" 1250 "',
  '"0x4e2"',
  '""',
  'null',
  'true',
  '[1250]',
  '{"value":1250}',
  '[]',
];
const DOUBLES = [
  ['amount', '1'],
  ['amount', '1250'],
  ['currency', '"USD"'],
  ['order_id', '"B-2"'],
  ['order_id', '"F-0"'],
  ['status', '"completed"'],
  ['status', '"declined"'],
  ['transaction_id', '17472052901237123'],
  ['modified', '"2001-01-01T00:00:00"'],
  ['amount_refunded', '1250'],
] as const;

const POISON = [
  '"__proto__":{"amount":1250,"polluted":true,"status":"completed"}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"__proto__":null',
  '"prototype":{"polluted":1}',
  '"hasOwnProperty":1',
  '"toString":null',
  '"toJSON":"x"',
  '"then":1',
  '"valueOf":{}',
  '"__defineGetter__":"x"',
  '"length":-1',
  '"customer":{"__proto__":{"polluted":true}}',
];

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const deepObject = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

const withFirst = (text: string, member: string): string => `{${member},${text.slice(1)}`;
const withLast = (text: string, member: string): string => `${text.slice(0, -1)},${member}}`;

/** Bodies that differ from an order in how they are written. */
export const TEXT_KINDS: readonly FuzzKind[] = [
  {
    name: 'another amount, as a number or anything else',
    bodies: rewritten(
      fc.constantFrom(...AMOUNTS).map((amount) => (text) => text.replace('"amount":1250', `"amount":${amount}`)),
    ),
  },
  {
    name: 'names of Object.prototype',
    bodies: rewritten(
      fc.tuple(fc.constantFrom(...POISON), fc.boolean()).map(
        ([member, isFirst]) =>
          (text) =>
            (isFirst ? withFirst : withLast)(text, member),
      ),
    ),
  },
  {
    name: 'the same name twice',
    bodies: rewritten(
      fc.tuple(fc.constantFrom(...DOUBLES), fc.boolean()).map(
        ([[name, value], isFirst]) =>
          (text) =>
            (isFirst ? withFirst : withLast)(text, `"${name}":${value}`),
      ),
    ),
  },
  {
    name: 'deep nesting',
    bodies: rewritten(
      fc
        .tuple(
          fc.integer({ min: 1, max: 7_000 }),
          fc.constantFrom('var1', 'customer', 'items', 'related_transactions', 'x'),
          fc.boolean(),
        )
        .map(
          ([depth, name, isList]) =>
            (text) =>
              withLast(text, `"${name}":${isList ? deep(depth) : deepObject(Math.ceil(depth / 2))}`),
        ),
    ),
  },
  {
    name: 'lists as long as a body may be',
    bodies: rewritten(
      fc
        .tuple(
          fc.constantFrom(...LISTS),
          fc.integer({ min: 1, max: 900 }),
          fc.constantFrom('{"amount":1}', '0', 'null', '[]', '{"transaction_id":17472052901237123,"amount":-1}'),
        )
        .map(
          ([name, length, item]) =>
            (text) =>
              withLast(text, `"${name}":[${Array.from({ length }, () => item).join()}]`),
        ),
    ),
  },
  {
    name: 'numbers with more digits than fit',
    bodies: rewritten(
      fc
        .tuple(
          fc.constantFrom('transaction_id', 'amount_refunded', 'var1', 'order_total'),
          fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        )
        .map(
          ([name, value]) =>
            (text) =>
              withLast(text, `"${name}":${value}`),
        ),
    ),
  },
  {
    name: 'cut off',
    bodies: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (orderId, at) => {
      const whole = json(orderOf(orderId, at));
      return whole.subarray(0, Math.floor(whole.length * share));
    }),
  },
  {
    name: 'JSON that is no order',
    bodies: fc
      .oneof(fc.json(), fc.constantFrom('null', '[]', '{}', '""', '0', 'true', '[{}]', '"{}"'))
      .map((text) => () => Buffer.from(text)),
  },
  {
    name: 'no JSON',
    bodies: fc
      .constantFrom<(text: string) => string>(
        (text) => text.replaceAll('"', "'"),
        (text) => `${text},`,
        (text) => `/**/${text}`,
        (text) => text.replace('1250', '01250'),
        (text) => text.replace('1250', 'NaN'),
        (text) => text.replace('1250', '+1250'),
        (text) => `${text}${text}`,
        (text) => text.replace('{', '{,'),
        (text) => `OK${text}`,
        () => '<xml/>',
        () => 'amount=1250&currency=EUR',
        (text) => text.replace(':', '\u00a0:'),
      )
      .map((change) => (orderId, at) => Buffer.from(change(JSON.stringify(orderOf(orderId, at))))),
  },
  {
    name: 'UTF-16, byte order marks, bytes that are no text',
    bodies: fc.oneof(
      fc.constant<MakeBody>((orderId, at) => Buffer.from(json(orderOf(orderId, at)).toString(), 'utf16le')),
      fc.constant<MakeBody>((orderId, at) => Buffer.concat([Buffer.from('\ufeff'), json(orderOf(orderId, at))])),
      fc.constant<MakeBody>((orderId, at) =>
        Buffer.from(json(orderOf(orderId, at)).toString().replace('Order', 'Ördér'), 'latin1'),
      ),
      fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => () => Buffer.from(bytes)),
    ),
  },
];
