import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource, IsNull, Not } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';
import type { Page, PageOptions } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import { Transactions } from '../../../src/database/engine/index.js';
import { OrderSearch, type OrderFilter, type OrderLine } from '../../../src/shop/admin/index.js';
import { orderPlan } from '../../../src/shop/admin/order-plan.js';
import { rowsInWindow } from '../../../src/shop/admin/order-rows-in-window.js';
import type { PageStart, Place } from '../../../src/support/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { statementsOf } from '../../database/statements.js';
import { describeEngines, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { sized } from '../../support/long-run.js';
import { shopOptions } from '../../support/shop-host.js';

const ROWS = 3_000;
const AT_ONCE = 500;
/** Of those that are looked for among others: it begins and ends among equals. */
const PAGE = sized({ usual: 25, long: 7 });
const GROUPS = ['web', 'till', 'gone'];
const STATUSES = ['completed', 'completed', 'completed', 'initialized', 'cancelled', null] as const;

/** One that only two orders have, one that is the beginning of ids as well, and ids of payments: of its own, and of another's. */
const REFERENCES: Readonly<Record<number, string>> = {
  5: 'PO 77/a',
  18: 'PO 77/a',
  11: 'S-002',
  30: '9000024',
  36: '9000036',
};

/** Few of them need a person; ten of each time, so that a page begins and ends among equals. */
const rowOf = (n: number) => ({
  group: GROUPS[n % 3]!,
  orderId: `S${n % 2 === 0 ? '-' : '_'}${String(n).padStart(5, '0')}`,
  mode: 'sandbox',
  amount: n,
  currency: 'EUR',
  description: 'Two mugs',
  status: STATUSES[n % 6]!,
  paymentMethod: n % 50 === 0 ? 'BIZUM' : n % 3 === 0 ? 'IDEAL' : null,
  transactionId: n % 6 < 3 ? String(9_000_000 + n) : null,
  attention: n % 100 === 0 ? 'amount_mismatch' : n % 100 === 7 ? 'paid_twice' : null,
  createdAt: 1_000 + Math.floor(n / 10),
  reference: REFERENCES[n] ?? (n >= 2_000 ? 'webshop' : null),
  updatedAt: 0,
});

const ALL = Array.from({ length: ROWS }, (_, n) => rowOf(n));

const FILTERS: readonly (readonly [string, OrderFilter])[] = [
  ['all', {}],
  ['those of a group', { group: 'till' }],
  ['those of a group that is not configured any more', { group: 'gone' }],
  ['those of a status', { status: 'cancelled' }],
  ['those of a status and a group', { status: 'completed', group: 'web' }],
  ['those that nothing is known of', { status: 'none' }],
  ['those that need a person', { attention: 'any' }],
  ['those that need one for one reason, in one group', { attention: 'paid_twice', group: 'web' }],
  ['those of a method', { method: 'IDEAL' }],
  ['those of a method and a group', { method: 'BIZUM', group: 'till' }],
  ['those of an exact amount', { amount: { currency: 'EUR', least: 1_234, most: 1_234 } }],
  ['those of a time', { from: 1_200, to: 1_300 }],
  ['those of a time, status and group', { from: 1_200, to: 1_300, status: 'initialized', group: 'gone' }],
];

/** No index has all of it: they are looked for among others. */
const AMONG_OTHERS: readonly (readonly [string, OrderFilter])[] = [
  ['those of amounts', { amount: { currency: 'EUR', least: 500, most: 530 } }],
  ['those of a method and a status', { method: 'IDEAL', status: 'initialized' }],
  ['those of a method that nothing is known of', { method: 'BIZUM', status: 'none' }],
  ['unfinished ones of a method', { method: 'BIZUM', status: 'unfinished' }],
  [
    'those of a method and amounts that need a person',
    {
      method: 'BIZUM',
      attention: 'any',
      amount: { currency: 'EUR', least: 1_000, most: 2_000 },
    },
  ],
  [
    'those of amounts, status, group and time',
    {
      amount: { currency: 'EUR', least: 0, most: 2_950 },
      status: 'completed',
      group: 'web',
      from: 1_100,
      to: 1_290,
    },
  ],
  [
    'those of an exact amount and a method',
    { amount: { currency: 'EUR', least: 1_200, most: 1_200 }, method: 'BIZUM' },
  ],
  ['none', { amount: { currency: 'USD', least: 0, most: 10_000 } }],
];

const UNFINISHED: ReadonlySet<string | null> = new Set([null, 'initialized']);

const isOf = (row: ReturnType<typeof rowOf>, status: OrderFilter['status']): boolean =>
  status === undefined ||
  (status === 'unfinished' ? UNFINISHED.has(row.status) : row.status === (status === 'none' ? null : status));

const matches = (
  row: ReturnType<typeof rowOf>,
  { status, group, attention, method, amount, from = 0, to = Infinity }: OrderFilter,
) =>
  isOf(row, status) &&
  (method === undefined || row.paymentMethod === method) &&
  (amount === undefined ||
    (row.currency === amount.currency && row.amount >= amount.least && row.amount <= amount.most)) &&
  (group === undefined || row.group === group) &&
  (attention === undefined || (attention === 'any' ? row.attention !== null : row.attention === attention)) &&
  row.createdAt >= from &&
  row.createdAt < to;

const SCANS = /filesort|temporary|TEMP B-TREE|Sort|Seq Scan|"type":"ALL"|SCAN (?:tillbridge|o\b)/;

describeEngines('finding orders', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let search: OrderSearch;

  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const tables = { entities: [...tillbridgeEntities] };
    dataSource = await new DataSource({ ...database.options, ...tables }).initialize();
    for (let first = 0; first < ROWS; first += AT_ONCE) {
      // On MySQL, TypeORM reads the rows back and writes them into what it was given, in the sequence of the database.
      await dataSource.manager.insert(PaymentOrderEntity, structuredClone(ALL.slice(first, first + AT_ONCE)));
    }
    const { group, orderId, amount, currency } = ALL[0]!;
    await dataSource.manager.insert(AttemptEntity, {
      group,
      orderId,
      amount,
      currency,
      number: 2,
      createState: 'created',
      requestFingerprint: '',
      serviceOrderId: `${orderId}-2`,
      createdAt: 0,
      updatedAt: 0,
    });
    const analyse = {
      sqlite: 'ANALYZE',
      postgres: 'VACUUM ANALYZE tillbridge_order',
      mysql: 'ANALYZE TABLE tillbridge_order',
    };
    await dataSource.query(Reflect.get(analyse, engine) ?? 'ANALYZE TABLE tillbridge_order PERSISTENT FOR ALL');
    const transactions = new Transactions(dataSource);
    search = new OrderSearch(transactions, new TerminalGroups(shopOptions()), new ManualClock(0));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Every id, page by page to the end, and the same way back. */
  async function walk(page: (options: PageOptions) => Promise<Page<OrderLine>>): Promise<string[]> {
    const there: string[][] = [];
    let cursor: string | null = null;
    for (;;) {
      const { items, next } = await page({ cursor });
      there.push(items.map(({ orderId }) => orderId));
      if (next === null) break;
      cursor = next;
    }
    const last = await page({ cursor });
    const back: string[][] = [last.items.map(({ orderId }) => orderId)];
    for (let { previous } = last; previous !== null;) {
      const before = await page({ cursor: previous });
      back.unshift(before.items.map(({ orderId }) => orderId));
      ({ previous } = before);
    }
    expect(back).toEqual(there);
    return there.flat();
  }

  /** A look that is as short beside this table as one usually is beside that of a large shop. */
  const windowOf = (filter: OrderFilter): Promise<unknown> => {
    const { branches, besides } = orderPlan(filter, { groups: GROUPS, attentions: ['amount_mismatch', 'paid_twice'] });
    const start: PageStart = { place: null, isBack: false, size: 10 };
    const window = { start, created: { from: filter.from, to: filter.to }, besides: besides ?? {}, most: 1 };
    return new Transactions(dataSource).run((tx) => rowsInWindow(tx, branches, window, 20));
  };

  const backCursor = async (): Promise<string | null> =>
    (await search.newest({ cursor: (await search.newest()).next })).previous;

  it.each(FILTERS)('lists %s page by page, the newest first, and back again', async (_title, filter) => {
    const wanted = ALL.filter((row) => matches(row, filter));
    const found = await walk((part) => search.newest({ ...filter, ...part, limit: 700 }));
    expect(found.toSorted()).toEqual(wanted.map(({ orderId }) => orderId).toSorted());
    const times = found.map((id) => ALL[Number(id.slice(2))]!.createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  /** Ids page by page, in both directions; a page may be short or empty although there are more. */
  async function walkAmong(filter: OrderFilter): Promise<{ there: string[]; back: string[]; times: number[] }> {
    const there: OrderLine[] = [];
    let page = await search.newest({ ...filter, limit: PAGE });
    for (let pages = 0; page.next !== null && pages < 2_000; pages += 1) {
      there.push(...page.items);
      page = await search.newest({ ...filter, limit: PAGE, cursor: page.next });
    }
    there.push(...page.items);
    const back: OrderLine[] = [...page.items];
    for (let pages = 0; page.previous !== null && pages < 2_000; pages += 1) {
      page = await search.newest({ ...filter, limit: PAGE, cursor: page.previous });
      back.unshift(...page.items);
    }
    const ids = (lines: readonly OrderLine[]): string[] => lines.map(({ orderId }) => orderId);
    return { there: ids(there), back: ids(back), times: there.map(({ createdAt }) => createdAt) };
  }

  it.each(AMONG_OTHERS)(
    'looks for %s among others, and finds each once, in both directions',
    async (_title, filter) => {
      const wanted = ALL.filter((row) => matches(row, filter)).map(({ orderId }) => orderId);
      const { there, back, times } = await walkAmong(filter);
      expect(there.toSorted()).toEqual(wanted.toSorted());
      expect(back.toSorted()).toEqual(wanted.toSorted());
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    },
  );

  it('looks at a bounded number of orders for a page, also where those of one instant are more', async () => {
    const amount = { currency: 'EUR', least: 1_503, most: 1_521 };
    const wanted = ALL.filter((row) => row.amount >= 1_503 && row.amount <= 1_521).map(({ orderId }) => orderId);
    // One at a time, the whole table takes thousands of pages: the neighbours of those that are wanted will do.
    const near = { from: 1_140, to: 1_160 };
    for (const [most, isBack, created] of [
      [600, false, {}],
      [600, true, {}],
      [1, false, near],
      [1, true, near],
    ] as const) {
      const found: string[] = [];
      let end: Place | null = null;
      let pages = 0;
      do {
        const start: PageStart = { place: end, isBack, size: 5 };
        const window = { start, created, besides: { amount }, most };
        const page = await new Transactions(dataSource).run((tx) =>
          rowsInWindow(
            tx,
            GROUPS.map((group) => ({ group })),
            window,
            5,
          ),
        );
        const shown = page.rows.slice(0, start.size);
        const last = page.rows.length > start.size ? shown.at(-1)! : null;
        found.push(...shown.map(({ orderId }) => orderId));
        end = last ? [last.createdAt, last.group, last.orderId] : page.end;
        pages += 1;
      } while (end !== null && pages < 2_000);
      expect([most, isBack, found.toSorted()]).toEqual([most, isBack, wanted.toSorted()]);
      expect(pages).toBeGreaterThan(3);
    }
  });

  it('knows how orders were paid, and finds one by its refund', async () => {
    expect(await search.methods()).toEqual(['BIZUM', 'IDEAL']);
    const { group, orderId } = ALL[4]!;
    const refund = {
      group,
      orderId,
      serviceOrderId: orderId,
      origin: 'shop',
      key: 'return-77',
      amount: 1,
      currency: 'EUR',
    } as const;
    const id = '0190c0de-0000-7000-8000-00000000aaaa';
    const times = { createdAt: 0, updatedAt: 0 };
    await dataSource.manager.insert(RefundEntity, {
      ...refund,
      ...times,
      id,
      tag: `r-${id}`,
      description: 'x',
      state: 'settled',
      serviceRefundId: '77001122',
    });
    for (const text of [id, `r-${id}`, 'return-77', '77001122'])
      expect((await search.find(text)).items).toMatchObject([{ orderId }]);
    expect((await search.find('return-7')).items).toEqual([]);
  });

  it('finds orders by how their ids begin, to the character', async () => {
    const found = await walk((part) => search.find('S-001', { ...part, limit: 7 }));
    expect(found).toEqual(Array.from({ length: 50 }, (_, n) => `S-00${100 + 2 * n}`));
    expect((await search.find('%')).items).toEqual([]);
    expect((await search.find('  ')).items).toEqual([]);
  });

  it('finds an id as people write it, where nothing is found as it is written', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `S-00${100 + 2 * n}`);
    for (const text of ['#S-001', 's-001', '# s-001'])
      expect(await walk((part) => search.find(text, { ...part, limit: 7 }))).toEqual(ids);
    expect((await search.find('#9000007')).items).toMatchObject([{ orderId: 'S_00007' }]);
    expect((await search.find('#PO 77/a')).items).toHaveLength(2);
    // As mails, telephones and word processors write it: dashes, spaces that do not break, marks that no one sees.
    for (const text of [
      'S–001',
      'S\u2011001',
      's\u2212001',
      '\u200BS-001\uFEFF',
      'Ｓ-001',
      'Order S-001.',
      'your order s–001',
      'S 001',
    ])
      expect(await walk((part) => search.find(text, { ...part, limit: 7 }))).toEqual(ids);
    for (const text of ['#', '##S-001', '#x', 'Ann S.', 'of 12']) expect((await search.find(text)).items).toEqual([]);
  });

  it('keeps apart ids that differ in their letters alone', async () => {
    const small = { ...rowOf(2), orderId: 's-00002', transactionId: null };
    await dataSource.manager.insert(PaymentOrderEntity, small);
    const idsOf = async (text: string) => (await search.find(text)).items.map(({ orderId }) => orderId);
    expect([await idsOf('s-00002'), await idsOf('S-00002')]).toEqual([['s-00002'], ['S-00002']]);
    await dataSource.manager.delete(PaymentOrderEntity, { group: small.group, orderId: small.orderId });
  });

  it('finds an order by the id of an attempt, and by how the id of its payment begins', async () => {
    expect((await search.find(' S-00000-2 ')).items).toMatchObject([{ orderId: 'S-00000', group: 'web' }]);
    expect((await search.find('9000007')).items).toMatchObject([{ orderId: 'S_00007', transactionId: '9000007' }]);
    const { items, next } = await search.find('90000', { limit: 25 });
    expect([items.length, next]).toEqual([25, null]);
    expect(items.every(({ transactionId }) => transactionId!.startsWith('90000'))).toBe(true);
  });

  it('finds orders by exactly their reference: the newest first, and before those whose ids begin so', async () => {
    const idsOf = async (text: string, options?: PageOptions) =>
      (await search.find(text, options)).items.map(({ orderId }) => orderId);
    expect((await search.find(' PO 77/a ')).items).toMatchObject([
      { orderId: 'S-00018', reference: 'PO 77/a' },
      { orderId: 'S_00005', reference: 'PO 77/a' },
    ]);
    for (const other of ['PO 77', 'po 77/a', 'PO 77/a\t1']) expect(await idsOf(other)).toEqual([]);
    const [first, ...ids] = await idsOf('S-002', { limit: 7 });
    expect([first, ids]).toEqual(['S_00011', Array.from({ length: 7 }, (_, n) => `S-00${200 + 2 * n}`)]);
    const { next } = await search.find('S-002', { limit: 7 });
    const second = await search.find('S-002', { limit: 7, cursor: next });
    expect(second.items[0]).toMatchObject({ orderId: 'S-00214' });
    expect(await idsOf('S-002', { limit: 7, cursor: second.previous })).toEqual([first, ...ids]);
    expect(await idsOf('9000024')).toEqual(['S-00030', 'S-00024']);
    expect(await idsOf('9000036')).toEqual(['S-00036']);
    const many = await search.find('webshop', { limit: 7 });
    expect(many.items.map(({ createdAt }) => createdAt)).toEqual(Array(7).fill(1_299));
  });

  it('knows the groups that have orders beside those that are configured, and why people are called', async () => {
    expect(await search.groups()).toEqual(['gone', 'till', 'web']);
    expect(await search.attentions()).toEqual(['amount_mismatch', 'paid_twice']);
  });

  it('knows which order has needed a person for longest', async () => {
    const waiting = await dataSource.manager.find(PaymentOrderEntity, {
      where: { attention: Not(IsNull()) },
      order: { createdAt: 'ASC', group: 'ASC', orderId: 'ASC' },
    });
    const found = await search.oldestWithAttention();
    expect(waiting.length).toBeGreaterThan(1);
    expect(found).toMatchObject({ createdAt: waiting[0]!.createdAt, attention: expect.any(String) });
  });

  it('takes what is no place of a list for its beginning', async () => {
    const first = await search.newest();
    for (const cursor of ['', '!', 'e30', '@@@@', 'WzEsMl0']) expect(await search.newest({ cursor })).toEqual(first);
  });

  // MySQL sorts a thousand rows rather than follow an index; of 192,000 it sorted none.
  const itPlans = engine === 'mysql' ? it.skip : it;
  itPlans.each([
    ...FILTERS.map(([title, filter]) => [title, () => search.newest(filter)] as const),
    ...AMONG_OTHERS.map(([title, filter]) => [title, () => windowOf(filter)] as const),
    ['a later page', async () => search.newest({ cursor: (await search.newest()).next })] as const,
    ['an earlier page', async () => search.newest({ status: 'completed', cursor: await backCursor() })] as const,
    ['ids', () => search.find('S-0')] as const,
    ['ids of payments', () => search.find('9')] as const,
    ['references', () => search.find('webshop')] as const,
  ])('asks an index for %s, and sorts nothing', async (_title, query) => {
    const statements = await statementsOf(dataSource, query);
    // The table of refunds has one row here, and is read as a whole.
    const isPlanned = (sql: string): boolean => sql.includes('LIMIT') && !sql.includes('tillbridge_refund');
    const selects = statements.filter(({ sql }) => sql.startsWith('SELECT') && isPlanned(sql));
    expect(selects.length).toBeGreaterThan(0);
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    for (const { sql, parameters } of selects) {
      const rows: { table?: string }[] = await dataSource.query(`${explain} ${sql}`, parameters);
      // What was found in one part of the list is a table of its own to some, of one page.
      const read = rows.filter(({ table }) => table?.startsWith('<') !== true);
      expect(JSON.stringify(read)).not.toMatch(SCANS);
    }
  });
});
