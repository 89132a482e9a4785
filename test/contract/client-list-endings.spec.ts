import { describe, expect, it, jest } from '@jest/globals';
import type { ListPage, TransactionFilter, TransactionList } from 'tillbridge';
import { canaryKey } from '../support/canary.js';
import { json, refusal, reset, type Reply } from '../support/scripted-service.js';
import { useScriptedGroup } from './support/scripted-group.js';
import { clientsFor } from './support/service-under-test.js';

/** A page of the list with transactions of these numbers. */
const page = (ids: number[], after: string | null): Reply =>
  json(200, {
    success: true,
    data: ids.map((transaction_id) => ({ transaction_id })),
    pager: after === null ? null : { after: `https://elsewhere.example/list?after=${after}`, cursor: { after } },
  });

const tooMany: Reply = (response) => {
  response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' });
  response.end('{"message":"Too many"}');
};

describe('a list of transactions', () => {
  const scripted = useScriptedGroup({ timeoutMs: 2_000 });

  /** The numbers that a list brought. */
  async function numbers(list: TransactionList): Promise<number[]> {
    const found: number[] = [];
    for await (const { transaction_id } of list) found.push(Number(transaction_id));
    return found;
  }

  it('ends with an empty page, which the last cursor leads to', async () => {
    scripted.service.script(page([3, 2], 'c1'), page([1], 'c2'), page([], null));
    const list = scripted.group.transactions.list({ limit: 2 });
    expect(await numbers(list)).toEqual([3, 2, 1]);
    expect(list.ending).toEqual({ complete: true, reason: 'empty-page' });
    expect(scripted.service.log).toEqual([
      'GET /v1/json/transactions?limit=2',
      'GET /v1/json/transactions?limit=2&after=c1',
      'GET /v1/json/transactions?limit=2&after=c2',
    ]);
  });

  it.each<[string, Reply[], number[], unknown, string | null]>([
    ['without a cursor', [page([2], 'c1'), page([1], null)], [2, 1], { complete: true, reason: 'no-cursor' }, 'c1'],
    ['with an empty page that has one', [page([], 'c1')], [], { complete: true, reason: 'empty-page' }, null],
    [
      'when a cursor leads back to its own page',
      [page([2], 'c1'), page([1], 'c1')],
      [2, 1],
      { complete: false, reason: 'repeated-cursor' },
      'c1',
    ],
    [
      'when a cursor leads back to an earlier page',
      [page([3], 'c1'), page([2], 'c2'), page([1], 'c1')],
      [3, 2, 1],
      { complete: false, reason: 'repeated-cursor' },
      'c2',
    ],
  ])('ends %s', async (_name, replies, expected, ending, cursor) => {
    scripted.service.script(...replies);
    const list = scripted.group.transactions.list();
    expect(await numbers(list)).toEqual(expected);
    expect([list.ending, list.cursor]).toEqual([ending, cursor]);
    expect(scripted.service.calls).toHaveLength(replies.length);
  });

  it('ends after as many pages as it may, when there is always one more', async () => {
    scripted.service.script(...Array.from({ length: 9 }, (_, index) => page([index], `c${index + 1}`)));
    const list = scripted.group.transactions.list({}, { maxPages: 4 });
    expect(await numbers(list)).toEqual([0, 1, 2, 3]);
    expect([list.ending, list.cursor]).toEqual([{ complete: false, reason: 'page-cap' }, 'c4']);
    expect(scripted.service.calls).toHaveLength(4);
  });

  it('asks for nothing before it is looped over, and for nothing more once it is left', async () => {
    scripted.service.script(page([2, 1], 'c1'));
    const list = scripted.group.transactions.list();
    expect(scripted.service.calls).toHaveLength(0);
    for await (const _item of list) break;
    expect(scripted.service.calls).toHaveLength(1);
    expect([list.ending, list.cursor]).toEqual([null, null]);
  });

  it('reads a page again that was refused for a moment', async () => {
    scripted.service.script(page([2], 'c1'), tooMany, reset, page([1], null));
    expect(await numbers(scripted.group.transactions.list())).toEqual([2, 1]);
    expect(scripted.service.log.slice(1)).toEqual(Array(3).fill('GET /v1/json/transactions?after=c1'));
  });

  it.each<[string, unknown]>([
    ['an object', { cursor: { after: { page: 2 } } }],
    ['too long to be sent', { cursor: { after: 'c'.repeat(3_000) } }],
    ['in a pager that is text', 'c1'],
  ])('does not pass for complete when the cursor is %s', async (_what, pager) => {
    scripted.service.script(json(200, { success: true, data: [{ transaction_id: 1 }], pager }));
    const list = scripted.group.transactions.list();
    await expect(numbers(list)).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    expect([list.ending, list.cursor]).toEqual([null, null]);
  });

  it('goes on where a page could not be read', async () => {
    const list = scripted.group.transactions.list({ type: 'refund' });
    scripted.service.script(page([4, 3], 'c1'), refusal(1032, 401));
    await expect(numbers(list)).rejects.toMatchObject({ code: 'SERVICE_1032', group: 'web' });
    scripted.service.script(page([2], 'c2'), page([], null));
    expect(await numbers(scripted.group.transactions.list({ type: 'refund' }, { from: list.cursor }))).toEqual([2]);
    expect(scripted.service.log[0]).toBe('GET /v1/json/transactions?type=refund&after=c1');
  });

  it('gives a page again that was not worked through', async () => {
    const list = scripted.group.transactions.list();
    scripted.service.script(page([3], 'c1'), page([2, 1], 'c2'));
    const stumble = async () => {
      for await (const { transaction_id } of list) if (transaction_id === '1') throw new Error('stumbled');
    };
    await expect(stumble()).rejects.toThrow('stumbled');
    expect(list.cursor).toBe('c1');
  });

  it('begins anew with each loop', async () => {
    scripted.service.script(page([1], null), page([2], null));
    const list = scripted.group.transactions.list();
    expect([await numbers(list), await numbers(list)]).toEqual([[1], [2]]);
  });

  it('follows no address that the service names', async () => {
    const pages: ListPage[] = [];
    scripted.service.script(page([1], 'c1'), page([], null));
    for await (const one of scripted.group.transactions.list().pages()) pages.push(one);
    expect(pages).toMatchObject([{ cursor: null, next: 'c1' }]);
    expect(scripted.service.calls).toHaveLength(2);
  });

  it('is not taken for ended when the answer is no list', async () => {
    scripted.service.script(json(200, { success: true, data: { error: 'maintenance' } }));
    await expect(numbers(scripted.group.transactions.list())).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
  });

  it('waits behind everything else that the terminal group asks', async () => {
    const calls = { burst: 2, reservedCalls: 1, callsPerSecond: 1, maxWaitMs: 0 };
    const busy = await clientsFor({ baseUrl: scripted.service.url, apiKey: canaryKey('web') }, { calls });
    const group = busy.payments.group('web');
    scripted.service.script(page([1], 'c1'), json(200, { success: true, data: [] }));
    // A busy machine may need the second in which the next call would be there.
    const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      await expect(numbers(group.transactions.list())).rejects.toMatchObject({ code: 'API_BUDGET_EXHAUSTED' });
      expect(await group.paymentMethods()).toEqual([]);
    } finally {
      still.mockRestore();
    }
    await busy.close();
  });

  it.each<[string, object, object, string[]]>([
    ['a page of nothing', { limit: 0 }, {}, ['limit']],
    ['too large a page', { limit: 1_001 }, {}, ['limit']],
    ['a status that there is not', { status: ['paid'], type: 'order' }, {}, ['status', 'type']],
    ['a filter that there is not', { createdForm: 5 }, {}, ['createdForm']],
    ['nothing in the place of a filter', { status: null }, {}, ['status']],
    ['times that are none', { createdFrom: 1.5, completedUntil: 9e15 }, {}, ['createdFrom', 'completedUntil']],
    ['a window without inside', { createdFrom: 5, createdUntil: 5 }, {}, ['createdUntil']],
    ['more in one value', { paymentMethod: 'A&limit=1', currency: 'eur' }, {}, ['paymentMethod', 'currency']],
    ['no way up from nowhere', {}, { direction: 'newer' }, ['from']],
    ['no pages', {}, { maxPages: 0, from: '' }, ['from', 'maxPages']],
  ])('is refused at once for %s', (_name, filter, options, paths) => {
    scripted.service.script();
    const refused = { code: 'FILTER_INVALID', execution: 'not-executed' };
    const list = () => scripted.group.transactions.list(filter as TransactionFilter, options);
    expect(list).toThrow(expect.objectContaining(refused));
    try {
      list();
    } catch (error) {
      expect((error as { faults: { path: string }[] }).faults.map(({ path }) => path).sort()).toEqual(paths.sort());
    }
    expect(scripted.service.calls).toHaveLength(0);
  });
});
