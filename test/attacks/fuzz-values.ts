import fc from 'fast-check';
import { orderBody } from 'tillbridge/testing';

/** Makes the body of one order; `at` is epoch milliseconds. */
export type MakeBody = (orderId: string, at: number) => Buffer;

/** A kind of body, all of them well signed. */
export interface FuzzKind {
  readonly name: string;
  readonly bodies: fc.Arbitrary<MakeBody>;
}

/** An order on the wire. */
export type Order = Record<string, unknown>;

const AMOUNT = 1250;
/** A paid order, 12.50 EUR. */
export const orderOf = (orderId: string, at: number): Order => orderBody({ orderId, amount: AMOUNT, at });
export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const TEXTS = [
  '',
  ' ',
  '\0',
  'te\0st',
  '\ud800',
  '\udfff\ud800',
  '😀'.repeat(80),
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-1',
  '1250',
  '1250.00',
  '0x4e2',
  '١٢٥٠',
  '1e3',
  'true',
  'null',
  '[object Object]',
  '\u202egnirts',
  '\ufeff',
  "' OR 1=1 --",
  '${7*7}',
  '<script>alert(1)</script>',
  '%00%0d%0a',
  'a'.repeat(5_000),
];
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  1249,
  1250.5,
  1251,
  125_000,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
];
/** Forms in which a date might come. */
export const DATES = [
  '',
  'now',
  '0000-00-00T00:00:00',
  '2026-02-30T00:00:00',
  '2026-13-01T00:00:00',
  '9999-12-31T23:59:59',
  '1970-01-01T00:00:00',
  '2026-10-25T02:30:00',
  '2026-03-29T02:30:00',
  '2026-09-01',
  '2026-09-01T10:00:00Z',
  '2026-09-01T10:00:00+25:00',
  '2026-09-01 10:00:00',
  '01/09/2026',
  'Tue, 01 Sep 2026 10:00:00 GMT',
  '1756720810',
  1756720810,
  1756720810000,
  -1,
  '+275760-09-13T00:00:00',
  '2026-09-01T24:00:00',
  '2026-09-01T10:00:00.123456789',
  '2026-W36-2',
  [],
  {},
  true,
];
/** Known ones, unknown ones, and what is no status. */
export const STATUSES = [
  '',
  'paid',
  'COMPLETED',
  'Completed ',
  'completed\0',
  'complete',
  'success',
  'done',
  'uncleared',
  'reserved',
  'shipped',
  'chargeback',
  'new_status',
  '__proto__',
  'x'.repeat(400),
  'initialized',
  'declined',
  'cancelled',
  'canceled',
  'expired',
  'void',
  'refunded',
  'partial_refunded',
  1,
  true,
  null,
  ['completed'],
  { status: 'completed' },
];

/** Anything in place of anything. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, null, true, false, [], {}, [[]], [null], [{}]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt().map(String),
);

/** Fields that hold lists. */
export const LISTS = ['related_transactions', 'payment_methods', 'costs', 'items'];
