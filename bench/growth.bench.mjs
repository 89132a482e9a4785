/**
 * The size of orders in the database: at first, after their personal data is erased, after their finished rows are
 * deleted; and the duration of these steps.
 *
 *   npm run bench -- growth [ORDERS] [--json]
 *
 * MariaDB and PostgreSQL as durable as a shop's. Each order is created, reported by two notifications (one in ten by a
 * third, a refund) and polled, with an effect in the transaction and one after it; then the clock moves forward by 31
 * and 401 days.
 */
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { startOrderService } from '../test/support/order-service.mjs';
import { tapStatements } from '../test/support/statement-tap.mjs';
import { startHost } from './growth/host.mjs';
import { playOrders } from './growth/orders.mjs';
import { bytesOf, sizesOf, WORK } from './growth/sizes.mjs';
import { atMost, figure } from './support/figures.mjs';

const ENGINES = ['mariadb', 'postgres'];
const DAY_MS = 86_400_000;
/** A deleting transaction must not hold its locks longer than this. */
const LONGEST_MS = 1_000;

export const title = 'How much room orders take, and how fast the retention deletes their finished rows';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[], tables: object[] }>} */
export async function run([orders = '10000'], progress) {
  const found = { engines: [], figures: [], tables: [] };
  for (const name of ENGINES) {
    const engine = await startDurableEngine(name);
    const service = await startOrderService();
    try {
      const database = await engine.createDatabase();
      const input = { name, database, service, count: Number(orders) };
      const result = await measure({ ...input, progress: (text) => progress(`${name}: ${text}`) });
      found.engines.push(engine.title);
      found.figures.push(...result.figures);
      found.tables.push(result.table);
    } finally {
      await service.close();
      await engine.stop();
    }
  }
  return found;
}

async function measure({ name, database, service, count, progress }) {
  const shop = await startHost({ database, baseUrl: service.url });
  try {
    const { bytes, notifications } = await playOrders({ shop, service, count, progress });
    const written = await stageOf(shop, name);
    const erasing = await retentionAfter(shop, 31, progress);
    const erased = await stageOf(shop, name);
    const deleting = await retentionAfter(shop, 370, progress);
    const deleted = await stageOf(shop, name);
    const stages = { written, erased, deleted };
    const table = tableOf(name, { count, ...stages });
    for (const row of [table.columns, ...table.rows]) progress(row.join('  '));
    const all = { count, body: bytes / notifications, erasing, deleting, ...stages };
    return { figures: figuresOf(name, all), table };
  } finally {
    await shop.close();
  }
}

/** The tables after the work, and their size without free space. */
const stageOf = async ({ source }, name) => ({
  asLeft: await sizesOf(source, { name }),
  compact: await sizesOf(source, { name, isCompact: true }),
});

/** Runs the retention `days` days later. @returns its result, its duration, and its longest deleting transaction */
async function retentionAfter({ clock, payments, source }, days, progress) {
  clock.advance(days * DAY_MS);
  const begun = new Map();
  let longest = 0;
  const untap = tapStatements(source, {
    before: ({ sql, runner }) => void (/^(START|BEGIN)/i.test(sql) && begun.set(runner, performance.now())),
    after: ({ sql, runner, transaction }) => {
      if (sql !== 'COMMIT' || !transaction.some((statement) => statement.startsWith('DELETE'))) return;
      longest = Math.max(longest, performance.now() - begun.get(runner));
    },
  });
  const startedAt = performance.now();
  const report = await payments.retention.run();
  const seconds = (performance.now() - startedAt) / 1_000;
  untap();
  progress(`${days} days on: ${JSON.stringify(report)} in ${seconds.toFixed(1)} s`);
  return { ...report, seconds, longest };
}

const isWork = (table) => WORK.has(table);
const stays = (table) => !WORK.has(table);

function figuresOf(name, { count, body, written, erased, deleted, erasing, deleting }) {
  const each = (sizes, isMeant) => bytesOf(sizes, isMeant) / count;
  const called = (text, ...others) => figure(`${name}: ${text}`, ...others);
  return [
    called('orders', count, ''),
    called('bytes of a notification’s body', body, 'B'),
    called('bytes an order that stay forever', each(deleted.compact, stays), 'B'),
    called('bytes an order of work, until its personal data is erased', each(written.compact, isWork), 'B'),
    called('bytes an order of work, erased', each(erased.compact, isWork), 'B'),
    called('bytes an order, with room that updates left', each(written.asLeft), 'B'),
    called('orders erased a second', erasing.orders / erasing.seconds, '/s'),
    called('rows deleted an order', deleting.rows / count, ''),
    called('rows deleted a second', deleting.rows / deleting.seconds, '/s'),
    called('longest transaction that deleted', deleting.longest, 'ms', atMost(LONGEST_MS)),
  ];
}

const columns = ['Table', 'Rows', 'As left', 'Written', 'of indexes', 'Erased', 'of indexes', 'Deleted', 'of indexes'];

function tableOf(name, { count, written, erased, deleted }) {
  const each = (bytes) => Math.round(bytes / count);
  const total = (sizes, table) => each(sizes.get(table).table + sizes.get(table).indexes);
  const rows = [...written.compact]
    // Without tables that have a fixed number of rows for the whole shop.
    .filter(([, sizes]) => sizes.rows * 100 >= count)
    .map(([table, sizes]) => [
      table,
      Number((sizes.rows / count).toFixed(2)),
      total(written.asLeft, table),
      ...[written, erased, deleted].flatMap(({ compact }) => [total(compact, table), each(compact.get(table).indexes)]),
    ]);
  return { title: `${name}: rows and bytes an order, by table`, columns, rows };
}
