import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Column, DataSource, Entity, PrimaryColumn, type EntityManager, type Repository } from 'typeorm';
import {
  installSqliteGate,
  reportOutsideWrites,
  trackOutsideWrites,
  trackTransactions,
} from '../../src/database/engine/index.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';

@Entity('host_invoice')
class Invoice {
  @PrimaryColumn() id!: number;
  @Column({ type: 'varchar', length: 50 }) text!: string;
}

type Work = (place: { dataSource: DataSource; repository: Repository<Invoice>; tx: EntityManager }) => Promise<unknown>;

describeEngines('writes past the EntityManager of a transaction', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let repository: Repository<Invoice>;
  let seen: string[];
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const entities = [Invoice];
    dataSource = await new DataSource({ ...database.options, entities, synchronize: true }).initialize();
    installSqliteGate(dataSource);
    trackTransactions(dataSource);
    trackOutsideWrites(dataSource);
    // A second shop on the same DataSource.
    trackOutsideWrites(dataSource);
    repository = dataSource.getRepository(Invoice);
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await database.drop();
  });
  beforeEach(() => repository.clear());

  const inTransaction = async (work: Work): Promise<void> => {
    seen = [];
    await dataSource.transaction(async (tx) => {
      const end = reportOutsideWrites(tx, (write) => seen.push(write.replace(/["`]/g, '')));
      await work({ dataSource, repository, tx });
      end();
    });
  };
  const invoice = { id: 1, text: 'of Ann' };
  const inserted = 'INSERT INTO host_invoice';

  it.each<[string, string, Work]>([
    ['are saved by a repository', inserted, () => repository.save(invoice)],
    ['are inserted by a repository', inserted, () => repository.insert(invoice)],
    ['are updates', 'UPDATE host_invoice', () => repository.update({ text: 'of Ann' }, { text: 'x' })],
    ['are deletes', 'DELETE FROM host_invoice', () => repository.delete({ text: 'x' })],
    ['are of a transaction of its own', inserted, () => dataSource.transaction((own) => own.insert(Invoice, invoice))],
    [
      'are made by a query builder',
      'DELETE FROM host_invoice',
      () => repository.createQueryBuilder().delete().execute(),
    ],
    [
      'are plain SQL',
      'insert into host_invoice',
      () => dataSource.query("\n insert  into host_invoice (id, text) values (1, 'x')"),
    ],
    [
      'begin with the rows that they need',
      'a write',
      () =>
        dataSource
          .query("WITH old AS (SELECT 'UPDATE secret') DELETE FROM host_invoice")
          .catch(() => 'MariaDB has none of these'),
    ],
    [
      'begin with a comment, as tracers write it',
      'DELETE FROM host_invoice',
      () => repository.createQueryBuilder().comment('route=/pay').delete().execute(),
    ],
    [
      'are preceded by lines of comments',
      inserted,
      () =>
        dataSource.query(
          "-- of the till\n/* or not */ INSERT INTO host_invoice (id, text) VALUES (1, 'UPDATE secret')",
        ),
    ],
    [
      'name no table in the usual way',
      'a write',
      () => dataSource.query("INSERT host_invoice VALUES (1, 'UPDATE secret')").catch(() => 'not all know this'),
    ],
    ['come from within a savepoint', inserted, ({ tx }) => tx.transaction(() => repository.insert(invoice))],
    [
      'have a query runner of their own',
      'UPDATE host_invoice',
      async () => {
        const runner = dataSource.createQueryRunner();
        await runner.query("UPDATE host_invoice SET text = 'x'").finally(() => runner.release());
      },
    ],
  ])('are reported where they %s, by table and without a value', async (_title, write, work) => {
    await inTransaction(work);
    expect(seen).toEqual([write]);
  });

  it.each<[string, Work]>([
    ['writes go through it', ({ tx }) => tx.getRepository(Invoice).save(invoice)],
    ['writes are in a savepoint of it', ({ tx }) => tx.transaction((inner) => inner.insert(Invoice, invoice))],
    ['statements only read', () => repository.findBy({ text: 'INSERT INTO x' })],
    ['they only lock', () => dataSource.transaction((own) => own.query('SELECT 1'))],
  ])('are not reported where %s', async (_title, work) => {
    await inTransaction(work);
    expect(seen).toEqual([]);
  });

  it('are not reported of code that runs beside it, nor of what it does later', async () => {
    let go = (): void => undefined;
    const begun = new Promise<void>((resolve) => (go = resolve));
    // This context has begun before the transaction. On SQLite its statement waits for the end of it.
    const beside = begun.then(() => repository.insert({ id: 2, text: 'beside' }));
    let later: Promise<unknown> = Promise.resolve();
    await inTransaction(async () => {
      go();
      if (engine !== 'sqlite') await beside;
    });
    await dataSource.transaction(async (tx) => {
      reportOutsideWrites(tx, (write) => seen.push(write))();
      later = repository.insert({ id: 3, text: 'later' });
      await later;
    });
    await Promise.all([beside, later]);
    expect(seen).toEqual([]);
    expect(await repository.count()).toBe(2);
  });
});
