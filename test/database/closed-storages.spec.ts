import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource } from 'typeorm';
import { installSqliteGate, trackTransactions } from '../../src/database/engine/index.js';
import { createTestDatabase, describeEngines } from '../support/engines.js';

describeEngines('a DataSource that was closed', (engine) => {
  const used = new Set<AsyncLocalStorage<unknown>>();
  const { enterWith } = AsyncLocalStorage.prototype;
  beforeEach(() => {
    AsyncLocalStorage.prototype.enterWith = function (this: AsyncLocalStorage<unknown>, store: unknown) {
      used.add(this);
      enterWith.call(this, store);
    };
  });
  afterEach(() => {
    AsyncLocalStorage.prototype.enterWith = enterWith;
    used.clear();
  });

  /** Node 20 tells those of each new promise. */
  const enabled = (): unknown[] => [...used].filter((storage) => Reflect.get(storage, 'enabled') === true);

  it('leaves nothing behind that each promise of the process is told to, and works when it is opened again', async () => {
    const database = await createTestDatabase(engine);
    const dataSource = new DataSource(database.options);
    for (const _ of [1, 2]) {
      await dataSource.initialize();
      installSqliteGate(dataSource);
      trackTransactions(dataSource);
      await dataSource.transaction((tx) => tx.query('SELECT 1'));
      expect(used.size).toBeGreaterThan(0);
      await dataSource.destroy();
      expect(enabled()).toEqual([]);
    }
    await database.drop();
  });
});
