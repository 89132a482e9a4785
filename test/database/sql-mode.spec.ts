import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { checkSqlMode } from '../../src/database/engine/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { TillbridgeDatabase } from '../../src/shop/data-source/tillbridge-database.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';

const ORDER = {
  group: 'web',
  orderId: 'S-1',
  mode: 'sandbox',
  amount: 1250,
  currency: 'EUR',
  description: 'Two mugs',
  version: 0,
  transactions: [{ id: '1', note: 'a "quoted" word' }],
  createdAt: 1,
  updatedAt: 1,
} as object;

/** What every new connection is told first, as a server's configuration would have it. */
type Pool = { on(event: 'connection', listener: (connection: { query(sql: string): void }) => void): void };

describeEngines('sql_mode', (engine) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const [entities, migrations] = [[...tillbridgeEntities], [...tillbridgeMigrations]];
    dataSource = await new DataSource({ ...database.options, entities, migrations }).initialize();
    await dataSource.runMigrations();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const open = async (): Promise<void> => (await TillbridgeDatabase.open(dataSource)).onModuleDestroy();

  it('is fine as the server has it', async () => {
    await expect(open()).resolves.toBeUndefined();
  });

  const isMysql = engine === 'mariadb' || engine === 'mysql';
  (isMysql ? describe : describe.skip)('with NO_BACKSLASH_ESCAPES', () => {
    let received: DataSource;

    beforeAll(async () => {
      received = await new DataSource({ ...database.options, entities: [...tillbridgeEntities] }).initialize();
      const pool: Pool = Reflect.get(received.driver, 'pool');
      pool.on('connection', (connection) =>
        connection.query("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')"),
      );
      // Made before anybody listened.
      await received.query("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')");
    });
    afterAll(() => received.destroy());

    it('would write texts that no one can read, or none: the driver escapes by backslashes', async () => {
      const stored = received.manager
        .insert(PaymentOrderEntity, ORDER)
        .then(() => received.manager.findOneByOrFail(PaymentOrderEntity, { orderId: 'S-1' }));
      await expect(stored).rejects.toThrow();
    });

    it('is refused at the start, with the cure', async () => {
      await expect(checkSqlMode(received)).rejects.toMatchObject({
        code: 'SQL_MODE_UNSUPPORTED',
        message: expect.stringContaining('NO_BACKSLASH_ESCAPES'),
        advice: expect.stringContaining('SET GLOBAL sql_mode'),
      });
      const opened = TillbridgeDatabase.open(received);
      await expect(opened).rejects.toMatchObject({ code: 'SQL_MODE_UNSUPPORTED' });
    });
  });
});
