import { describe, expect } from '@jest/globals';
import * as fc from 'fast-check';
import { Money, type CreateOrderInput, type RefundInput } from 'tillbridge';
import {
  createOrderRequest,
  CURRENCIES,
  hasDotStep,
  readEnvelope,
  refundRequest,
  type BuiltRequest,
} from 'tillbridge/protocol';
import { failureOf } from '../support/failure-of.js';
import { euros, OrderContract } from './support/order-contract.js';
import { itWith } from './support/service-under-test.js';

/** What fails is made smaller for so long at most, in milliseconds: the seed has to be printed before the test's time is over. */
const RUNS = { numRuns: Number(process.env['TILLBRIDGE_CONTRACT_RUNS'] ?? 40), interruptAfterTimeLimit: 40_000 };

const character = fc.oneof(
  fc.constantFrom('a', 'Z', '0', ' ', 'é', '☕', '😀', '&', '\t'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const isReadable = (text: string): boolean => !/[\p{Cc}\uFFFD]/u.test(text.replace(/[\t\n\r]/g, ''));
const text = (most: number) =>
  fc
    .array(character, { maxLength: most })
    .map((parts) => Array.from(parts.join('')).slice(0, most).join(''))
    .filter(isReadable);
const description = text(200).filter((words) => words.trim() !== '' && !/<|&/.test(words));
const field = fc.option(text(100), { nil: null });

/** What a browser and its proxies say of themselves may be anything, and never keeps an order from being created. */
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', '\ud83d', 'x'.repeat(9_000)));
const oneAddress = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((ip) => `::ffff:${ip}`),
  anyText,
);
const address = fc.oneof(
  oneAddress,
  fc.array(oneAddress, { maxLength: 3 }).map((list) => list.join(', ')),
  fc.constantFrom('192.0.2.7:80', '[::1]:443', 'fe80::1%eth0', 'unknown', '300.1.1.1', '::ffff:300.1.1.1'),
);

const customer = fc.record(
  {
    first_name: field,
    address1: field,
    zip_code: field,
    phone: text(25),
    country: fc.constantFrom('NL', 'BE', 'ZW', 'AX'),
    locale: fc.oneof(fc.constantFrom('nl_NL', 'en', 'de-AT,de;q=0.9', 'zh-Hans-CN'), anyText),
    email: fc.emailAddress(),
    ip_address: address,
    forwarded_ip: fc.option(address, { nil: null }),
    user_agent: anyText,
    referrer: fc.oneof(fc.webUrl(), anyText),
    birthday: fc.constantFrom('1980-02-29', '2001-12-31'),
    disable_send_email: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** The parts that any order may have or not. */
const optional = fc.record(
  {
    type: fc.constantFrom('redirect' as const, 'paymentlink' as const),
    gateway: fc.constantFrom('VISA', 'mastercard', 'paypal', ''),
    var1: text(100),
    var2: text(100),
    customer,
    delivery: fc.record({ city: field, country: fc.constantFrom('NL', 'DE') }, { requiredKeys: [] }),
    secondsActive: fc.integer({ min: 1, max: 31_536_000 }),
    daysActive: fc.integer({ min: 1, max: 365 }),
    redirectUrl: fc.webUrl({ withQueryParameters: true }),
    cancelUrl: fc.webUrl(),
    notificationUrl: fc.constantFrom('https://shop.example/hook/web', 'http://localhost:9/hook'),
    capture: fc.constant('manual' as const),
    closeWindow: fc.boolean(),
    secondChance: fc.boolean(),
    customInfo: fc.record({ custom_1: field }),
    gatewayInfo: fc.dictionary(fc.constantFrom('issuer', 'anything', 'x'), fc.jsonValue({ maxDepth: 1 })),
    allowedCountries: fc.subarray(['NL', 'BE', 'DE']),
  },
  { requiredKeys: [] },
);

const orderId = fc.stringMatching(/^[A-Za-z0-9\-_./]{0,40}$/).filter((id) => !hasDotStep(`1${id}`));
const amount = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 999_999_999_999_999 })),
    fc.constantFrom(...CURRENCIES),
  )
  .map(([minor, currency]) => Money.ofMinor(minor, currency));
const order = fc
  .tuple(fc.record({ orderId, amount, description }), optional)
  .map(([must, may]): CreateOrderInput => ({ ...must, ...may }));

const tooLong = (most: number) => fc.integer({ min: most + 1, max: most + 20 }).map((length) => '😀'.repeat(length));
const html = fc.constantFrom('<b>', 'a</p>', '<!-- -->', '&amp;', '&#39;').map((markup) => `Mug ${markup}`);
const noId = fc.constantFrom('', '.', '..', 'a b', 'é', 'x'.repeat(51), 'a?b', 'a#b', 'a/../b');

interface Broken {
  readonly path: string;
  readonly code: number | undefined;
  readonly change: Record<string, unknown>;
}

/** Bad values of a field, with the code that they have in common. */
const breaking = (path: string, code: number | undefined, values: fc.Arbitrary<unknown>) =>
  values.map((value): Broken => {
    const [name, inner] = path.split('.');
    return { path, code, change: { [name!]: inner === undefined ? value : { [inner]: value } } };
  });

