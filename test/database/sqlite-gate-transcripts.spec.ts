import { expect, test } from '@jest/globals';
import type { EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { afterCommit, isInsideTransaction } from '../../src/database/engine/index.js';
import { statementsIn, type StatementTranscript } from '../support/statement-transcript.js';
import { EngineFixture } from './engine-fixture.js';
import { Tally } from './queue.entities.js';
import { describeSqlite, signal } from './sqlite-fixture.js';

const NOON = Date.UTC(2026, 0, 15, 11);

interface Connection {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
}

describeSqlite('the gate of SQLite', () => {
  const fixture = new EngineFixture('sqlite');
  const connection = (): Connection => Reflect.get(fixture.dataSource.driver, 'databaseConnection');

  /** Also writes down what goes to the connection past TypeORM. */
  async function transcript(script: (written: StatementTranscript) => Promise<unknown>): Promise<string> {
    const { dataSource } = fixture;
    const original = connection().exec;
    try {
      return await statementsIn(dataSource, NOON, async (written) => {
        Reflect.set(connection(), 'exec', function (this: Connection, sql: string) {
          written.write(`  (straight: ${sql})`);
          return Reflect.apply(original, this, [sql]);
        });
        await script(written);
        await written.rows();
      });
    } finally {
      Reflect.deleteProperty(connection(), 'exec');
    }
  }

  const add = (runner: Pick<QueryRunner, 'manager'>, id: string): Promise<unknown> =>
    runner.manager.insert(Tally, { id });
  const stateOf = (runner: QueryRunner): string =>
    `${runner.isTransactionActive ? 'open' : 'not open'} to TypeORM at depth ${Reflect.get(runner, 'transactionDepth')}, ` +
    `${connection().inTransaction ? 'open' : 'not open'} to SQLite, ` +
    (isInsideTransaction(fixture.dataSource) ? 'inside' : 'outside');

  test('transactions, and savepoints in them', async () => {
    const { dataSource } = fixture;
    const text = await transcript(async (written) => {
      await written.step('one that is kept, with a savepoint that is and one that is not', () =>
        dataSource.transaction(async (tx) => {
          await add(tx.queryRunner!, 'a');
          await tx.transaction((inner) => add(inner.queryRunner!, 'b'));
          await tx
            .transaction(async (inner) => {
              await add(inner.queryRunner!, 'c');
              throw new Error('not this');
            })
            .catch((error: Error) => written.write(`  ${error.message}`));
          written.write(`  ${stateOf(tx.queryRunner!)}`);
        }),
      );
      await written.step('one that is not kept', () =>
        dataSource.transaction(async (tx) => {
          await add(tx.queryRunner!, 'd');
          afterCommit(tx, () => written.write('  never'));
          throw new Error('no');
        }),
      );
      await written.step('others join it', () =>
        dataSource.transaction(async (tx) => {
          await dataSource.getRepository(Tally).insert({ id: 'e' });
          await dataSource.transaction(async (other) => {
            await add(other.queryRunner!, 'f');
            written.write(`  the other: ${stateOf(other.queryRunner!)}`);
            afterCommit(other, () => written.write('  the other is kept'));
          });
          await dataSource
            .transaction(async (other) => {
              await add(other.queryRunner!, 'g');
              throw new Error('not the other');
            })
            .catch((error: Error) => written.write(`  ${error.message}`));
          written.write(`  ${stateOf(tx.queryRunner!)}`);
          afterCommit(tx, () => written.write('  it is kept'));
        }),
      );
      await written.step('behind them', async () => isInsideTransaction(dataSource));
    });
    expect(text).toMatchSnapshot();
  });

  test('a query runner by hand', async () => {
    const { dataSource } = fixture;
    const text = await transcript(async (written) => {
      const runner = dataSource.createQueryRunner();
      const does = (title: string, action: () => Promise<unknown>) =>
        written.step(title, async () => {
          try {
            await action();
          } finally {
            written.write(`  ${stateOf(runner)}`);
          }
        });
      await does('it ends what it never began', () => runner.commitTransaction());
      await does('and takes it back', () => runner.rollbackTransaction());
      await does('it begins, writes and commits', async () => {
        await runner.startTransaction();
        written.write(`  ${stateOf(runner)}`);
        await add(runner, 'a');
        await runner.commitTransaction();
      });
      await does('it begins twice, and commits twice', async () => {
        await runner.startTransaction();
        await runner.startTransaction();
        await add(runner, 'b');
        await runner.commitTransaction();
        written.write(`  ${stateOf(runner)}`);
        await runner.commitTransaction();
      });
      await does('it begins twice, and takes back twice', async () => {
        await runner.startTransaction();
        await add(runner, 'c');
        await runner.startTransaction();
        await add(runner, 'd');
        await runner.rollbackTransaction();
        written.write(`  ${stateOf(runner)}`);
        await runner.rollbackTransaction();
      });
      await does('it begins twice, and is given back', async () => {
        await runner.startTransaction();
        await runner.startTransaction();
        await add(runner, 'e');
        await runner.release();
      });
      await does('it joins another, twice', () =>
        dataSource.transaction(async () => {
          const notes = async (what: string, action: () => Promise<unknown>): Promise<void> => {
            await action();
            written.write(`  ${what}: ${stateOf(runner)}`);
          };
          await notes('begun', () => runner.startTransaction());
          await notes('begun again', () => runner.startTransaction());
          await notes('committed', () => runner.commitTransaction());
          await notes('committed again', () => runner.commitTransaction());
          await notes('begun once more', () => runner.startTransaction());
          await notes('rolled back', () => runner.rollbackTransaction());
          await notes('begun at last', () => runner.startTransaction());
          await notes('given back', () => runner.release());
        }),
      );
      await does('the next one', async () => {
        await dataSource.transaction((tx) => add(tx.queryRunner!, 'f'));
      });
    });
    expect(text).toMatchSnapshot();
  });

  test('something fails on the way', async () => {
    const { dataSource } = fixture;
    let failing: string | null = null;
    const fail = (name: string) => (): void => {
      if (failing === name) throw new Error(`a subscriber fails: ${name}`);
    };
    const subscriber: EntitySubscriberInterface = {
      beforeTransactionStart: fail('before the start'),
      afterTransactionStart: fail('after the start'),
      beforeTransactionCommit: fail('before the commit'),
      afterTransactionCommit: fail('after the commit'),
      beforeTransactionRollback: fail('before the rollback'),
      afterTransactionRollback: fail('after the rollback'),
    };
    dataSource.subscribers.push(subscriber);
    const text = await transcript(async (written) => {
      for (const name of [
        'before the start',
        'after the start',
        'before the commit',
        'after the commit',
        'before the rollback',
        'after the rollback',
      ]) {
        const id = name.replace('the ', '').slice(0, 20);
        const isRollback = name.endsWith('rollback');
        failing = name;
        await written.step(`a subscriber fails ${name}`, () =>
          dataSource.transaction(async (tx) => {
            await add(tx.queryRunner!, id);
            if (isRollback) throw new Error('no');
          }),
        );
        failing = null;
        await written.step('by hand', async () => {
          const own = dataSource.createQueryRunner();
          const notes: string[] = [];
          const tried = async (what: string, action: () => Promise<unknown>): Promise<void> => {
            await action().then(
              () => notes.push(`${what}`),
              (error: Error) => notes.push(`${what}: ${error.message}`),
            );
            written.write(`  ${notes.at(-1)}: ${stateOf(own)}`);
          };
          failing = name;
          await tried('begun', () => own.startTransaction());
          await tried('ended', () => (isRollback ? own.rollbackTransaction() : own.commitTransaction()));
          await tried('rolled back', () => own.rollbackTransaction());
          failing = null;
          await tried('rolled back again', () => own.rollbackTransaction());
          await own.release();
        });
      }
      const afterwards = await dataSource.transaction((tx) => tx.count(Tally));
      await written.step('afterwards', async () => [afterwards, connection().inTransaction]);
    });
    expect(text).toMatchSnapshot();
  });

  test('work in a transaction that no one waits for', async () => {
    const { dataSource } = fixture;
    const text = await transcript(async (written) => {
      await written.step('it joins while the transaction lasts, and is on its own behind it', async () => {
        const late = signal();
        let work: Promise<unknown> | undefined;
        await dataSource.transaction(async (tx) => {
          void add(dataSource, 'a').then(() => written.write('  a is written'));
          work = late.given.then(() => add(dataSource, 'b'));
          await add(tx.queryRunner!, 'c');
        });
        written.write(`  behind it: ${isInsideTransaction(dataSource)}`);
        late.give();
        await work;
      });
    });
    expect(text).toMatchSnapshot();
  });
});
