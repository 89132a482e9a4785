import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { call } from './support/api.js';
import { startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';

type Item = Record<string, unknown>;

/** An answer of the list. */
interface Page {
  status: number;
  data: Item[];
  pager: { after?: string; before?: string; cursor: { after?: string; before?: string }; limit: number };
  message?: string;
}

let service: Service;
let number = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function list(query = '', key = WEB_KEY): Promise<Page> {
  const response = await fetch(`${service.url}/v1/json/transactions${query}`, { headers: { api_key: key } });
  return { status: response.status, ...((await response.json()) as Omit<Page, 'status'>) };
}

async function pay(fields: Record<string, unknown> = {}): Promise<string> {
  const order_id = `T-${(number += 1)}`;
  await service.create({ order_id, ...fields });
  await service.sandbox.pay(order_id);
  return order_id;
}

const idsOf = ({ data }: Page): unknown[] => data.map(({ order_id }) => order_id);

/** Goes through the list page by page, towards the older or the newer, while something else happens to it. */
async function walk(from: Page, way: 'after' | 'before', meanwhile: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let page = from; page.data.length > 0;) {
    if (way === 'after') seen.push(...idsOf(page));
    else seen.unshift(...idsOf(page));
    [page] = await Promise.all([list(new URL(String(page.pager[way])).search), meanwhile()]);
  }
  return seen;
}

describe('the list of transactions', () => {
  it('shows each with its own amounts in minor units, and unset variables as empty text', async () => {
    const customer = { first_name: 'Ann', email: 'ann@example.org' };
    const orderId = await pay({ amount: 10_000, var1: 'mine', customer });
    await call(service, `POST /orders/${orderId}/refunds`, { amount: 1_500, currency: 'EUR' });
    const { data } = await list('?limit=2');
    expect(data).toMatchObject([
      {
        type: 'refund',
        debit_credit: 'D',
        amount: 1_500,
        net: 1_500,
        status: 'initialized',
        order_id: orderId,
        var1: '',
      },
      {
        type: 'payment',
        debit_credit: 'C',
        amount: 10_000,
        net: 9_975,
        costs: [{ amount: 25 }],
        status: 'partial_refunded',
        payment_method: 'IDEAL',
        site_id: 9_001,
        customer: { email: 'ann@example.org', first_name: 'Ann', last_name: '', iban: '' },
        var1: 'mine',
        var2: '',
      },
    ]);
    const { text } = await call(service, `GET /transactions/${String(data[1]?.['transaction_id'])}`);
    expect(JSON.parse(text)).toEqual({ success: true, data: data[1] });
  });

  it('names the order of a captured part, and a row of its reservation in the old form neither that nor a type', async () => {
    service.sandbox.adjust('web', { captureRows: 'unnamed' });
    const orderId = await pay({ amount: 10_000, gateway: 'VISA', capture: 'manual' });
    const capture = { amount: 1_500, new_order_id: `${orderId}-C`, new_order_status: 'completed' };
    await call(service, `POST /orders/${orderId}/capture`, capture);
    const [row] = (await service.get(orderId)).json.data['related_transactions'] as Item[];
    expect([row!['amount'], 'order_id' in row!, 'type' in row!]).toEqual([1_500, false, false]);
    expect(idsOf(await list('?limit=2'))).toEqual([`${orderId}-C`, orderId]);
    service.sandbox.adjust('web', { captureRows: 'named' });
  });

  it('does not show a session that no one has tried to pay, or what belongs to another key', async () => {
    await service.create({ order_id: 'bare' });
    expect(idsOf(await list('?limit=1000'))).not.toContain('bare');
    expect((await list('', TILL_KEY)).data).toEqual([]);
  });

  it('gives cursors and addresses, and after the last page an empty one without any', async () => {
    const ids = [await pay({ currency: 'GBP' }), await pay({ currency: 'GBP' }), await pay({ currency: 'GBP' })];
    const first = await list('?currency=GBP&limit=2');
    expect(idsOf(first)).toEqual([ids[2], ids[1]]);
    expect(first.pager).toEqual({
      after: `${service.url}/v1/json/transactions?currency=GBP&limit=2&after=${first.pager.cursor.after}`,
      before: `${service.url}/v1/json/transactions?currency=GBP&limit=2&before=${first.pager.cursor.before}`,
      cursor: { after: expect.stringMatching(/^[\w-]+$/), before: expect.stringMatching(/^[\w-]+$/) },
      limit: 2,
    });
    const second = await list(new URL(String(first.pager.after)).search);
    expect(idsOf(second)).toEqual([ids[0]]);
    const last = await list(`?currency=GBP&limit=2&after=${second.pager.cursor.after}`);
    expect(last).toMatchObject({ status: 200, data: [], pager: { cursor: {}, limit: 2 } });
    expect(Object.keys(last.pager)).toEqual(['cursor', 'limit']);
    expect(idsOf(await list(new URL(String(second.pager.before)).search))).toEqual([ids[2], ids[1]]);
  });

  it('can count instead of naming, so that what comes in meanwhile makes items come twice and none be missed', async () => {
    const filter = '?currency=SEK&limit=2';
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await pay({ currency: 'SEK' }));
    service.sandbox.adjust('web', { listCursor: 'offset' });
    const seen = await walk(await list(filter), 'after', async () => {
      if (number % 2 === 0) await pay({ currency: 'SEK' });
      else number += 1;
    });
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen.length).toBeGreaterThan(ids.length);
    const first = await list(filter);
    const second = await list(new URL(String(first.pager.after)).search);
    expect(idsOf(await list(new URL(String(second.pager.before)).search))).toEqual(idsOf(first));
    expect(idsOf(await list(new URL(String(first.pager.before)).search))).toEqual([]);
    service.sandbox.adjust('web', { listCursor: 'keyset' });
    expect(await list(new URL(String(second.pager.after)).search)).toMatchObject({ status: 200 });
  });

  it('never repeats a key that came as a query parameter', async () => {
    const response = await fetch(`${service.url}/v1/json/transactions?api_key=${WEB_KEY}`);
    expect(await response.text()).not.toContain(WEB_KEY);
  });

  it('has 100 on a page when nothing is said, and at most 1,000', async () => {
    expect((await list()).pager.limit).toBe(100);
    expect((await list('?limit=1000')).pager.limit).toBe(1_000);
  });

  it.each([
    '?limit=0',
    '?limit=1001',
    '?limit=-1',
    '?limit=ten',
    '?after=!',
    '?before=AAAA',
    '?status=gone',
    '?created_from=yesterday',
    '?debit_credit=X',
  ])('refuses %s with a message', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, message: expect.stringMatching(/^Invalid /) });
  });

  it('answers {"message"} for an unknown transaction, and for a key that may not list', async () => {
    expect(await call(service, 'GET /transactions/123')).toMatchObject({
      status: 404,
      text: '{"message":"Not found"}',
    });
    service.sandbox.adjust('till', { mayListTransactions: false });
    expect(await list('', TILL_KEY)).toEqual({ status: 403, message: 'Forbidden' });
  });
});

