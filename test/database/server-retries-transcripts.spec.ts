import { describe, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { paperTranscript } from './paper-script.js';
import { failure } from './paper-server.js';
import { Tally } from './queue.entities.js';

const SERVERS = ['postgres', 'mariadb'] as const;

const CODES = {
  postgres: { deadlock: '40P01', lost: '57P01', readOnly: '25006', other: '23505' },
  mariadb: { deadlock: 1213, lost: 2013, readOnly: 1290, other: 1062 },
} as const;

const add = (em: EntityManager): Promise<unknown> => em.increment(Tally, { id: 'a' }, 'n', 1);
const STATEMENT = { sql: 'UPDATE tally SET n = n + 1', parameters: [] };

describe.each(SERVERS)('transactions that fail: %s', (type) => {
  const options = { type, entities: [Tally] };
  const { deadlock, lost, readOnly, other } = CODES[type];
  const failing = (text: string | RegExp, code: string | number, times = 1) => ({ text, answer: failure(code), times });

  test('what fails is done again, as often as it may be', async () => {
    const text = await paperTranscript(options, async (paper) => {
      const insisting = paper.transactionsOf(1);
      await paper.step('it is known', () => insisting.run(add), [
        { text: 'default_transaction_isolation', answer: [{ level: 'read committed' }] },
      ]);
      await paper.step('a deadlock', () => insisting.run(add), [failing('UPDATE', deadlock)]);
      await paper.step('two of them', () => insisting.run(add), [failing('UPDATE', deadlock, 2)]);
      const executed = () => paper.transactions.execute(STATEMENT);
      await paper.step('five of them', executed, [failing('UPDATE', deadlock, 5)]);
      await paper.step('six of them', executed, [failing('UPDATE', deadlock, 6)]);
      await paper.committed('another failure', add, [failing('UPDATE', other)]);
      await paper.committed('a failure of the shop', async () => {
        throw new Error('out of stock');
      });
      await paper.step('a statement meets a deadlock', () => paper.transactions.execute(STATEMENT), [
        failing('UPDATE', deadlock),
      ]);
      await paper.read('a read loses its connection', (em) => em.find(Tally), [failing('SELECT', lost)]);
      await paper.step('a single change loses its connection', () => paper.transactions.single(add), [
        failing('UPDATE', lost),
      ]);
    });
    expect(text).toMatchSnapshot();
  });

  test('a commit fails', async () => {
    const text = await paperTranscript(options, async (paper) => {
      const run = (title: string, code: string | number) =>
        paper.step(title, () => paper.transactions.run(add), [failing(/^COMMIT$/, code)]);
      await run('the connection is lost', lost);
      await run('a deadlock', deadlock);
    });
    expect(text).toMatchSnapshot();
  });

  test('a server has become a replica', async () => {
    const text = await paperTranscript(options, async (paper) => {
      await paper.committed('a transaction', add, [failing('UPDATE', readOnly)]);
      await paper.step('a single change', () => paper.transactions.single(add), [failing('UPDATE', readOnly)]);
      await paper.step('a statement', () => paper.transactions.execute(STATEMENT), [
        failing('UPDATE', readOnly),
        failing(type === 'postgres' ? 'pg_terminate' : 'KILL', lost),
      ]);
    });
    expect(text).toMatchSnapshot();
  });
});
