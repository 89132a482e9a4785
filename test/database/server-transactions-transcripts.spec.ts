import { describe, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { hasReplicas, masterManager } from '../../src/database/engine/index.js';
import { paperTranscript } from './paper-script.js';
import { Tally } from './queue.entities.js';

const SERVERS = ['postgres', 'mariadb'] as const;

/** What the driver of MariaDB says of a statement: whether a transaction is open after it, beside other things. */
const status = (serverStatus: number) => ({ raw: { serverStatus } });
const AUTOCOMMIT = 2;
const OPEN = 1;

const add = (em: EntityManager): Promise<unknown> => em.increment(Tally, { id: 'a' }, 'n', 1);
const STATEMENT = { sql: 'UPDATE tally SET n = n + 1', parameters: [] };

describe.each(SERVERS)('transactions of a shop: %s', (type) => {
  const options = { type, entities: [Tally] };

  test('it is asked once how it commits', async () => {
    const text = await paperTranscript(options, async (paper) => {
      const levels = ['read committed', 'serializable'];
      const answered = (level: string, value: unknown) => [
        { text: 'default_transaction_isolation', answer: [{ level }] },
        { text: '@@autocommit', answer: [{ value }] },
      ];
      for (const [index, level] of levels.entries()) {
        const transactions = paper.transactionsOf();
        await paper.step(`${level}: a transaction`, () => transactions.run(add), answered(level, 1 - index));
        await paper.step('another one', () => transactions.run(add));
        await paper.step('a read', () => transactions.read((em) => em.find(Tally)), answered(level, 1 - index));
        await paper.step('another read', () => transactions.read((em) => em.find(Tally)));
        await paper.step('a single change', () => transactions.single(add));
      }
      await paper.step('it does not say', () => paper.transactionsOf().read((em) => em.find(Tally)));
    });
    expect(text).toMatchSnapshot();
  });

  test('the host wants other transactions than the server gives', async () => {
    const text = await paperTranscript({ ...options, isolationLevel: 'SERIALIZABLE' }, (paper) =>
      paper.committed('a transaction', add),
    );
    expect(text).toMatchSnapshot();
  });

  test('a statement is committed by itself', async () => {
    const text = await paperTranscript(options, async (paper) => {
      const execute = (title: string, answer: { readonly raw: unknown }) =>
        paper.step(title, () => paper.transactions.execute(STATEMENT), [{ text: 'UPDATE', answer }]);
      await execute('it is', status(AUTOCOMMIT));
      await execute('it is not', status(OPEN));
      await execute('it is not, and more is said', status(OPEN | AUTOCOMMIT));
      await execute('nothing is said', { raw: null });
      await execute('a number is said', { raw: OPEN });
      await execute('a word is said', { raw: { serverStatus: '1' } });
    });
    expect(text).toMatchSnapshot();
  });

  test('a shop reads from replicas', async () => {
    const replication = { master: { database: 'shop' }, slaves: [{ database: 'shop' }] };
    const text = await paperTranscript({ ...options, replication }, async (paper) => {
      await paper.step(
        'they are always avoided in the same way',
        () => masterManager(paper.dataSource) === masterManager(paper.dataSource),
      );
      await paper.step('are there any', () => hasReplicas(paper.dataSource));
      await paper.read('all rows', (em) => em.find(Tally));
      await paper.read('what is written out', (em) => em.query('SELECT 1'));
      await paper.step('all rows, for the shop', () => paper.dataSource.manager.find(Tally));
    });
    expect(text).toMatchSnapshot();
  });

  test('a shop reads from no replica', async () => {
    const text = await paperTranscript(options, async (paper) => {
      await paper.step('there are none', () => hasReplicas(paper.dataSource));
      await paper.step('where the option is not set', () =>
        hasReplicas({ options: { type, replication: undefined } as never }),
      );
      await paper.step('nothing is to be avoided', () => masterManager(paper.dataSource) === paper.dataSource.manager);
    });
    expect(text).toMatchSnapshot();
  });
});
