import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import * as fc from 'fast-check';
import type { ListedTransaction, TransactionList } from 'tillbridge';
import type { Sandbox } from 'tillbridge/sandbox';
import {
  clientsFor,
  itWith,
  serviceUnderTest,
  type ServiceClients,
  type ServiceUnderTest,
} from './support/service-under-test.js';

/** What can happen to the account between any two pages. */
type Change = 'nothing' | 'new' | 'declined' | 'shipped' | 'refunded' | 'charged back';
const CHANGES: readonly Change[] = ['nothing', 'new', 'declined', 'shipped', 'refunded', 'charged back'];

let service: ServiceUnderTest;
let clients: ServiceClients;
let orders = 0;

/** A new order at the service, without a page or a payment. */
async function addOrder(): Promise<string> {
  const order_id = `L${(orders += 1)}`;
  const body = { type: 'redirect', order_id, currency: 'EUR', amount: 1_000, description: 'Two mugs' };
  const headers = { api_key: service.apiKey };
  const answer = await fetch(`${service.baseUrl}/v1/json/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return order_id;
}

const addPaid = async (sandbox: Sandbox): Promise<unknown> => sandbox.pay(await addOrder());

/** Each change is about an order of its own, so that none is refused for what an earlier one did. */
const CHANGE: Readonly<Record<Change, (sandbox: Sandbox, paid: string) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  new: (sandbox) => addPaid(sandbox),
  declined: async (sandbox) => sandbox.decline(await addOrder()),
  shipped: (sandbox, paid) => sandbox.ship(paid),
  refunded: (sandbox, paid) => sandbox.refund(paid, { amount: 100 }),
  'charged back': (sandbox, paid) => sandbox.chargeback(paid),
};

/** Everything of a list. */
async function all(list: AsyncIterable<ListedTransaction>): Promise<ListedTransaction[]> {
  const items: ListedTransaction[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const idsOf = (items: readonly ListedTransaction[]): (string | null)[] => items.map((item) => item.transaction_id);
const list = (...args: Parameters<typeof clients.payments.group>): TransactionList =>
  clients.payments.group(...args).transactions.list();

describe('the list of transactions', () => {
  beforeAll(async () => {
    service = await serviceUnderTest();
    clients = await clientsFor(service, { calls: { callsPerSecond: 1_000, burst: 1_000 } });
    if (service.sandbox) for (let count = 0; count < 12; count += 1) await addPaid(service.sandbox.sandbox);
  });
  afterAll(async () => {
    await clients?.close();
    await service?.close();
  });

  itWith('transactions')('comes to an end by itself, newest first, and says that it did', async () => {
    const walk = clients.payments.group('web').transactions.list({ limit: 100 }, { maxPages: 20 });
    const times = (await all(walk)).map((item) => item.created ?? '');
    expect(times).toEqual([...times].sort().reverse());
    if (walk.ending?.reason !== 'page-cap') expect(walk.ending).toEqual({ complete: true, reason: 'empty-page' });
  });

  itWith('transactions')('gives the same transaction alone', async () => {
    const { transactions } = clients.payments.group('web');
    for await (const { items } of transactions.list({ limit: 1 }).pages()) {
      const [item] = items;
      expect(await transactions.get(item!.transaction_id!)).toEqual(item);
      break;
    }
  });

  itWith('drive')('shows anyone who was there when it began, whatever happens between two pages', async () => {
    const { sandbox } = service.sandbox!;
    const plan = fc.record({
      limit: fc.integer({ min: 3, max: 8 }),
      changes: fc.array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ limit, changes }) => {
        const targets = new Map<Change, string>();
        for (const change of changes) {
          const paid = await addOrder();
          await sandbox.pay(paid);
          targets.set(change, paid);
        }
        const before = idsOf(await all(list('web')));
        const walk = clients.payments.group('web').transactions.list({ limit });
        const seen: (string | null)[] = [];
        const left = [...targets];
        for await (const page of walk.pages()) {
          seen.push(...idsOf(page.items));
          const [change, paid] = left.shift() ?? (['nothing', ''] as const);
          await CHANGE[change](sandbox, paid);
        }
        expect(walk.ending).toEqual({ complete: true, reason: 'empty-page' });
        expect(seen).toEqual(before);
      }),
      { numRuns: 8 },
    );
  });

  itWith('drive')('can be narrowed by everything that the service knows', async () => {
    const { sandbox } = service.sandbox!;
    const [paid, declined] = [await addOrder(), await addOrder()];
    await sandbox.pay(paid, { method: 'PAYPAL' });
    await sandbox.decline(declined);
    await sandbox.refund(paid, { amount: 300 });
    const { transactions } = clients.payments.group('web');
    const found = async (filter: Parameters<typeof transactions.list>[0]) =>
      (await all(transactions.list(filter)))
        .map((item) => item.order_id)
        .filter((id) => id === paid || id === declined);
    expect(await found({ paymentMethod: 'PAYPAL', type: 'payment' })).toEqual([paid]);
    expect(await found({ status: 'declined' })).toEqual([declined]);
    expect(await found({ status: ['declined', 'partial_refunded'], movement: 'in' })).toEqual([declined, paid]);
    expect((await all(transactions.list({ movement: 'out', limit: 1 }, { maxPages: 1 })))[0]).toMatchObject({
      type: 'refund',
      debit_credit: 'D',
      amount: 300,
    });
    expect(await found({ currency: 'USD' })).toEqual([]);
    expect(await found({ createdFrom: Date.now() - 3_600_000, createdUntil: Date.now() + 1_000 })).toHaveLength(3);
    expect(await found({ createdFrom: Date.now() + 3_600_000 })).toEqual([]);
    expect(await found({ completedUntil: 1_000 })).toEqual([]);
  });

  itWith('drive')('goes back up again from a cursor', async () => {
    const { transactions } = clients.payments.group('web');
    const everything = idsOf(await all(transactions.list()));
    const walk = transactions.list({ limit: 2 }, { maxPages: 3 });
    await all(walk);
    expect(walk.ending).toEqual({ complete: false, reason: 'page-cap' });
    const rest = idsOf(await all(transactions.list({ limit: 5 }, { from: walk.cursor })));
    expect(rest).toEqual(everything.slice(6));
    const up: (string | null)[][] = [];
    const newer = transactions.list({ limit: 2 }, { from: walk.cursor, direction: 'newer' });
    for await (const page of newer.pages()) up.push(idsOf(page.items));
    expect(up.reverse().flat()).toEqual(everything.slice(0, 5));
  });

  itWith('drive')('is closed to a key that may not list', async () => {
    const { sandbox } = service.sandbox!;
    sandbox.adjust('web', { mayListTransactions: false });
    await expect(all(list('web'))).rejects.toMatchObject({ code: 'SERVICE_FORBIDDEN', kind: 'configuration' });
    sandbox.adjust('web', { mayListTransactions: true });
  });
});
