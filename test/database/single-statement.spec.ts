import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertOrIgnoreStatements, Transactions } from '../../src/database/engine/index.js';
import { describeEngines } from '../support/engines.js';
import { tapStatements } from '../support/statement-tap.mjs';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.mjs';
import { EngineFixture } from './engine-fixture.js';
import { Job, job } from './queue.entities.js';

describeEngines('a statement that is committed by itself', (engine) => {
  const fixture = new EngineFixture(engine);
  const statement = (id: string) => insertOrIgnoreStatements(fixture.dataSource, Job, [job(id)], ['key'])[0]!;
  const stored = () => fixture.dataSource.getRepository(Job).count();

  it('is there for everyone, and leaves no transaction open', async () => {
    await fixture.transactions.execute(statement('1'));
    expect(await stored()).toBe(1);
  });

  it('shows what is committed, by one statement', async () => {
    const statements: string[] = [];
    const count = () => fixture.transactions.read((em) => em.count(Job));
    expect(await count()).toBe(0);
    const untap = tapStatements(fixture.dataSource, { before: ({ sql }) => void statements.push(sql) });
    await fixture.transactions.execute(statement('1'));
    expect(await count()).toBe(1);
    untap();
    expect(statements).toHaveLength(2);
  });

  it('hands on what the database refuses', async () => {
    const unfit = { sql: 'INSERT INTO job(id) VALUES (NULL)', parameters: [] };
    await expect(fixture.transactions.execute(unfit)).rejects.toMatchObject({ name: 'QueryFailedError' });
  });

  if (engine === 'sqlite') return;

  if (engine !== 'postgres') {
    it('is committed on a connection that commits nothing by itself', async () => {
      const { dataSource, transactions } = await withOneConnection();
      await dataSource.query('SET autocommit = 0');
      await transactions.execute(statement('2'));
      expect(await stored()).toBe(1);
    });

    it('is looked at anew on a connection that begins a transaction by itself', async () => {
      const { dataSource, transactions } = await withOneConnection();
      await dataSource.query('SET autocommit = 0');
      const count = () => transactions.read((em) => em.count(Job));
      expect(await count()).toBe(0);
      await fixture.transactions.execute(statement('2'));
      expect(await count()).toBe(1);
    });
  }

  async function withOneConnection() {
    const dataSource = await fixture.connect({ extra: { connectionLimit: 1 } });
    return { dataSource, transactions: new Transactions(dataSource) };
  }

  let proxy: CuttingProxy;
  beforeAll(async () => {
    proxy = await startCuttingProxy(String(Reflect.get(fixture.database.options, 'url')));
  });
  afterAll(() => proxy.close());

  it.each(['before', 'after'] as const)('is run again when its connection is lost %s it came to be', async (when) => {
    const dataSource = await fixture.connect({ url: proxy.url });
    proxy.cutNext(when);
    await new Transactions(dataSource).execute(statement('3'));
    expect(await stored()).toBe(1);
  });

  it.each(['before', 'after'] as const)(
    'is looked at again when the connection is lost %s the answer',
    async (when) => {
      const transactions = new Transactions(await fixture.connect({ url: proxy.url }));
      await transactions.read((em) => em.count(Job));
      proxy.cutNext(when);
      expect(await transactions.read((em) => em.count(Job))).toBe(0);
    },
  );
});
