import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { DataSource, type FindOptionsWhere, type Repository, type TableColumn } from 'typeorm';
import { Money } from 'tillbridge';
import { tillbridgeMigrations } from 'tillbridge/database';
import { orderBody } from 'tillbridge/testing';
import { createTestDatabase, describeOneEngine, type TestDatabase } from '../support/engines.js';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { FirstRelease, nameOf, tablesIn, type Row } from './first-release.js';

/** A value for every column. */
const rowOf = (columns: readonly TableColumn[], text: string): Row =>
  Object.fromEntries(columns.map(({ name, type }) => [name, /int/i.test(type) ? 1 : text]));

const definitionOf = ({ name, type, length, isNullable, isPrimary }: TableColumn) =>
  `${name} ${type}(${length}) ${isNullable ? 'null' : 'not null'}${isPrimary ? ' primary' : ''}`;

/** The values of a row, as every engine's driver can give them. */
const plain = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]));

const by = (row: Row): string => JSON.stringify(plain(row));

describeOneEngine('two versions on one database', (engine) => {
  let first: FirstRelease;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    first = await FirstRelease.on(engine);
  });
  afterEach(async () => {
    await first.close();
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => first?.close());

  /** The database of the present version, without a shop on it. */
  async function migrated(): Promise<{ database: TestDatabase; source: DataSource }> {
    const database = await createTestDatabase(engine);
    closing.push(() => database.drop());
    const migrations = [...tillbridgeMigrations];
    const source = await new DataSource({ ...database.options, migrations, migrationsRun: true }).initialize();
    closing.push(() => source.destroy());
    return { database, source };
  }

  /** Which tables refuse what a process of 0.1 writes into them: new rows, and changes of every column. */
  async function refusals(database: TestDatabase): Promise<string[]> {
    const found: string[] = [];
    for (const [index, repository] of (await first.open(database)).entries()) {
      const table = first.tables[index]!;
      const [keys, others] = [true, false].map((isKey) => table.columns.filter((column) => column.isPrimary === isKey));
      try {
        await repository.insert(rowOf(table.columns, 'a'));
        const { affected } = await repository.update(rowOf(keys!, 'a') as FindOptionsWhere<Row>, rowOf(others!, 'b'));
        // SQLite's driver does not count.
        if (affected === 0) found.push(`${nameOf(table)}: not changed`);
      } catch (error) {
        found.push(`${nameOf(table)}: ${String(error)}`);
      }
    }
    return found;
  }

  it('leaves every column of 0.1 as it is, and adds none that 0.1 would have to fill', async () => {
    const { source } = await migrated();
    const now = new Map((await tablesIn(source, engine)).map((table) => [nameOf(table), table.columns]));
    for (const table of first.tables) {
      const known = new Set(table.columns.map(({ name }) => name));
      const [kept, added] = [true, false].map((isKnown) =>
        (now.get(nameOf(table)) ?? []).filter(({ name }) => known.has(name) === isKnown),
      );
      const definitions = (columns: readonly TableColumn[]) => [nameOf(table), ...columns.map(definitionOf).sort()];
      expect(definitions(kept!)).toEqual(definitions(table.columns));
      const unfilled = added!.filter(({ isNullable, default: byDefault }) => !isNullable && byDefault === undefined);
      expect(unfilled.map(({ name }) => `${nameOf(table)}.${name}`)).toEqual([]);
    }
  });

  it('takes what a process of 0.1 writes, in every table that it knows', async () => {
    const { database } = await migrated();
    expect(first.tables.length).toBeGreaterThan(10);
    expect(await refusals(database)).toEqual([]);
  });

  it('would not take it if a migration added a column that 0.1 does not fill', async () => {
    const { database, source } = await migrated();
    await source.query('ALTER TABLE tillbridge_order ADD COLUMN novelty int NOT NULL');
    expect(await refusals(database)).toEqual([expect.stringMatching(/^tillbridge_order: .*novelty/s)]);
  });

  /** Writes every row anew as 0.1 would have: what it does not know is what the schema makes of it. */
  async function rewriteBy01(repositories: readonly Repository<Row>[]): Promise<number> {
    let rewritten = 0;
    for (const repository of repositories) {
      const rows = await repository.find();
      await repository.createQueryBuilder().delete().execute();
      if (rows.length > 0) await repository.insert(rows);
      rewritten += rows.length;
    }
    return rewritten;
  }

  const openShop = async (): Promise<ShopHost> => {
    const shop = await startShop({ engine, options: { workers: 'off' } });
    closing.push(() => shop.close());
    return shop;
  };

  it('has the present version apply what a process of 0.1 has stored, with each effect once', async () => {
    const shop = await openShop();
    const repositories = await first.open(shop.database);
    await shop.addOrder('A-1');
    const completed = orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() });
    expect((await shop.notify({ orderId: 'A-1', body: completed })).status).toBe(200);
    // The order, its attempt and the notification.
    expect(await rewriteBy01(repositories)).toBe(3);

    await shop.drain();
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true, status: 'completed', reference: null });
    // Between versions, once more: the effects that ran stand in rows of 0.1 now.
    await rewriteBy01(repositories);
    await shop.notify({ orderId: 'A-1', body: completed, at: Date.now() + 1 });
    await shop.drain();
    expect(['transaction', 'commit'].map((phase) => shop.handlers.count(phase as 'commit', 'completed'))).toEqual([
      1, 1,
    ]);
  });

  it('lets a process of 0.1 read what the present version writes', async () => {
    const shop = await openShop();
    const repositories = await first.open(shop.database);
    await shop.addOrder('A-1');
    await shop.dataSource.query("UPDATE tillbridge_order SET reference = 'PO-2044'");
    await shop.notify({ orderId: 'A-1', body: orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }) });
    await shop.drain();
    await shop.payments.refunds.request({
      orderId: 'A-1',
      amount: Money.of('5.00', 'EUR'),
      reason: 'Mug broken',
      key: 'return-1',
      by: 'ann',
    });
    const filled: string[] = [];
    for (const repository of repositories) {
      const { tableName, columns } = repository.metadata;
      const rows = await repository.find();
      const names = columns.map(({ databaseName }) => shop.dataSource.driver.escape(databaseName)).join(', ');
      const stored = (await shop.dataSource.query(`SELECT ${names} FROM ${tableName}`)) as Row[];
      expect([tableName, ...rows.map(by).sort()]).toEqual([tableName, ...stored.map(by).sort()]);
      const empty = columns.filter(({ isNullable, propertyName }) =>
        rows.some((row) => !isNullable && row[propertyName] === null),
      );
      expect(empty.map(({ databaseName }) => `${tableName}.${databaseName}`)).toEqual([]);
      if (rows.length > 0) filled.push(tableName.replace('tillbridge_', ''));
    }
    expect(filled).toEqual(expect.arrayContaining(['attempt', 'effect', 'notification', 'observation', 'order']));
    expect(filled).toEqual(expect.arrayContaining(['outbox', 'refund', 'transition']));
  });
});
