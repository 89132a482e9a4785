import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { checkSessionSettings } from '../../src/database/engine/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { TillbridgeDatabase } from '../../src/shop/data-source/tillbridge-database.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';

const ORDER = {
  group: 'web',
  mode: 'sandbox',
  amount: 1250,
  currency: 'EUR',
  description: '',
  version: 0,
  transactions: [{ id: '1', note: 'a "quoted" word' }],
  createdAt: 1,
  updatedAt: 1,
} as object;

/** What every new connection is told first, as a server's configuration would have it. */
type Pool = { on(event: 'connection', listener: (connection: { query(sql: string): void }) => void): void };

const REFUSED = [
  { set: `sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')`, code: 'SQL_MODE_UNSUPPORTED' },
  { set: `sql_mode = CONCAT(@@sql_mode, ',EMPTY_STRING_IS_NULL')`, code: 'SQL_MODE_UNSUPPORTED', only: 'mariadb' },
  { set: 'autocommit = 0', code: 'COMMITS_UNSUPPORTED' },
  { set: `completion_type = 'CHAIN'`, code: 'COMMITS_UNSUPPORTED' },
] as const;

const opened = async (dataSource: DataSource): Promise<void> =>
  (await TillbridgeDatabase.open(dataSource)).onModuleDestroy();

describeEngines('settings of a connection', (engine) => {
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

  it('are fine as the server has them', async () => {
    await expect(opened(dataSource)).resolves.toBeUndefined();
  });

  const isMysql = engine === 'mariadb' || engine === 'mysql';
  const rows = REFUSED.filter((row) => !('only' in row) || row.only === engine).map((row, index) => ({
    ...row,
    orderId: `S-${index}`,
  }));
  (isMysql ? describe : describe.skip).each(rows)('with $set', ({ set, code, orderId }) => {
    let received: DataSource;

    beforeAll(async () => {
      received = await new DataSource({ ...database.options, entities: [...tillbridgeEntities] }).initialize();
      const pool: Pool = Reflect.get(received.driver, 'pool');
      pool.on('connection', (connection) => connection.query(`SET SESSION ${set}`));
      // Made before anybody listened.
      await received.query(`SET SESSION ${set}`);
    });
    afterAll(() => received.destroy());

    it('would lose or spoil what is stored', async () => {
      await received.transaction((tx) => tx.query('DO 0'));
      const stored = received.manager
        .insert(PaymentOrderEntity, { ...ORDER, orderId })
        .then(() => dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId }));
      await expect(stored).rejects.toThrow();
    });

    it('are refused at the start, with the cure', async () => {
      const [name] = set.split(' ');
      const refusal = {
        code,
        message: expect.stringContaining(name!),
        advice: expect.stringContaining(`SET GLOBAL ${name}`),
      };
      await expect(checkSessionSettings(received)).rejects.toMatchObject(refusal);
      await expect(opened(received)).rejects.toMatchObject({ code });
    });
  });
});
