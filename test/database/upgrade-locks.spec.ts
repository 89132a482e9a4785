import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { readPage } from '../docs/pages.js';
import { createTestDatabase, describeServers, testEngines } from '../support/engines.js';
import { tapStatements } from '../support/statement-tap.mjs';

/** Tables that gain something. */
const TABLES = ['attempt', 'order', 'transition', 'refund', 'lane', 'notification', 'decision', 'effect'];
const WAITS_BRIEFLY = {
  postgres: "SET lock_timeout = '300ms'",
  mariadb: 'SET SESSION lock_wait_timeout = 1',
  mysql: 'SET SESSION lock_wait_timeout = 1',
};

const open = (options: object): Promise<DataSource> => new DataSource(options as never).initialize();
const FIRST = { migrations: [tillbridgeMigrations[0]], migrationsRun: true };
const ALL = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations] };

describeServers('the upgrade of a shop that runs', (engine) => {
  it('keeps no table from being read or written before an index is built', async () => {
    const { options, drop } = await createTestDatabase(engine);
    const shop = await open({ ...options, ...FIRST });
    const runner = shop.createQueryRunner();
    for (const { name, columns } of await runner.getTables(TABLES.map((table) => `tillbridge_${table}`))) {
      const names = columns.map((column) => shop.driver.escape(column.name));
      const values = columns.map(({ type }) => (/int/i.test(type) ? '1' : "'a'"));
      await shop.query(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${values.join(', ')})`);
    }
    await runner.query(WAITS_BRIEFLY[engine as keyof typeof WAITS_BRIEFLY]);
    const waited: string[] = [];
    const probe = async (sql: string, what: string): Promise<void> => {
      await runner.query(sql).catch((error: Error) => void waited.push(`${what}: ${error.message}`));
    };
    let indices = 0;
    const next = await open({ ...options, ...ALL });
    const untap = tapStatements(next, {
      before: async ({ sql }) => {
        const [, built] = /^CREATE INDEX .* ON .*?tillbridge_(\w+)/.exec(sql) ?? [];
        if (built === undefined) return;
        indices += 1;
        for (const table of TABLES) {
          const key = ['order', 'attempt', 'effect'].includes(table) ? 'group_name' : 'id';
          await probe(`SELECT 1 FROM tillbridge_${table}`, `${built}: ${table} read`);
          await probe(`UPDATE tillbridge_${table} SET ${key} = ${key}`, `${built}: ${table} written`);
        }
      },
    });
    try {
      await next.runMigrations();
      expect([indices > 7, waited]).toEqual([true, []]);
    } finally {
      untap();
      await runner.release();
      await shop.destroy();
      await next.destroy();
      await drop();
    }
  });

  // MySQL commits each change of a table, and begins again to see those of other replicas.
  const itOnce = engine === 'mysql' ? it.skip : it;
  itOnce('is one transaction where the tables are new', async () => {
    const { options, drop } = await createTestDatabase(engine);
    const source = await open({ ...options, ...ALL });
    const ends: string[] = [];
    const untap = tapStatements(source, { after: ({ sql }) => void (sql === 'COMMIT' && ends.push(sql)) });
    try {
      await source.runMigrations({ transaction: 'all' });
      expect(ends).toEqual(['COMMIT']);
    } finally {
      untap();
      await source.destroy();
      await drop();
    }
  });
});

const itOnPostgres = testEngines().some(({ name }) => name === 'postgres') ? it : it.skip;

itOnPostgres('the upgrade leaves out indexes that were built beforehand, as the page about it has them', async () => {
  const { options, drop } = await createTestDatabase('postgres');
  const shop = await open({ ...options, ...FIRST });
  const next = await open({ ...options, ...ALL });
  const large: string[] = [];
  const untap = tapStatements(next, {
    before: ({ sql }) => void (/^CREATE INDEX.*"tillbridge_(order|refund|effect)"/.test(sql) && large.push(sql)),
  });
  try {
    const [, block = ''] =
      /```sql\n((?:(?!```)[\s\S])*CONCURRENTLY[\s\S]*?)```/.exec(readPage('docs/guide/upgrading.md')) ?? [];
    const statements = block.split(';\n').filter((sql) => sql !== '');
    expect(statements).toHaveLength(6);
    for (const sql of statements) await shop.query(sql);
    await next.runMigrations();
    expect(large).toEqual([]);
    expect((await next.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
  } finally {
    untap();
    await shop.destroy();
    await next.destroy();
    await drop();
  }
});
