import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import {
  isEngineError,
  lockRow,
  trackTransactions,
  Transactions,
  type TransactionRetry,
} from '../../src/database/engine/index.js';
import { describeEngines } from '../support/engines.js';
import { freePort } from '../support/free-port.mjs';
import { waitFor } from '../support/wait-for.js';
import { tapStatements } from '../support/statement-tap.mjs';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.mjs';
import { CONFLICTS, EngineFixture, SUICIDES } from './engine-fixture.js';
import { Job, job, Tally } from './queue.entities.js';

const SET_READ_COMMITTED = 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED';

/** Servers that end a transaction in which nothing happens, when they are told to. */
const IMPATIENCE: Readonly<Record<string, { readonly id: string; readonly set: string; readonly others: string }>> = {
  mariadb: {
    id: 'SELECT CONNECTION_ID() AS id',
    set: 'SET SESSION idle_transaction_timeout = 1',
    others: 'SELECT id FROM information_schema.processlist WHERE id',
  },
  postgres: {
    id: 'SELECT pg_backend_pid() AS id',
    set: 'SET LOCAL idle_in_transaction_session_timeout = 100',
    others: 'SELECT pid FROM pg_stat_activity WHERE pid',
  },
};

/** Makes a session refuse to write, as that of a server which has become a replica; the server that took over is met by a new one. */
const TURNED_REPLICA: Readonly<Record<string, string>> = {
  mariadb: 'SET SESSION TRANSACTION READ ONLY',
  postgres: 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
};

/** Refuses as such a server does. */
const READ_ONLY_NOW: Readonly<Record<string, string>> = {
  mariadb: `SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1290, MESSAGE_TEXT = 'running with the --read-only option'`,
  postgres: `DO $$ BEGIN RAISE EXCEPTION 'cannot execute UPDATE' USING ERRCODE = '25006'; END $$`,
};

