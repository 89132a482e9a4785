import { describe, expect, it } from '@jest/globals';
import type { TransactionFilter } from 'tillbridge';
import {
  AccountClient,
  CheckoutClient,
  RawRequestClient,
  ReceiptsClient,
  TokensClient,
  TransactionsClient,
  type ListOptions,
  type RawRequest,
} from '../../../src/shop/client/index.js';
import { canaryKey } from '../../support/canary.js';
import { json, refusal, type Reply } from '../../support/scripted-service.js';
import { data, WireStage } from './wire-stage.js';

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('calls about an account, over the wire', () => {
  const stage = new WireStage({ calls: { readAttempts: 1, burst: 1_000, callsPerSecond: 1_000 } });

  it('payment methods and gateways', async () => {
    const { written, group } = stage;
    const account = new AccountClient(stage.calls.caller);
    const filter = {
      amount: 1_250,
      currency: 'EUR',
      country: 'NL',
      locale: 'nl_NL',
      groupCards: true,
      includeCoupons: true,
    };
    await written.step('all of them', [data([{ id: 'IDEAL', name: 'iDEAL' }])], () =>
      account.paymentMethods(group).then((all) => all.map(({ id }) => id)),
    );
    await written.step('some of them', [data([])], () => account.paymentMethods(group, filter));
    await written.step('a filter with faults', [], () =>
      account.paymentMethods(group, { amount: -1, currency: 'eur', colour: 'red' } as object),
    );
    await written.step('in short', [data([{ id: 'IDEAL', description: 'iDEAL' }])], () => account.gateways(group));
    await written.step('in short, some', [data([])], () =>
      account.gateways(group, { country: 'NL', includeCoupons: true }),
    );
    await written.step('in short, with faults', [], () => account.gateways(group, { country: 'Netherlands' }));
    await written.step('refused', [refusal(1032, 401)], () => account.gateways(group));
    expect(written.text).toMatchSnapshot();
  });

  it('terminals', async () => {
    const { written, group } = stage;
    const account = new AccountClient(stage.calls.caller);
    const terminals = (ids: number[], total?: number): Reply =>
      data(
        ids.map((id) => ({ id, group_id: id % 2 })),
        { pager: { total_items: total } },
      );
    const ids = async (groupId?: string) => (await account.terminals(group, groupId)).map(({ id }) => id).join(' ');
    await written.step('a page with all of them', [terminals([1, 2], 2)], () => ids());
    await written.step('several pages', [terminals([1, 2], 5), terminals([2, 3], 5), terminals([4, 5], 5)], () =>
      ids('7'),
    );
    await written.step('a page with nothing new', [terminals([2, 1]), terminals([1, 2])], () => ids());
    await written.step('a group that is no number', [], () => ids('a/b'));
    await written.step('refused', [json(403, { success: false, error_code: 1032, error_info: 'no' })], () => ids());
    const ungrouped = data([{ id: 1, group_id: 8 }, { id: 2 }, { id: 3, group_id: 8 }], { pager: { total_items: 3 } });
    await written.step('by their groups', [ungrouped], async () =>
      (await account.terminalGroups(group)).map(({ group_id, terminals: of }) => [group_id, of.map(({ id }) => id)]),
    );
    expect(written.text).toMatchSnapshot();
  });

  it('lists that do not end', async () => {
    const { written, group } = stage;
    const pages = (count: number, page: (index: number) => Reply): Reply[] => numbers(count).map(page);
    const account = new AccountClient(stage.calls.caller);
    await written.step(
      'a hundred pages of terminals',
      pages(101, (index) => data([{ id: index + 1 }])),
      () => account.terminals(group),
    );
    const tokens = new TokensClient(stage.calls.caller);
    const page = (index: number): Reply =>
      data({ tokens: numbers(10, index * 10).map((token) => ({ token: `t${token}` })) });
    await written.step('a hundred pages of tokens', pages(101, page), () => tokens.list(group, 'c-7'));
    const ends = written.text
      .split('\n')
      .filter((line) => / > GET .*(page=(1|2|100|101)&|offset=(0|100|9900|10000) )|throws|"code"/.test(line));
    expect(ends.join('\n')).toMatchSnapshot();
  });

  it('stored tokens', async () => {
    const { written, group } = stage;
    const tokens = new TokensClient(stage.calls.caller);
    const page = (ids: number[]): Reply => data({ tokens: ids.map((token) => ({ token: `t${token}` })) });
    const list = async () => (await tokens.list(group, 'c/7')).map(({ token }) => token).join(' ');
    await written.step('nine: that was all', [page(numbers(9))], list);
    await written.step('ten: there may be more', [page(numbers(10)), page(numbers(3, 8))], list);
    await written.step('the same ones again', [page(numbers(10)), page(numbers(10))], list);
    await written.step('none of that customer', [refusal(1000, 410)], list);
    await written.step('a second page that is not there', [page(numbers(10)), refusal(1000, 404)], list);
    await written.step('the list is refused', [refusal(1032, 401)], list);
    const place = { reference: 'c/7', token: 'secret 1' };
    await written.step('one of them', [data({ token: 'secret 1', code: 'VISA', last4: 42, expiry_date: 3012 })], () =>
      tokens.get(group, place),
    );
    await written.step('one that cannot be read', [data([])], () => tokens.get(group, place));
    await written.step('one that is not there', [refusal(1000, 410)], () => tokens.get(group, place));
    await written.step('it is good for longer', [data({})], () => tokens.update(group, place, { expiryDate: '3012' }));
    await written.step('until no month', [], () => tokens.update(group, place, { expiryDate: '3013' }));
    await written.step('the change is refused', [refusal(1000, 410)], () =>
      tokens.update(group, place, { expiryDate: '3012' }),
    );
    await written.step('it is deleted', [data({ removed: true })], () => tokens.delete(group, place));
    await written.step('nothing is said of that', [data({})], () => tokens.delete(group, place));
    await written.step('deleting is refused', [refusal(1000, 410)], () => tokens.delete(group, place));
    await written.step('deleting breaks off', [(response) => response.socket?.resetAndDestroy()], () =>
      tokens.delete(group, place),
    );
    await written.step('no customer', [], () => tokens.list(group, ''));
    expect(written.text).toMatchSnapshot();
  });

  it('before and after a payment', async () => {
    const { written, group } = stage;
    const checkout = new CheckoutClient(stage.calls.caller);
    await written.step('banks', [data([{ code: '1', description: 'A bank' }])], () =>
      checkout.issuers(group, 'MYBANK'),
    );
    await written.step('banks of no such method', [refusal(1023, 404)], () => checkout.issuers(group, 'MYBANK'));
    await written.step('a token for a browser', [data({ api_token: 'b1' })], () => checkout.apiToken(group));
    await written.step('no token', [data({})], () => checkout.apiToken(group));
    const input = { originDomain: 'shop.example', validationUrl: 'https://apple.example/start' };
    await written.step('a session', [data({ session: '{"epochTimestamp":1}' })], () =>
      checkout.applePaySession(group, input),
    );
    await written.step('no session', [data({})], () => checkout.applePaySession(group, input));
    await written.step('a session with faults', [], () =>
      checkout.applePaySession(group, { originDomain: 'https://shop.example', validationUrl: 'http://apple.example' }),
    );
    const receipts = new ReceiptsClient(stage.calls.caller);
    await written.step('a receipt', [data({ order: { order_id: 'P-1' } })], async () =>
      Object.keys(await receipts.receipt(group, 'P-1')),
    );
    await written.step('no receipt', [refusal(1006)], () => receipts.receipt(group, 'P-1'));
    expect(written.text).toMatchSnapshot();
  });

  it('requests in words of the shop', async () => {
    const { written, group } = stage;
    const raw = new RawRequestClient(stage.calls.caller);
    const ask = (request: unknown) => raw.request(group, request as RawRequest);
    const path = '/v1/json/categories';
    await written.step('a read', [data([7], { pager: { a: 1 } })], () =>
      ask({ method: 'GET', path, query: { a: 'b c', n: 2, on: true } }),
    );
    await written.step('a write', [data({})], () =>
      ask({ method: 'POST', path, body: { id: '12345678901234567890', left: undefined } }),
    );
    await written.step('a write that is refused', [refusal(1006, 400)], () => ask({ method: 'PATCH', path }));
    await written.step('faults', [], () => ask({ method: 'PUT', path: '/v2/x', query: [], body: 'text' }));
    await written.step('no request', [], () => ask('GET'));
    await written.step('with the key in each place', [], () =>
      ask({
        method: 'POST',
        path: `${path}/${canaryKey('web')}`,
        query: { api_key: 'x', a: canaryKey('web') },
        body: { a: canaryKey('web') },
      }),
    );
    expect(written.text).toMatchSnapshot();
  });

  it('the list of transactions', async () => {
    const { written, group } = stage;
    const client = new TransactionsClient(stage.calls.caller);
    const page = (ids: number[], cursor: object | null): Reply =>
      data(
        ids.map((id) => ({ transaction_id: id, order_id: `S-${id}` })),
        { pager: cursor === null ? null : { cursor } },
      );
    const walk = async (filter: TransactionFilter = {}, options: ListOptions = {}) => {
      const list = client.list(group, filter, options);
      const found: unknown[] = [];
      try {
        for await (const { transaction_id } of list) found.push(transaction_id);
      } catch (error) {
        found.push((error as Error).message);
      }
      return { found: found.join(' '), cursor: list.cursor, ending: list.ending };
    };
    await written.step('one page', [page([3, 2], null)], () =>
      walk({ limit: 2, status: ['completed', 'declined'], createdFrom: 1, createdUntil: 2 }),
    );
    await written.step(
      'three pages',
      [page([5, 4], { after: 'c1' }), page([3], { after: 'c2', before: 'x' }), page([2], {})],
      () => walk(),
    );
    await written.step('an empty page', [page([5], { after: 'c1' }), page([], { after: 'c2' })], () =>
      walk({}, { from: 'c0' }),
    );
    await written.step('newer ones', [page([5], { before: 'c1', after: 'x' }), page([6], { after: 'y' })], () =>
      walk({}, { from: 'c0', direction: 'newer' }),
    );
    await written.step('a cursor that comes again', [page([5], { after: 'c1' }), page([4], { after: 'c0' })], () =>
      walk({}, { from: 'c0' }),
    );
    await written.step('two pages at most', [page([5], { after: 'c1' }), page([4], { after: 'c2' })], () =>
      walk({}, { maxPages: 2 }),
    );
    await written.step('a page that cannot be read', [page([5], { after: 'c1' }), data('no list')], () => walk());
    await written.step('a pager that cannot be read', [data([{ transaction_id: 5 }], { pager: 'next' })], () => walk());
    await written.step('a cursor that cannot be read', [page([5], { after: { a: 1 } })], () => walk());
    await written.step('the other cursor cannot be read', [page([5], { before: { a: 1 } })], () => walk());
    await written.step('a page is refused', [refusal(1032, 401)], () => walk());
    await written.step('only the first page is read, and the loop left', [page([5, 4], { after: 'c1' })], async () => {
      const list = client.list(group);
      for await (const { items, cursor, next } of list.pages())
        return { items: items.length, cursor, next, ending: list.ending };
      return null;
    });
    await written.step('filters with faults', [], () =>
      walk(
        { limit: 0, createdFrom: 5, createdUntil: 5, completedFrom: 6, completedUntil: 5, status: 'paid' } as object,
        { direction: 'newer', maxPages: 0 },
      ),
    );
    await written.step('windows of a millisecond', [page([], null)], () =>
      walk({ createdFrom: 4, createdUntil: 5, completedFrom: 0 }),
    );
    await written.step(
      'one transaction',
      [data({ transaction_id: 5 })],
      async () => (await client.get(group, '5')).transaction_id,
    );
    await written.step('one that is no number', [], () => client.get(group, 'five'));
    await written.step('one that is not there', [json(404, { success: false })], () => client.get(group, '6'));
    await written.step('a group that is found out late', [page([], null)], async () => {
      const late = client.list({ name: 'web', resolve: () => Promise.resolve(group) });
      for await (const item of late) return item;
      return late.ending;
    });
    expect(written.text).toMatchSnapshot();
  });
});
