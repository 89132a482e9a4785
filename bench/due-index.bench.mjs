/**
 * The benefit of a separate index for waiting rows: the outbox with its index on (state, due_at, id), and with one
 * partial index for waiting rows and one for the others, which retention and lists need.
 *
 *   npm run bench -- due-index [FINISHED [ROUNDS]] [--json]
 *
 * PostgreSQL as durable as a shop's, and SQLite in a file; the given number of finished rows, and 1,000 rows that are
 * inserted, claimed 20 at a time and finished in each round. The tables take turns; figures are ratios of medians over
 * the rounds.
 */
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../dist/esm/database/index.js';
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { atMost, figure, median } from './support/figures.mjs';

const WAITING = 1_000;
const AT_ONCE = 20;
const ENGINES = {
  postgres: {
    rows: (count) => `FROM generate_series(1, ${count}) AS n`,
    id: `md5(random()::text)`,
    lock: 'FOR UPDATE SKIP LOCKED',
    indexBytes: `SELECT SUM(pg_relation_size(indexrelid)) AS bytes FROM pg_stat_user_indexes WHERE indexrelname LIKE 'tillbridge_outbox_due%'`,
    position: `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS at`,
    tidy: 'VACUUM ANALYZE tillbridge_outbox',
  },
  sqlite: {
    rows: (count) =>
      `FROM (WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count}) SELECT n FROM n)`,
    id: `lower(hex(randomblob(16)))`,
    lock: '',
    tidy: 'ANALYZE tillbridge_outbox',
  },
};
const PARTIAL = [
  'DROP INDEX tillbridge_outbox_due',
  `CREATE INDEX tillbridge_outbox_due_waiting ON tillbridge_outbox (due_at, id) WHERE state = 'pending'`,
  `CREATE INDEX tillbridge_outbox_due_over ON tillbridge_outbox (state, due_at, id) WHERE state <> 'pending'`,
];
const TABLES = {
  'one index': { isFull: true, statements: [] },
  'partial indexes': { isFull: true, statements: PARTIAL },
  'no finished rows': { isFull: false, statements: [] },
};

export const title = 'An index of the rows that wait alone, beside the index of all rows';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([finished = '1000000', rounds = '7'], progress) {
  const found = { engines: [], figures: [] };
  for (const [name, words] of Object.entries(ENGINES)) {
    const engine = await startDurableEngine(name);
    const tables = [];
    try {
      for (const [what, { isFull, statements }] of Object.entries(TABLES)) {
        tables.push(await prepare(engine, { what, words, statements, finished: isFull ? Number(finished) : 0 }));
        progress(`${name}: ${what} is ready`);
      }
      for (let round = 1; round <= Number(rounds); round += 1) {
        for (const table of tables) table.rounds.push(await workOff(table));
        progress(`${name}: round ${round} of ${rounds}`);
      }
      found.engines.push(engine.title);
      found.figures.push(...(await figuresOf(name, tables)));
    } finally {
      await Promise.all(tables.map(({ source }) => source.destroy()));
      await engine.stop();
    }
  }
  return found;
}

async function prepare(engine, { what, words, statements, finished }) {
  const source = new DataSource({
    ...(await engine.createDatabase()),
    entities: [...tillbridgeEntities],
    migrations: [...tillbridgeMigrations],
    migrationsRun: true,
  });
  await source.initialize();
  await put(source, words, { count: finished, state: 'done' });
  for (const statement of statements) await source.query(statement);
  await source.query(words.tidy);
  return { what, words, source, rounds: [] };
}

const put = (source, { rows, id }, { count, state }) =>
  source.query(`INSERT INTO tillbridge_outbox (id, group_name, order_id, transition_id, version, effect, created_at, state, due_at, attempts)
    SELECT ${id}, 'web', 'A-' || n, 'T-' || n, 1, 'Mail.send', 1, '${state}', n, 0 ${rows(count)}`);

/** @returns milliseconds per row for finding due rows, and for all work; and bytes of log written */
async function workOff({ source, words }) {
  await put(source, words, { count: WAITING, state: 'pending' });
  const before = await positionOf(source, words);
  const startedAt = performance.now();
  let claimMs = 0;
  for (let left = WAITING; left > 0; left -= AT_ONCE) claimMs += await claimAndFinish(source, words);
  const all = performance.now() - startedAt;
  return {
    claimMs: claimMs / WAITING,
    all: all / WAITING,
    log: ((await positionOf(source, words)) - before) / WAITING,
  };
}

async function positionOf(source, { position }) {
  return position ? Number((await source.query(position))[0].at) : 0;
}

/** As a worker does it: one transaction claims the rows under a lease, another marks them as done. */
async function claimAndFinish(source, { lock }) {
  let claimMs = 0;
  const list = await source.transaction(async (tx) => {
    const startedAt = performance.now();
    const rows = await tx.query(
      `SELECT id FROM tillbridge_outbox WHERE state = 'pending' AND due_at <= ${WAITING} ORDER BY due_at, id LIMIT ${AT_ONCE} ${lock}`,
    );
    claimMs = performance.now() - startedAt;
    if (rows.length !== AT_ONCE) throw new Error(`${rows.length} rows were due`);
    const ids = rows.map(({ id }) => `'${id}'`).join();
    await tx.query(
      `UPDATE tillbridge_outbox SET due_at = 9000000000000, lease_until = 9000000000000, lease_token = 'L', attempts = 1 WHERE id IN (${ids})`,
    );
    return ids;
  });
  await source.transaction((tx) =>
    tx.query(
      `UPDATE tillbridge_outbox SET state = 'done', due_at = 2000000, lease_until = NULL, lease_token = NULL WHERE id IN (${list})`,
    ),
  );
  return claimMs;
}

async function figuresOf(name, tables) {
  const of = (what, value) => median(tables.find((table) => table.what === what).rounds.map((round) => round[value]));
  const ratio = (value, a, b) => of(a, value) / of(b, value);
  const figures = [
    figure(
      `${name}: claim with finished rows beside ÷ without`,
      ratio('claimMs', 'one index', 'no finished rows'),
      '',
      atMost(2),
    ),
    figure(`${name}: claim by partial index ÷ by one`, ratio('claimMs', 'partial indexes', 'one index'), ''),
    figure(`${name}: claimed and finished, partial ÷ one`, ratio('all', 'partial indexes', 'one index'), ''),
  ];
  const [{ words }] = tables;
  if (!words.indexBytes) return figures;
  const bytes = new Map();
  for (const { what, source } of tables) bytes.set(what, Number((await source.query(words.indexBytes))[0].bytes));
  return [
    ...figures,
    figure(`${name}: log written for a row, partial ÷ one`, ratio('log', 'partial indexes', 'one index'), ''),
    figure(`${name}: bytes of the indexes, partial ÷ one`, bytes.get('partial indexes') / bytes.get('one index'), ''),
  ];
}
