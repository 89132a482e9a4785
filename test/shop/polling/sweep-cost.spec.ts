import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Table from 'cli-table3';
import { sized } from '../../support/long-run.js';
import { writeRecord } from '../../support/record.mjs';
import type { ShopHost } from '../../support/shop-host.js';
import { ListStage, type ListedOrder } from './list-stage.js';

const PAGE = 100;
/** The long form, with 200,000, is for anyone who changes the plan. */
const LISTED = Number(process.env['TILLBRIDGE_LISTED'] ?? sized({ usual: 1_000, long: 2_000 }));
const MINUTE_MS = 60_000;

/** A backlog: which of the listed orders are due, by their place in the list, and which of those have been paid. */
interface Backlog {
  readonly name: string;
  readonly isDue: (place: number) => boolean;
  readonly isPaid?: (place: number) => boolean;
}

const every = (gap: number) => (place: number) => place % gap === 0;
const BACKLOGS: readonly Backlog[] = [
  { name: '1 on two pages', isDue: every(200) },
  { name: '2 on a page', isDue: every(50) },
  { name: '10 on a page', isDue: every(10), isPaid: every(100) },
  { name: '50 on a page', isDue: every(2), isPaid: every(40) },
  { name: '5 on a page, all paid', isDue: every(20), isPaid: () => true },
  { name: 'falling with age', isDue: (place) => Math.floor(Math.sqrt(place)) ** 2 === place, isPaid: every(900) },
  { name: 'two newest pages, one in the tail', isDue: (place) => place < 2 * PAGE || place === LISTED - 1 },
];

describe('what a backlog costs in calls', () => {
  let stage: ListStage;
  let shop: ShopHost;
  const head = ['Due', 'Density', 'Pages', 'Single reads', 'Calls', 'Least possible', 'Ratio'];
  const rows: { readonly cells: (string | number)[]; readonly excess: number }[] = [];
  const begun = performance.now();

  beforeAll(async () => {
    stage = await ListStage.start();
    shop = await stage.shop('sqlite');
  });
  beforeEach(async () => {
    await stage.clear(shop);
    stage.pageSize = PAGE;
  });
  afterAll(async () => {
    const [{ version }] = await shop.dataSource.query('SELECT sqlite_version() AS version');
    await shop.close();
    await stage.close();
    const table = new Table({ head, style: { head: [], border: [] } });
    table.push(...rows.map(({ cells }) => cells));
    process.stdout.write(`${LISTED} orders listed, ${PAGE} a page\n${table.toString()}\n`);
    const most = Math.max(...rows.map(({ excess }) => excess));
    writeRecord({
      name: 'sweep-cost',
      title: `What a backlog costs in calls: due orders among ${LISTED.toLocaleString('en-US')} in the list, ${PAGE} a page`,
      command: `TILLBRIDGE_LISTED=${LISTED} npm test -- test/shop/polling/sweep-cost`,
      seconds: Math.round((performance.now() - begun) / 1_000),
      seed: null,
      engines: [`SQLite ${version}`],
      violations: [],
      figures: [
        { name: 'backlogs', value: rows.length, unit: '' },
        { name: 'calls beyond 1.1 times the least', value: most, unit: '', goal: '<= 0', holds: most <= 0 },
      ],
      tables: [{ title: 'Calls for a backlog', columns: head, rows: rows.map(({ cells }) => cells) }],
    });
  });

  it.each(BACKLOGS)('is at most a tenth more than the least possible: $name', async ({ name, isDue, isPaid }) => {
    const now = stage.clock.now();
    const all = Array.from({ length: LISTED }, (_, place): ListedOrder & { place: number } => {
      const status = isDue(place) && isPaid?.(place) ? 'completed' : 'initialized';
      return { id: `C-${place}`, openedAt: now - 10 * MINUTE_MS - place * 1_000, status, place };
    });
    const due = all.filter(({ place }) => isDue(place));
    await stage.addListed(all.filter(({ place }) => !isDue(place)));
    await stage.addDue(shop, due);
    await shop.payments.polling.tick();
    expect(await shop.count(`tillbridge_poll WHERE state = 'pending' AND due_at <= ${stage.clock.now()}`)).toBe(0);

    const older = (pages: number): number => due.filter(({ place }) => place >= pages * PAGE).length;
    const paid = (pages: number): number =>
      due.filter(({ place, status }) => place < pages * PAGE && status === 'completed').length;
    const options = Array.from({ length: Math.ceil(LISTED / PAGE) + 1 }, (_, p) => p + older(p) + paid(p));
    const least = Math.min(...options);
    const { list, orders } = stage.calls;
    const calls = list + orders;
    const allowed = Math.ceil(1.1 * least);
    rows.push({
      cells: [due.length, name, list, orders, calls, least, (calls / least).toFixed(3)],
      excess: Math.max(0, calls - allowed),
    });
    expect(calls).toBeLessThanOrEqual(allowed);
  });
});