/** Statements that make an account of two connections for a database, as hosts do. */
const FEW_CONNECTIONS: Readonly<Record<string, (database: string) => readonly string[]>> = {
  mariadb: (name) => [
    `CREATE USER few_${name}@'127.0.0.1' IDENTIFIED BY 'few' WITH MAX_USER_CONNECTIONS 2`,
    `GRANT ALL ON ${name}.* TO few_${name}@'127.0.0.1'`,
  ],
  postgres: (name) => [
    `CREATE ROLE few_${name} LOGIN PASSWORD 'few' CONNECTION LIMIT 2`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO few_${name}`,
  ],
};

/** Pools that do not wait until a connection is free, and the names of their settings in the drivers. */
const OF_MYSQL2 = [
  { connectionLimit: 1, waitForConnections: false },
  { connectionLimit: 1, queueLimit: 1 },
];
const IMPATIENT_POOLS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  mariadb: OF_MYSQL2,
  mysql: OF_MYSQL2,
  postgres: [{ max: 1, connectionTimeoutMillis: 50 }],
};

describeEngines('transactions', (engine) => {
  const fixture = new EngineFixture(engine);
  const tally = async (id = 'a'): Promise<number | undefined> =>
    (await fixture.dataSource.getRepository(Tally).findOneBy({ id }))?.n;
  const increment = async (em: EntityManager, id = 'a'): Promise<void> => {
    const row = await lockRow(em, Tally, { id });
    await em.update(Tally, { id }, { n: (row?.n ?? 0) + 1 });
  };
  beforeEach(async () => {
    await fixture.dataSource.getRepository(Tally).insert([{ id: 'a' }, { id: 'b' }]);
  });

  it('commit what was done and hand on what was returned', async () => {
    const result = await fixture.transactions.run(async (em) => {
      await increment(em);
      return 'done';
    });
    expect([result, await tally()]).toEqual(['done', 1]);
  });

  if (engine === 'postgres')
    it.each([
      ['the database does that anyway', null, ['START TRANSACTION', 'COMMIT']],
      ['its default is another', 'serializable', ['START TRANSACTION', SET_READ_COMMITTED, 'COMMIT']],
    ])('see what others have committed, where %s', async (_title, other, wanted) => {
      const [{ name }] = await fixture.dataSource.query<[{ name: string }]>('SELECT current_database() AS name');
      const set =
        other === null ? 'RESET default_transaction_isolation' : `SET default_transaction_isolation = '${other}'`;
      await fixture.dataSource.query(`ALTER DATABASE "${name}" ${set}`);
      const dataSource = await fixture.connect();
      const transactions = new Transactions(dataSource);
      const level = async (em: EntityManager): Promise<string> =>
        (await em.query<{ transaction_isolation: string }[]>('SHOW transaction_isolation'))[0]!.transaction_isolation;
      const statements: string[] = [];
      expect(await transactions.run(level)).toBe('read committed');
      const untap = tapStatements(dataSource, { before: ({ sql }) => void statements.push(sql) });
      expect(await transactions.run(level)).toBe('read committed');
      untap();
      expect(statements.filter((sql) => sql !== 'SHOW transaction_isolation')).toEqual(wanted);
      await fixture.dataSource.query(`ALTER DATABASE "${name}" RESET default_transaction_isolation`);
    });

  it('roll back and hand on what was thrown, without a second run', async () => {
    let runs = 0;
    const failure = new Error('out of stock');
    const outcome = fixture.transactions.run(async (em) => {
      runs += 1;
      await increment(em);
      throw failure;
    });
    await expect(outcome).rejects.toBe(failure);
    expect([runs, await tally()]).toEqual([1, 0]);
  });

  it('do not lose one of 20 concurrent increments (scenario D7)', async () => {
    await Promise.all(Array.from({ length: 20 }, () => fixture.transactions.run((em) => increment(em))));
    expect(await tally()).toBe(20);
  });

  it('lock a row that is there, and answer null for one that is not', async () => {
    await fixture.transactions.run(async (em) => {
      expect(await lockRow(em, Tally, { id: 'a' })).toEqual({ id: 'a', n: 0 });
      expect(await lockRow(em, Tally, { id: 'nobody' })).toBeNull();
    });
  });

  it('are needed to lock a row (scenario B3)', async () => {
    const outcome = lockRow(fixture.dataSource.manager, Tally, { id: 'a' });
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_REQUIRED' });
  });

  if (engine === 'sqlite') {
    it('are run again while a lock of SQLite is in their way, and end with a typed error when it stays there', async () => {
      // Behind no gate, and so in the way of the transaction that it is asked in.
      const other = await new DataSource({ ...fixture.database.options, timeout: 1 } as DataSourceOptions).initialize();
      const retries: TransactionRetry[] = [];
      const transactions = new Transactions(fixture.dataSource, {
        random: () => 0,
        onRetry: (retry) => retries.push(retry),
      });
      const work = async (em: EntityManager): Promise<void> => {
        await increment(em);
        await other.query('BEGIN IMMEDIATE');
      };
      await expect(transactions.run(work)).rejects.toMatchObject({ code: 'TRANSACTION_RETRIES_EXHAUSTED' });
      expect(retries.map(({ reason }) => reason)).toEqual(Array(5).fill('busy'));
      await other.destroy();
      await transactions.run((em) => increment(em));
      expect(await tally()).toBe(1);
    });
    return;
  }

  it('of one row run one after the other, and not one inside of another', async () => {
    const { dataSource, transactions } = fixture;
    trackTransactions(dataSource);
    const running = new Set<number>();
    let most = 0;
    const work = async (em: EntityManager, index: number): Promise<void> => {
      running.add(index);
      most = Math.max(most, running.size);
      await increment(em);
      running.delete(index);
    };
    const some = [0, 1, 2, 3].map((index) => transactions.run((em) => work(em, index), 'a'));
    const failing = transactions.run(() => Promise.reject(new Error('out of stock')), 'a');
    await expect(failing).rejects.toThrow('out of stock');
    await Promise.all(some);
    // It would wait for itself.
    await transactions.run(() => transactions.run((em) => increment(em), 'a'), 'a');
    expect([most, await tally()]).toEqual([1, 5]);
  });

  const unanswered = async (): Promise<unknown> => once(connect(await freePort(), '127.0.0.1'), 'connect');
  const reset = async (): Promise<unknown> => {
    const server = createServer((socket) => void socket.resetAndDestroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return once(connect(port, '127.0.0.1'), 'close').finally(() => server.close());
  };

  it.each([
    ['ECONNREFUSED', unanswered],
    ['ECONNRESET', reset],
  ])('are not run again after %s of a connection that a handler has made', async (code, call) => {
    let runs = 0;
    const work = async (em: EntityManager): Promise<void> => {
      runs += 1;
      await increment(em);
      await call();
    };
    await expect(fixture.transactions.run(work)).rejects.toMatchObject({ code });
    expect([runs, await tally()]).toEqual([1, 0]);
  });

  it('read what others have committed in the meantime', async () => {
    await fixture.transactions.run(async (em) => {
      const read = () => em.findOneByOrFail(Tally, { id: 'a' });
      expect((await read()).n).toBe(0);
      await fixture.dataSource.getRepository(Tally).update('a', { n: 7 });
      expect((await read()).n).toBe(7);
    });
  });

  it('that lock one another are run again until both are through (scenario D5)', async () => {
    const retries: TransactionRetry[] = [];
    const transactions = new Transactions(fixture.dataSource, { onRetry: (retry) => retries.push(retry) });
    let arrived = 0;
    let meet = (): void => undefined;
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const cross = (first: string, second: string) =>
      transactions.run(async (em) => {
        await increment(em, first);
        arrived += 1;
        if (arrived === 2) meet();
        await met;
        await increment(em, second);
      });
    await Promise.all([cross('a', 'b'), cross('b', 'a')]);
    expect(retries).toEqual([{ reason: 'deadlock', retry: 1 }]);
    expect([await tally('a'), await tally('b')]).toEqual([2, 2]);
  });

  it('are given up after five retries, with an error that shows nothing of the statement', async () => {
    let runs = 0;
    const transactions = new Transactions(fixture.dataSource, { random: () => 0 });
    const outcome = await transactions
      .run(async (em) => {
        runs += 1;
        await increment(em);
        await em.query(CONFLICTS[engine]);
      })
      .catch((error: unknown) => error);
    expect([runs, await tally()]).toEqual([6, 0]);
    expect(isEngineError(outcome) && outcome.code).toBe('TRANSACTION_RETRIES_EXHAUSTED');
    expect(outcome).toHaveProperty('cause.message', expect.stringMatching(/^QueryFailedError/));
    expect(JSON.stringify([outcome, String(outcome)])).not.toMatch(/SIGNAL|RAISE/);
  });

  const impatience = IMPATIENCE[engine];
  if (impatience) {
    it.each([
      ['of the entity manager', (em: EntityManager) => em.findOneBy(Tally, { id: 'a' })],
      ['as it is written', (em: EntityManager) => em.query('SELECT 1')],
    ])(
      'are run again when the server has lost its patience with one that stood still: a statement %s',
      async (_how, next) => {
        let runs = 0;
        await fixture.transactions.run(async (em) => {
          runs += 1;
          await increment(em);
          if (runs > 1) return;
          const [{ id }] = (await em.query(impatience.id)) as [{ id: string | number }];
          await em.query(impatience.set);
          const isGone = async (): Promise<boolean> => {
            const rows: unknown[] = await fixture.dataSource.query(`${impatience.others} = ${id}`);
            return rows.length === 0;
          };
          await waitFor(isGone, { what: 'the server to end the connection' });
          await next(em);
        });
        expect([runs, await tally()]).toEqual([2, 1]);
      },
    );
  }

  if (impatience)
    it('keep the connection when they fail for a reason of their own', async () => {
      const dataSource = await fixture.connect({ extra: engine === 'postgres' ? { max: 1 } : { connectionLimit: 1 } });
      const transactions = new Transactions(dataSource);
      const connection = (em: EntityManager): Promise<unknown> => em.query(impatience.id);
      const before = await transactions.run(connection);
      await expect(
        transactions.run(async () => {
          throw new Error('out of stock');
        }),
      ).rejects.toThrow('out of stock');
      await expect(transactions.run((em) => em.query('SELECT nothing'))).rejects.toThrow('nothing');
      expect(await transactions.run(connection)).toEqual(before);
    });

  describe.each(IMPATIENT_POOLS[engine] ?? [])('are, with a pool of %j whose connections are all taken,', (extra) => {
    const taken = async (onRetry: (retry: TransactionRetry, release: () => void) => void) => {
      const dataSource = await fixture.connect({ extra });
      const held = dataSource.createQueryRunner();
      await held.connect();
      const release = (): void => void held.release();
      // With a line of one, this one stands in it.
      const waiting = 'queueLimit' in extra ? dataSource.query('SELECT 1') : Promise.resolve();
      const options = { random: () => 0, onRetry: (retry: TransactionRetry) => onRetry(retry, release) };
      return { dataSource, transactions: new Transactions(dataSource, options), release, waiting };
    };

    it('run again', async () => {
      const reasons: string[] = [];
      const { transactions, waiting } = await taken(({ reason }, release) => {
        reasons.push(reason);
        release();
      });
      await transactions.run((em) => increment(em));
      await waiting;
      expect([new Set(reasons), await tally()]).toEqual([new Set(['connection-refused']), 1]);
    });

    it('given up in the end, with an error that says so', async () => {
      const { transactions, release, waiting } = await taken(() => undefined);
      const outcome = transactions.run((em) => increment(em));
      await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_RETRIES_EXHAUSTED' });
      await expect(outcome).rejects.toThrow('connections left');
      release();
      await waiting;
    });

    it('not run again where a handler has found its own pool so', async () => {
      const { dataSource, release, waiting } = await taken(() => undefined);
      let runs = 0;
      const work = async (em: EntityManager): Promise<void> => {
        runs += 1;
        await increment(em);
        await dataSource.query('SELECT 1');
      };
      await expect(fixture.transactions.run(work)).rejects.not.toMatchObject({ code: expect.anything() });
      expect([runs, await tally()]).toEqual([1, 0]);
      release();
      await waiting;
    });
  });

  const replica = TURNED_REPLICA[engine];
  if (replica !== undefined) {
    let proxy: CuttingProxy;
    beforeAll(async () => {
      proxy = await startCuttingProxy(String(Reflect.get(fixture.database.options, 'url')));
      // On a busy machine the pool learns late of the end of a connection.
      proxy.linger(50);
    });
    afterAll(() => proxy.close());

    /** A DataSource of two connections, both to a server that writes nothing any more; and how often they were opened. */
    async function afterFailover() {
      const extra = engine === 'postgres' ? { max: 2 } : { connectionLimit: 2 };
      const dataSource = await fixture.connect({ extra, url: proxy.url });
      const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
      await Promise.all(runners.map((runner) => runner.query(replica!)));
      await Promise.all(runners.map((runner) => runner.release()));
      const reasons: string[] = [];
      const onRetry = ({ reason }: TransactionRetry): void => void reasons.push(reason);
      return { transactions: new Transactions(dataSource, { onRetry }), reasons };
    }

    it.each<readonly [string, (to: Transactions) => Promise<unknown>]>([
      ['a transaction', (to) => to.run((em) => increment(em))],
      ['a single change', (to) => to.single((em) => em.increment(Tally, { id: 'a' }, 'n', 1))],
      ['a statement', (to) => to.execute({ sql: "UPDATE tally SET n = n + 1 WHERE id = 'a'", parameters: [] })],
    ])('leave a server that has become a replica, whose connections stay in the pool: %s', async (_what, work) => {
      const { transactions, reasons } = await afterFailover();
      await work(transactions);
      await work(transactions);
      expect(await tally()).toBe(2);
      // Each connection is met once, and then no more.
      expect(reasons.length).toBeLessThanOrEqual(2);
      expect(new Set(reasons)).toEqual(new Set(['read-only']));
    });

    it('say so where every server has become one', async () => {
      const dataSource = await fixture.connect();
      const transactions = new Transactions(dataSource, { random: () => 0 });
      const outcome = transactions.run((em) => em.query(READ_ONLY_NOW[engine]!));
      await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_RETRIES_EXHAUSTED' });
      await expect(outcome).rejects.toThrow('read-only');
    });
  }

  if (engine === 'mariadb' || engine === 'mysql')
    it.each([
      ['of a group replication, which rolled back', 3101, 'serialisation'],
      ['of a Galera cluster, where another node was faster', 1213, 'deadlock'],
    ])('are run again when the commit is refused by the rest %s', async (_title, errno, reason) => {
      const dataSource = await fixture.connect();
      const retries: TransactionRetry[] = [];
      const transactions = new Transactions(dataSource, { random: () => 0, onRetry: (retry) => retries.push(retry) });
      let commits = 0;
      // Such a server has rolled back when it answers.
      const untap = tapStatements(dataSource, {
        before: async ({ sql, raw }) => {
          if (sql !== 'COMMIT' || (commits += 1) > 1) return;
          await raw('ROLLBACK');
          await raw(`SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'refused'`);
        },
      });
      await transactions.run((em) => increment(em)).finally(untap);
      expect([commits, await tally(), retries]).toEqual([2, 1, [{ reason, retry: 1 }]]);
    });

  if (engine === 'postgres')
    it('are run again when the pooler before the server has lost it', async () => {
      let runs = 0;
      await fixture.transactions.run(async (em) => {
        runs += 1;
        await increment(em);
        if (runs === 1)
          await em.query(`DO $$ BEGIN RAISE EXCEPTION 'server conn crashed?' USING ERRCODE = '08P01'; END $$`);
      });
      expect([runs, await tally()]).toEqual([2, 1]);
    });

  it('are run again on another connection when theirs is lost on the way', async () => {
    let runs = 0;
    await fixture.transactions.run(async (em) => {
      runs += 1;
      await increment(em);
      if (runs === 1) await em.query(SUICIDES[engine]);
    });
    expect([runs, await tally()]).toEqual([2, 1]);
  });

  const few = FEW_CONNECTIONS[engine];
  if (few) {
    it('are run again when all connections that the account may have are taken', async () => {
      const url = new URL(String(Reflect.get(fixture.database.options, 'url')));
      const name = url.pathname.slice(1);
      for (const statement of few(name)) await fixture.dataSource.query(statement);
      [url.username, url.password] = [`few_${name}`, 'few'];
      const dataSource = await fixture.connect({ url: url.href });
      const [first, second] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
      await Promise.all([first.query('SELECT 1'), second.query('SELECT 1')]);
      const retries: TransactionRetry[] = [];
      const onRetry = (retry: TransactionRetry): void => {
        retries.push(retry);
        if (retry.retry === 2) void first.release();
      };
      const transactions = new Transactions(dataSource, { onRetry });
      await transactions.run((em) => increment(em));
      await second.release();
      expect(retries.slice(0, 2)).toEqual([1, 2].map((retry) => ({ reason: 'connection-refused', retry })));
      expect(await tally()).toBe(1);
    });
  }

  describe('whose connection is lost', () => {
    let proxy: CuttingProxy;
    let transactions: Transactions;
    beforeAll(async () => {
      proxy = await startCuttingProxy(String(Reflect.get(fixture.database.options, 'url')));
      transactions = new Transactions(await fixture.connect({ url: proxy.url }));
    });
    afterAll(() => proxy.close());
    const jobs = () => fixture.dataSource.getRepository(Job).count();

    it('are run again when no one listens for a moment, because the server restarts or another takes over', async () => {
      const retries: TransactionRetry[] = [];
      const insisting = new Transactions(await fixture.connect({ url: proxy.url }), {
        random: () => 0,
        onRetry: (retry) => retries.push(retry),
      });
      await insisting.run((em) => increment(em));
      // Shorter than five pauses, longer than the first.
      proxy.shutFor(25);
      await insisting.run((em) => increment(em));
      expect(retries.map(({ reason }) => reason)).toContain('connection-refused');
      expect(await tally()).toBe(2);
    });

    // Services of the host may use the connection without TypeORM (decision 038): its errors are as the driver makes them.
    it.each(['before', 'reset'] as const)(
      'are run again when a statement of the driver meets it: %s',
      async (moment) => {
        interface Driver {
          query(sql: string, done: (error: Error | null) => void): void;
        }
        let runs = 0;
        await transactions.run(async (em) => {
          runs += 1;
          await increment(em);
          const driver = (await em.queryRunner!.connect()) as Driver;
          if (runs === 1) proxy.cutNext(moment);
          await new Promise<void>((resolve, reject) => {
            driver.query('SELECT 1', (error) => void (error === null ? resolve() : reject(error)));
          });
        });
        expect([runs, await tally()]).toEqual([2, 1]);
      },
    );

    /** Work as it should be: it looks first. */
    const insertOnce = async (em: EntityManager): Promise<void> => {
      if (!(await em.findOneBy(Job, { id: '1' }))) await em.insert(Job, job('1'));
    };

    it('are run again, and find that it had taken place', async () => {
      let runs = 0;
      proxy.cutNextCommit();
      await transactions.run((em) => {
        runs += 1;
        return insertOnce(em);
      });
      expect([runs, await jobs()]).toEqual([2, 1]);
    });
  });
});
