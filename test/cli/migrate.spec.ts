import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { tillbridgeMigrations } from 'tillbridge/database';
import { runMigrations } from '../../src/cli/migrate/locked-run.js';
import { assertListed, migrationPlan } from '../../src/cli/migrate/plan.js';
import { previewMigrations } from '../../src/cli/migrate/preview.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';

class AddShelf1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE shelf (id varchar(8))');
    await runner.query("INSERT INTO shelf (id) VALUES ('A')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shelf');
  }
}

class Broken1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE nowhere ADD COLUMN id varchar(8)');
  }

  async down(): Promise<void> {}
}

/** Those of the package and one of the shop's own. */
const ALL = [...tillbridgeMigrations, AddShelf1764000000001];

describeEngines('tillbridge migrate', (engine) => {
  let database: TestDatabase;
  const opened: DataSource[] = [];

  async function open(migrations: (new () => MigrationInterface)[]): Promise<DataSource> {
    const dataSource = await new DataSource({ ...database.options, migrations }).initialize();
    opened.push(dataSource);
    return dataSource;
  }

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });

  afterEach(async () => {
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
    await database.drop();
  });

  it('shows whose migrations have run and whose have not', async () => {
    await runMigrations(await open([...tillbridgeMigrations]));
    const plan = await migrationPlan(await open([...ALL]));
    expect(plan).toEqual([
      ...tillbridgeMigrations.map(({ name }) => ({ name, of: 'tillbridge', hasRun: true })),
      { name: 'AddShelf1764000000001', of: 'shop', hasRun: false },
    ]);
  });

  it('does not wait for the migrations of another database on the same server', async () => {
    const steps = { begin: (): void => undefined, end: (): void => undefined };
    const begun = new Promise<void>((resolve) => void (steps.begin = resolve));
    const ended = new Promise<void>((resolve) => void (steps.end = resolve));
    class Slow1764000000003 implements MigrationInterface {
      async up(): Promise<void> {
        steps.begin();
        await ended;
      }

      async down(): Promise<void> {}
    }
    const slow = runMigrations(await open([Slow1764000000003]));
    await begun;
    const other = await createTestDatabase(engine);
    const dataSource = await new DataSource({ ...other.options, migrations: [AddShelf1764000000001] }).initialize();
    try {
      expect(await runMigrations(dataSource)).toEqual(['AddShelf1764000000001']);
    } finally {
      steps.end();
      await slow;
      await dataSource.destroy();
      await other.drop();
    }
    expect(await slow).toEqual(['Slow1764000000003']);
  });

  it('previews every statement and runs none, not even those that a migration sends by itself', async () => {
    const dataSource = await open([...ALL]);
    const [own, shelf] = await previewMigrations(dataSource);
    expect([own?.incomplete, shelf?.incomplete]).toEqual([null, null]);
    expect(own!.statements[0]!.sql).toMatch(/^CREATE TABLE .tillbridge_order. /);
    expect(shelf!.statements.map(({ sql }) => sql.split(' (')[0])).toEqual([
      'CREATE TABLE shelf',
      'INSERT INTO shelf',
      expect.stringMatching(/^INSERT INTO .*migrations/),
    ]);
    expect((await migrationPlan(dataSource)).map(({ hasRun }) => hasRun)).toEqual(ALL.map(() => false));
    // The session may write again.
    expect(await runMigrations(dataSource)).toHaveLength(ALL.length);
  });

  it('has one process run them when two begin at once', async () => {
    // One file, one writer: there the second waits for the engine, and is not promised anything.
    const two = engine === 'sqlite' ? 1 : 2;
    const sources: DataSource[] = [];
    for (let i = 0; i < two; i += 1) sources.push(await open([...ALL]));
    const ran = await Promise.all(sources.map(runMigrations));
    expect(ran.map(({ length }) => length).toSorted()).toEqual([0, ALL.length].slice(2 - two));
  });

  it('says what a failed migration leaves behind', async () => {
    const dataSource = await open([Broken1764000000002]);
    const keeps = engine === 'postgres' || engine === 'sqlite' ? /your own nothing was kept/ : /commits each change/;
    await expect(runMigrations(dataSource)).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      advice: expect.stringMatching(keeps),
      exit: 3,
    });
    expect((await migrationPlan(dataSource)).map(({ hasRun }) => hasRun)).toEqual([false]);
  });

  it('refuses a DataSource that does not list the migrations of the package', async () => {
    const plan = await migrationPlan(await open([AddShelf1764000000001]));
    expect(() => assertListed(plan)).toThrow(/does not list InitialTables/);
  });
});
