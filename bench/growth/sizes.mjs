/** The size of the module's tables on the disk, as reported by the engine. */

const PREFIX = 'tillbridge_';

/** Tables of work that ends; the rows of other tables are kept. */
export const WORK = new Set(['notification', 'notification_part', 'outbox', 'effect', 'observation', 'poll']);

const ENGINES = {
  postgres: {
    // As autovacuum would do later.
    settle: (source, table) => source.query(`VACUUM (ANALYZE) ${table}`),
    compact: (source, table) => source.query(`VACUUM (FULL, ANALYZE) ${table}`),
    sizes: `SELECT relname AS name, pg_table_size(oid) AS "table", pg_indexes_size(oid) AS indexes FROM pg_class
      WHERE relkind = 'r' AND relname LIKE 'tillbridge\\_%' ORDER BY relname`,
  },
  mariadb: {
    settle: (source, table) => source.query(`ANALYZE TABLE ${table}`),
    compact: (source, table) => source.query(`OPTIMIZE TABLE ${table}`),
    sizes: `SELECT table_name AS name, data_length AS "table", index_length AS indexes FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name LIKE 'tillbridge\\_%' ORDER BY table_name`,
  },
};

/**
 * @param {import('typeorm').DataSource} source
 * @param {{ name: string, isCompact?: boolean }} engine `isCompact`: the tables are rewritten first, without free
 *   space
 * @returns {Promise<Map<string, { rows: number, table: number, indexes: number }>>} by table, without its prefix; bytes
 */
export async function sizesOf(source, { name, isCompact = false }) {
  const { settle, compact, sizes } = ENGINES[name];
  const work = isCompact ? compact : settle;
  for (const { tablePath } of source.entityMetadatas) await work(source, tablePath);
  const measured = await source.query(sizes);
  const found = new Map();
  for (const row of measured) {
    const [{ n }] = await source.query(`SELECT COUNT(*) AS n FROM ${row.name}`);
    const entry = { rows: Number(n), table: Number(row.table), indexes: Number(row.indexes) };
    found.set(row.name.slice(PREFIX.length), entry);
  }
  return found;
}

/** The size of some tables in bytes, with their indexes. */
export const bytesOf = (sizes, isMeant = () => true) =>
  [...sizes].reduce((sum, [name, { table, indexes }]) => sum + (isMeant(name) ? table + indexes : 0), 0);
