import { AsyncResource } from 'node:async_hooks';
import { beforeAll, expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import {
  installSqliteGate,
  isInsideTransaction,
  joinsTransaction,
  trackTransactions,
} from '../../src/database/engine/index.js';
import { createTestDatabase, describeEngines, describeServers } from '../support/engines.js';
import { createLaggingDatabase } from '../support/lagging-replica.js';
import { EngineFixture } from './engine-fixture.js';
import { signal } from './sqlite-fixture.js';

describeEngines('whether the caller is inside a transaction', (engine) => {
  const fixture = new EngineFixture(engine);
  const isInside = (): boolean => isInsideTransaction(fixture.dataSource);
  beforeAll(() => trackTransactions(fixture.dataSource));

  /** What one who began a transaction by hand sees, in a context of its own. */
  const byHand = (work: (runner: QueryRunner) => Promise<void>): Promise<void> =>
    new AsyncResource('test').runInAsyncScope(async () => {
      const runner = fixture.dataSource.createQueryRunner();
      try {
        await work(runner);
      } finally {
        await runner.release();
      }
    });

  it('is so in the transaction and in all that it calls, and neither before nor after', async () => {
    expect(isInside()).toBe(false);
    const inside = await fixture.dataSource.transaction(async (em) => {
      await em.query('SELECT 1');
      return isInside();
    });
    expect(inside).toBe(true);
    expect(isInside()).toBe(false);
  });

  it('is not so after a transaction that was rolled back', async () => {
    const failing = fixture.dataSource.transaction(async () => {
      throw new Error('out of stock');
    });
    await expect(failing).rejects.toThrow('out of stock');
    expect(isInside()).toBe(false);
  });

  it('is not so for one who began a transaction and did not wait for it', async () => {
    const done = signal();
    const [inside, beside] = await Promise.all([
      fixture.dataSource.transaction(async () => {
        await done.given;
        return isInside();
      }),
      (async () => {
        const atOnce = isInside();
        await Promise.resolve();
        const later = isInside();
        done.give();
        return [atOnce, later];
      })(),
    ]);
    expect([inside, beside]).toEqual([true, [false, false]]);
  });

  it('is not so for one who began one through the manager of a runner and did not wait for it', () =>
    byHand(async (runner) => {
      const running = runner.manager.transaction(async () => isInside());
      expect(isInside()).toBe(false);
      expect(await running).toBe(true);
      expect(isInside()).toBe(false);
    }));

  it('is so after the beginning of one by hand, until it is committed or rolled back', () =>
    byHand(async (runner) => {
      for (const end of ['commitTransaction', 'rollbackTransaction'] as const) {
        await runner.startTransaction();
        expect(isInside()).toBe(true);
        await runner.query('SELECT 1');
        expect(isInside()).toBe(true);
        await runner[end]();
        expect(isInside()).toBe(false);
      }
    }));

  it('is not so after a runner was released whose transaction no one has ended', () =>
    byHand(async (runner) => {
      if (engine !== 'sqlite') await runner.connect();
      await runner.startTransaction();
      await runner.query(engine === 'sqlite' ? 'SELECT 1' : 'ROLLBACK');
      await runner.release();
      expect(isInside()).toBe(false);
      const next = fixture.dataSource.createQueryRunner();
      await next.query('SELECT 1');
      expect(isInside()).toBe(false);
      await next.release();
    }));

  it('stays so after a savepoint in it, kept or not', () =>
    byHand(async (runner) => {
      await runner.startTransaction();
      await runner.manager.transaction(async () => expect(isInside()).toBe(true));
      expect(isInside()).toBe(true);
      await runner.startTransaction();
      await runner.rollbackTransaction();
      expect(isInside()).toBe(true);
      await runner.commitTransaction();
      expect(isInside()).toBe(false);
    }));

  it('stays so in the outer one when another that was begun inside has ended', () =>
    byHand(async (runner) => {
      await runner.startTransaction();
      const inner = fixture.dataSource.createQueryRunner();
      await inner.startTransaction();
      await inner.commitTransaction();
      await inner.release();
      expect(isInside()).toBe(true);
      await runner.rollbackTransaction();
      expect(isInside()).toBe(false);
    }));

  it('ends for work that was started inside and goes on afterwards, also when the runner begins again', () =>
    byHand(async (runner) => {
      const over = signal();
      await runner.startTransaction();
      const left = (async () => {
        const before = isInside();
        await over.given;
        return [before, isInside()];
      })();
      await runner.commitTransaction();
      await new AsyncResource('another').runInAsyncScope(() => runner.startTransaction());
      over.give();
      expect(await left).toEqual([true, false]);
      await runner.rollbackTransaction();
    }));

  it('is not so because of a transaction on another database', async () => {
    const other = await createTestDatabase(engine);
    const elsewhere = await new DataSource({ ...other.options } as DataSourceOptions).initialize();
    installSqliteGate(elsewhere);
    trackTransactions(elsewhere);
    await elsewhere.transaction(async () => expect(isInside()).toBe(false));
    await elsewhere.destroy();
    await other.drop();
  });

  it('is known of a host that builds its list of subscribers anew', async () => {
    fixture.dataSource.subscribers.splice(0);
    expect(await fixture.dataSource.transaction(async () => isInside())).toBe(true);
    Object.assign(fixture.dataSource, { subscribers: [] });
    await byHand(async (runner) => {
      await runner.startTransaction();
      expect(isInside()).toBe(true);
      await runner.rollbackTransaction();
    });
  });

  it('is known once, however often it is asked for', () => {
    trackTransactions(fixture.dataSource);
    expect(fixture.dataSource.subscribers.length).toBe(engine === 'sqlite' ? 0 : 1);
  });

  it('means that other statements join it on SQLite only', async () => {
    expect(await fixture.dataSource.transaction(async () => joinsTransaction(fixture.dataSource))).toBe(
      engine === 'sqlite',
    );
  });
});

describeServers('whether the caller is inside a transaction, with read replicas', (engine) => {
  if (engine === 'sqlite') return;

  it('is so in one on the master', async () => {
    const database = await createLaggingDatabase(engine);
    const dataSource = await new DataSource(database.options).initialize();
    try {
      trackTransactions(dataSource);
      expect(await dataSource.transaction(async () => isInsideTransaction(dataSource))).toBe(true);
      const reading = dataSource.createQueryRunner('slave');
      await reading.query('SELECT 1');
      expect(isInsideTransaction(dataSource)).toBe(false);
      await reading.release();
    } finally {
      await dataSource.destroy();
      await database.drop();
    }
  });
});