const VARIABLE = fc.oneof(tooLong(100), fc.constantFrom('\ud83d', 'a\u0000', '\uFFFD'));
const DESCRIPTION = fc.oneof(tooLong(200), html, fc.constantFrom('', ' ', '\t', 'Mug \ud83d', 'a\u0000'));

const brokenOrder = fc.oneof(
  breaking(
    'orderId',
    1006,
    noId.filter((id) => id !== ''),
  ),
  breaking('orderId', 1016, fc.constant('')),
  breaking(
    'amount',
    1001,
    fc.integer({ min: -1000, max: 0 }).map((minor) => Money.ofMinor(minor, 'EUR')),
  ),
  breaking('description', 1008, DESCRIPTION),
  breaking('type', 1009, fc.constantFrom('checkin', 'Redirect', 7)),
  breaking('gateway', 1000, fc.constantFrom('I DEAL', 'x'.repeat(51), '<b>')),
  breaking('var1', 1010, VARIABLE),
  breaking('var2', 1010, VARIABLE),
  breaking('customer.country', 1018, fc.constantFrom('XX', 'Holland', 'NLD', 'nl')),
  breaking('delivery.country', 1018, fc.constantFrom('XX', 'UK')),
  breaking('allowedCountries', 1018, fc.constantFrom(['NL', 'nl'], ['XX'], 'NL')),
  breaking('gatewayInfo.issuer_id', 1036, tooLong(20)),
  breaking('gatewayInfo.terminal_id', 1023, tooLong(50)),
  // Refused by the service as well, though the specification has no code for them.
  breaking('redirectUrl', undefined, fc.constantFrom('javascript:alert(1)', '/return', 'ftp://x.example')),
  breaking('secondsActive', undefined, fc.constantFrom(0, 1.5, 31_536_001)),
  breaking('daysActive', undefined, fc.constantFrom(0, 366)),
  breaking('capture', undefined, fc.constantFrom('auto', 'now')),
);

const brokenRefund = fc.oneof(
  breaking(
    'description',
    1008,
    DESCRIPTION.filter((words) => words !== ''),
  ),
  breaking(
    'refundOrderId',
    1006,
    noId.filter((id) => id !== ''),
  ),
  breaking('var1', 1010, VARIABLE),
  breaking('var3', 1010, VARIABLE),
);

describe('what the client lets through, and what it stops', () => {
  const contract = new OrderContract({ switches: { refundSpacingMs: 0 } });

  /** What the service itself says to a request that no one has judged. */
  async function verdict(built: BuiltRequest): Promise<number | null | 'accepted'> {
    if (!built.ok) throw new Error('The request could not be built.');
    const { method, path, body } = built.request;
    const { baseUrl, keys } = contract.group;
    const headers = { api_key: keys.current, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    const envelope = readEnvelope({ httpStatus: response.status, body: await response.text() });
    return envelope.ok ? 'accepted' : envelope.failure.code;
  }

  let count = 0;
  /** Under an id that no order had before: a failing one is tried repeatedly while it is made smaller. */
  const fresh = (input: CreateOrderInput): CreateOrderInput => ({
    ...input,
    orderId: `${(count += 1)}${input.orderId}`,
  });

  itWith('drive')('the service takes every order that follows the rules', async () => {
    await fc.assert(
      fc.asyncProperty(order, async (drawn) => {
        const input = fresh(drawn);
        const created = await contract.client.createOrder(contract.group, input);
        expect(created.orderId).toBe(input.orderId);
        const found = await contract.client.getOrder(contract.group, input.orderId);
        const { amount: minor, currency } = input.amount;
        expect(found).toMatchObject({ amount: minor, currency, description: input.description });
      }),
      RUNS,
    );
  });

  itWith('drive')('an order that breaks one rule gets the same code here and there', async () => {
    await fc.assert(
      fc.asyncProperty(order, brokenOrder, async (drawn, { path, code, change }) => {
        const input = fresh(drawn);
        // A country or an address beside the broken one would be judged too.
        const broken = { ...input, customer: undefined, delivery: undefined, gatewayInfo: undefined, ...change };
        const error = await failureOf(() => contract.client.createOrder(contract.group, broken));
        expect(error).toMatchObject({ code: 'ORDER_INVALID', execution: 'not-executed' });
        expect(error.faults!.map((fault) => [fault.path, fault.code])).toEqual(error.faults!.map(() => [path, code]));
        const answer = await verdict(createOrderRequest(broken));
        expect(answer).toBe(code ?? 1016);
      }),
      RUNS,
    );
  });

  itWith('drive')('a refund that breaks one rule gets the same code here and there', async () => {
    const paid = await contract.paidOrder();
    await fc.assert(
      fc.asyncProperty(brokenRefund, async ({ path, code, change }) => {
        const broken: RefundInput = { amount: euros('1.00'), ...change };
        const error = await failureOf(() => contract.client.refundOrder(contract.group, paid.orderId, broken));
        expect(error.faults!.map((fault) => [fault.path, fault.code])).toEqual(error.faults!.map(() => [path, code]));
        expect(await verdict(refundRequest(paid.orderId, broken))).toBe(code);
      }),
      RUNS,
    );
    expect(await contract.sandbox.order(paid.orderId)).toMatchObject({ amountRefunded: 0 });
  });
});
