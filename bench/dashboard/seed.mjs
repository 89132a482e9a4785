import { dialectOf } from './dialects.mjs';
import { tablesOf } from './rows.mjs';

/** Orders per statement: a transaction that a server handles easily. */
const CHUNK = 50_000;

/**
 * Fills a migrated database with the past of a shop, inside the engine.
 *
 * @param {import('typeorm').DataSource} source
 * @param {{ orders: number, now: number, progress: (text: string) => void }} how
 * @returns {Promise<number>} the number of rows
 */
export async function seed(source, { orders, now, progress }) {
  const sql = dialectOf(source.options.type);
  for (const statement of sql.hurry) await source.query(statement);
  await numbers(source, orders);
  let rows = 0;
  const tables = tablesOf(sql, { orders, now });
  for (const { table, every, columns } of tables) {
    const startedAt = performance.now();
    for (let first = 0; first < orders; first += CHUNK * every) {
      await source.query(
        statement(sql, { table, every, columns, first, after: Math.min(orders, first + CHUNK * every) }),
      );
    }
    rows += Math.ceil(orders / every);
    progress(
      `${table}: ${Math.ceil(orders / every)} rows in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
    );
  }
  await source.query('DROP TABLE bench_number');
  for (const table of new Set(tables.map((each) => each.table))) await source.query(sql.settle(table));
  for (const statement of sql.calm) await source.query(statement);
  return rows;
}

function statement({ quote }, { table, every, columns, first, after }) {
  const names = Object.keys(columns).map(quote).join(', ');
  const numbered = `SELECT i * ${every} AS n FROM bench_number WHERE i >= ${Math.ceil(first / every)} AND i < ${Math.ceil(after / every)}`;
  return `INSERT INTO ${table} (${names}) SELECT ${Object.values(columns).join(', ')} FROM (${numbered}) numbered`;
}

/** From 0: ten digits for each decimal place, because each engine generates series differently. */
async function numbers(source, orders) {
  await source.query('CREATE TABLE bench_number (i bigint PRIMARY KEY)');
  const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
  const places = Array.from({ length: String(orders - 1).length }, (_, place) => place);
  const value = places.map((place) => `p${place}.d * ${10 ** place}`).join(' + ');
  const from = places.map((place) => `(${digits}) p${place}`).join(' CROSS JOIN ');
  await source.query(`INSERT INTO bench_number SELECT ${value} FROM ${from} WHERE ${value} < ${orders}`);
}
