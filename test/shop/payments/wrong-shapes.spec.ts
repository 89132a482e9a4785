import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { failureOf } from '../../support/failure-of.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

/** As JavaScript sees the public calls: any argument at any place. */
type Untyped = Record<string, (...given: unknown[]) => unknown>;
type Part = Record<string, Untyped>;
type Call = (all: Part, web: Part) => unknown;

const who = { by: 'ann', why: 'the customer has called' };
const amount = Money.of('5.00', 'EUR');
const mug = { orderId: 'N1', amount, description: 'Mugs', redirectUrl: 'http://localhost:3000/' };
const broken = { orderId: 'S1', amount, reason: 'broken', key: 'k1' };

/** What is wrong, the code that is answered, and what the message names. */
const CALLS: readonly (readonly [call: string, Call, code: string, says: string])[] = [
  [
    'a group as an object',
    ({ payments }) => payments!['group']!({ name: 'web' }),
    'GROUP_UNKNOWN',
    'must be text, and is an object',
  ],
  ['no group', ({ payments }) => payments!['group']!(), 'GROUP_UNKNOWN', 'must be text, and is undefined'],
  ['a list of groups', ({ payments }) => payments!['group']!(['web']), 'GROUP_UNKNOWN', 'must be text, and is a list'],
  [
    'an order without its group',
    ({ orders }) => orders!['create']!(mug),
    'GROUP_UNKNOWN',
    'must be text, and is an object',
  ],
  [
    'the group once more',
    (_, { orders }) => orders!['create']!('web', mug),
    'ORDER_INVALID',
    'order: must be an object',
  ],
  ['a list of orders', (_, { orders }) => orders!['create']!([mug]), 'ORDER_INVALID', 'order: must be an object'],
  ['no order', (_, { orders }) => orders!['create']!(), 'ORDER_INVALID', 'order: must be an object'],
  [
    'an amount as a number',
    (_, { orders }) => orders!['create']!({ ...mug, amount: 5 }),
    'ORDER_INVALID',
    "Money.of('12.50', 'EUR')",
  ],
  [
    'an amount as text',
    (_, { orders }) => orders!['create']!({ ...mug, amount: '5.00' }),
    'ORDER_INVALID',
    "Money.of('12.50', 'EUR')",
  ],
  [
    'an amount as a plain object',
    (_, { orders }) => orders!['create']!({ ...mug, amount: { amount: 500, currency: 'EUR' } }),
    'ORDER_INVALID',
    "Money.of('12.50', 'EUR')",
  ],
  [
    'an id of an order as a number',
    (_, { orders }) => orders!['create']!({ ...mug, orderId: 42 }),
    'ORDER_INVALID',
    'orderId: must be text',
  ],
  [
    'an order instead of its id',
    (_, { orders }) => orders!['get']!({ orderId: 'S1' }),
    'ORDER_UNKNOWN',
    'orderId must be text, and is an object',
  ],
  [
    'a number as the id',
    (_, { orders }) => orders!['get']!(42),
    'ORDER_UNKNOWN',
    'orderId must be text, and is a number',
  ],
  ['no id', ({ orders }) => orders!['settle']!(), 'ORDER_UNKNOWN', 'orderId must be text, and is undefined'],
  ['an empty id', ({ orders }) => orders!['settle']!(''), 'ORDER_UNKNOWN', 'orderId is empty'],
  [
    'no id for a person',
    ({ orders }) => orders!['sync']!(undefined, who),
    'ORDER_UNKNOWN',
    'orderId must be text, and is undefined',
  ],
  [
    'nothing to end',
    (_, { orders }) => orders!['cancel']!(),
    'ORDER_UNKNOWN',
    'orderId must be text, and is undefined',
  ],
  [
    'no id of what is looked for',
    ({ orders }) => orders!['find']!(),
    'FILTER_INVALID',
    'orderId: must be text, and is undefined',
  ],
  [
    'an order looked for by itself',
    ({ orders }) => orders!['find']!({ orderId: 'S1' }),
    'FILTER_INVALID',
    'orderId: must be text, and is an object',
  ],
  [
    'the story of a number',
    ({ orders }) => orders!['timeline']!(42),
    'FILTER_INVALID',
    'orderId: must be text, and is a number',
  ],
  [
    'no reference',
    ({ orders }) => orders!['findByReference']!(),
    'FILTER_INVALID',
    'reference: must be text, and is undefined',
  ],
  [
    'the group beside the id',
    ({ orders }) => orders!['find']!('S1', 'till'),
    'FILTER_INVALID',
    'options: must be an object, and is text',
  ],
  [
    'the group beside the id of a read',
    ({ orders }) => orders!['fetch']!('S1', 'web'),
    'FILTER_INVALID',
    'options: must be an object, and is text',
  ],
  [
    'the group before the id',
    (_, { orders }) => orders!['find']!('web', 'S1'),
    'FILTER_INVALID',
    'options: must be an object, and is text',
  ],
  [
    'patience as a number',
    ({ orders }) => orders!['settle']!('S1', 500),
    'FILTER_INVALID',
    'options: must be an object, and is a number',
  ],
  [
    'no options of an id at the service',
    ({ orders }) => orders!['ownServiceOrderId']!(),
    'ORDER_UNKNOWN',
    'orderId must be text, and is undefined',
  ],
  [
    'an order and an amount',
    ({ refunds }) => refunds!['request']!('S1', 500),
    'REFUND_INVALID',
    'refund: must be an object, and is text',
  ],
  [
    'an order and an amount of a group',
    (_, { refunds }) => refunds!['request']!('S1', 500),
    'REFUND_INVALID',
    'refund: must be an object, and is text',
  ],
  [
    'no refund',
    ({ refunds }) => refunds!['request']!(),
    'REFUND_INVALID',
    'refund: must be an object, and is undefined',
  ],
  [
    'a refund of no order',
    ({ refunds }) => refunds!['request']!({ ...broken, orderId: undefined }),
    'REFUND_INVALID',
    'orderId: must be text, and is undefined',
  ],
  [
    'a refund of a number',
    ({ refunds }) => refunds!['request']!({ ...broken, orderId: 42 }),
    'REFUND_INVALID',
    'orderId: must be text, and is a number',
  ],
  [
    'a refund of a bare number',
    ({ refunds }) => refunds!['request']!({ ...broken, amount: 500 }),
    'REFUND_INVALID',
    "Money.of('12.50', 'EUR')",
  ],
  [
    'what is left of an object',
    ({ refunds }) => refunds!['remaining']!({ orderId: 'S1' }),
    'ORDER_UNKNOWN',
    'orderId must be text, and is an object',
  ],
  [
    'evidence of an object',
    ({ refunds }) => refunds!['evidence']!({ id: 'r1' }),
    'REFUND_UNKNOWN',
    'id must be text, and is an object',
  ],
  [
    'a call-off of nothing',
    ({ refunds }) => refunds!['cancel']!(undefined, who),
    'REFUND_UNKNOWN',
    'id must be text, and is undefined',
  ],
  [
    'a refund by its key alone',
    ({ refunds }) => refunds!['find']!({ key: 'k1' }),
    'FILTER_INVALID',
    'group: must be text, and is undefined',
  ],
  [
    'a refund by a number',
    ({ refunds }) => refunds!['find']!(42),
    'FILTER_INVALID',
    'id: must be text, and is a number',
  ],
  [
    'a refund by no key',
    (_, { refunds }) => refunds!['findByKey']!(),
    'FILTER_INVALID',
    'key: must be text, and is undefined',
  ],
  [
    'a list by text',
    ({ refunds }) => refunds!['list']!('web'),
    'FILTER_INVALID',
    'filter: must be an object, and is text',
  ],
  [
    'a list of a group by a number',
    (_, { refunds }) => refunds!['list']!(42),
    'FILTER_INVALID',
    'filter: must be an object, and is a number',
  ],
  [
    'batches by text',
    ({ batches }) => batches!['list']!('web'),
    'FILTER_INVALID',
    'filter: must be an object, and is text',
  ],
  [
    'a lane as an object',
    ({ refunds }) => refunds!['lane']!({ name: 'web' }),
    'GROUP_UNKNOWN',
    'must be text, and is an object',
  ],
  [
    'notifications by text',
    ({ notifications }) => notifications!['list']!('web'),
    'FILTER_INVALID',
    'filter: must be an object, and is text',
  ],
  [
    'no notification',
    ({ notifications }) => notifications!['find']!(),
    'FILTER_INVALID',
    'id: must be text, and is undefined',
  ],
  [
    'effects by text',
    ({ effects }) => effects!['failed']!('Mailer'),
    'FILTER_INVALID',
    'options: must be an object, and is text',
  ],
  [
    'an effect as an object',
    ({ effects }) => effects!['replay']!({ id: 'e1' }, who),
    'FILTER_INVALID',
    'id: must be text, and is an object',
  ],
  [
    'polls by options',
    ({ polling }) => polling!['tick']!({ most: 1 }),
    'GROUP_UNKNOWN',
    'must be text, and is an object',
  ],
];

describe('a call from JavaScript with arguments of the wrong shape', () => {
  let service: ScriptedService;
  let shop: ShopHost;
  let parts: [Part, Part];

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url }];
    shop = await startShop({ options: { workers: 'off', terminalGroups } });
    await shop.addOrder('S1');
    const { payments } = shop;
    const { batches } = payments.refunds;
    parts = [{ payments, batches, ...payments }, { ...payments.group('web') }] as unknown as [Part, Part];
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const written = (): Promise<unknown> => shop.dataSource.query('SELECT total_changes() AS n');

  it.each(CALLS)('(%s) is refused, and the message names the argument', async (_what, call, code, says) => {
    const before = await written();
    const failure = await failureOf(Promise.resolve().then(() => call(...parts)));
    expect(failure).toMatchObject({ code, message: expect.stringContaining(says) });
    expect(await written()).toEqual(before);
    expect(service.calls).toEqual([]);
  });
});