describe('a filter of the list', () => {
  const HOUR_MS = 3_600_000;
  const START = Date.UTC(2026, 5, 1, 10);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    service.clock.set(START);
    ids['paid'] = await pay({ gateway: 'VISA' });
    service.clock.advance(HOUR_MS);
    ids['declined'] = `T-${(number += 1)}`;
    await service.create({ order_id: ids['declined'], gateway: 'PAYPAL' });
    await service.sandbox.decline(ids['declined']);
    service.clock.advance(HOUR_MS);
    ids['charged'] = await pay({ gateway: 'MASTERCARD' });
    await service.sandbox.chargeback(ids['charged']);
  });

  it.each([
    ['status=completed', ['charged', 'paid']],
    ['status=chargeback', ['charged']],
    ['status=declined,chargedback', ['charged', 'declined']],
    ['financial_status=void', ['charged']],
    ['payment_method=VISA', ['paid']],
    ['payment_method=visa&payment_method=PAYPAL', ['declined', 'paid']],
    ['payment_method[]=VISA&payment_method[]=PAYPAL', ['declined', 'paid']],
    ['type=payment', ['charged', 'declined', 'paid']],
    ['type=chargeback', ['charged']],
    ['type=monthly_fee', []],
    ['debit_credit=D', ['charged']],
    ['site_id=9001', ['charged', 'charged', 'declined', 'paid']],
    ['site_id=9002', []],
    ['created_until=2026-06-01T13:00:00', ['paid']],
    ['created_from=2026-06-01T13:00:00Z', []],
    ['created_from=2026-06-01T13:00:00%2B02:00&created_until=2026-06-01T14:00:00', ['declined']],
    [`created_from=${(START + 2 * HOUR_MS) / 1_000}`, ['charged', 'charged']],
    ['created_until=2026-06-02', ['charged', 'charged', 'declined', 'paid']],
    ['completed_from=2026-06-01&completed_until=2026-06-01T13:00:00', ['paid']],
  ])('%s', async (query, expected) => {
    const from = query.includes('created_from') ? '' : 'created_from=2026-06-01&';
    const page = await list(`?${from}${query}`);
    expect(idsOf(page)).toEqual(expected.map((name) => ids[name]));
  });
});

describe('anyone who goes through the list while orders come in', () => {
  it('sees each transaction that was there once, in order; and on the way back the newcomers too', async () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 9 }), arrivals, async (limit, counts) => {
        const queue = [...counts];
        const arrive = () => Promise.all(Array.from({ length: queue.shift() ?? 0 }, () => pay()));
        const known = idsOf(await list('?limit=1000'));
        const first = await list(`?limit=${limit}`);
        expect(await walk(first, 'after', arrive)).toEqual(known);
        queue.push(...counts);
        const back = await walk(first, 'before', arrive);
        const all = idsOf(await list('?limit=1000'));
        // Anyone who came in while the last page was read is not on it, and no one else is missing.
        const newest = all.indexOf(back[0]);
        expect(back).toEqual(all.slice(newest, newest + back.length));
        expect(back.slice(-first.data.length)).toEqual(idsOf(first));
        expect(newest).toBeLessThanOrEqual(2);
      }),
      { numRuns: 8 },
    );
  });
});
