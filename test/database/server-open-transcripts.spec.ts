import { describe, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { afterCommit, isInsideTransaction, trackTransactions } from '../../src/database/engine/index.js';
import { paperTranscript } from './paper-script.js';
import { Tally } from './queue.entities.js';
import { signal } from './sqlite-fixture.js';

const SERVERS = ['postgres', 'mariadb'] as const;

const add = (em: EntityManager): Promise<unknown> => em.increment(Tally, { id: 'a' }, 'n', 1);

describe.each(SERVERS)('transactions that are open: %s', (type) => {
  const options = { type, entities: [Tally] };

  test('it is known where a transaction is open', async () => {
    const text = await paperTranscript(options, async (paper) => {
      const { dataSource } = paper;
      const inside = (when: string): void => paper.write(`  ${when}: ${isInsideTransaction(dataSource)}`);
      await paper.step('nothing is kept in mind', () => dataSource.transaction(async () => inside('in it')));
      trackTransactions(dataSource);
      trackTransactions(dataSource);
      await paper.step('one after the other', async () => {
        inside('before');
        await dataSource.transaction(async (tx) => {
          inside('in it');
          afterCommit(tx, () => inside('its commit'));
          afterCommit(tx, () => inside('its commit, again'));
          await tx.transaction(async (deeper) => {
            await add(deeper);
            inside('in a savepoint');
            afterCommit(deeper, () => inside('its commit, as of the savepoint'));
          });
          inside('behind the savepoint');
        });
        inside('behind it');
        afterCommit(dataSource.manager, () => inside('without one'));
      });
      await paper.step('one that is rolled back', () =>
        dataSource.transaction(async (tx) => {
          afterCommit(tx, () => inside('never'));
          await tx.transaction(async () => Promise.reject(new Error('not this'))).catch(() => undefined);
          inside('behind the savepoint');
          throw new Error('no');
        }),
      );
      await paper.step('by hand, and another inside', async () => {
        const runner = dataSource.createQueryRunner();
        await runner.startTransaction();
        inside('begun');
        await dataSource.transaction(async () => inside('in the other'));
        inside('behind the other');
        await runner.commitTransaction();
        inside('committed');
        await runner.startTransaction();
        inside('begun again');
        await runner.release();
        inside('given back');
      });
      await paper.step('one that never begins', async () => {
        const failing = {
          beforeTransactionStart: () => {
            throw new Error('not now');
          },
        };
        dataSource.subscribers.push(failing);
        const runner = dataSource.createQueryRunner();
        await runner.startTransaction().catch((error: Error) => paper.write(`  ${error.message}`));
        inside('behind it');
        dataSource.subscribers.splice(dataSource.subscribers.indexOf(failing), 1);
        await runner.startTransaction();
        inside('begun');
        await runner.rollbackTransaction();
        inside('rolled back');
        await runner.release();
        return dataSource.subscribers.length;
      });
      await paper.step('the host makes its list of subscribers anew', async () => {
        Object.assign(dataSource, { subscribers: [] });
        await dataSource.transaction(async () => inside('in it'));
      });
      await paper.step('work that is left alone', async () => {
        const { give, given } = signal();
        let work: Promise<void> | undefined;
        await dataSource.transaction(async () => {
          work = given.then(() => inside('later'));
        });
        give();
        await work;
      });
      for (const ending of ['commitTransaction', 'rollbackTransaction'] as const)
        await paper.step(`work of one that was ended, during the next over its connection: ${ending}`, async () => {
          const runner = dataSource.createQueryRunner();
          const { give, given } = signal();
          await runner.startTransaction();
          const work = given.then(() => inside('work of the first'));
          await runner[ending]();
          await runner.startTransaction();
          give();
          await work;
          inside('the second');
          await runner.commitTransaction();
          await runner.release();
        });
      await paper.step('one that is open when the shop ends', async () => {
        await dataSource.createQueryRunner().startTransaction();
        inside('begun');
        await dataSource.destroy();
        inside('behind the end');
        await dataSource.initialize();
        await dataSource.transaction(async () => inside('in one after the next start'));
      });
    });
    expect(text).toMatchSnapshot();
  });
});
