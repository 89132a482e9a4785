import { beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { TransactionWatch } from './transaction-watch.js';

describe('a transaction that a handler has', () => {
  const ends = new Map<string, (error?: Error) => void>();
  let runner: QueryRunner;
  let watch: TransactionWatch;

  beforeEach(() => {
    ends.clear();
    const tx = new DataSource({ type: 'postgres' }).createEntityManager();
    const query = (sql: string): Promise<string> =>
      new Promise((resolve, reject) => ends.set(sql, (error) => (error ? reject(error) : resolve(`rows of ${sql}`))));
    Reflect.set(tx, 'queryRunner', { query, stream: async (sql: string) => `stream of ${sql}` });
    runner = tx.queryRunner!;
    watch = TransactionWatch.over(tx);
  });

  const doubts = (): boolean[] => [watch.takeDoubt(), watch.takeDoubt()];

  it('may have ended while statements are under way, however many, and not by those that went well', async () => {
    expect(doubts()).toEqual([false, false]);
    const statements = ['SELECT 1', 'SELECT 2'].map((sql) => runner.query(sql));
    expect(doubts()).toEqual([true, true]);
    ends.get('SELECT 1')!();
    expect(await statements[0]).toBe('rows of SELECT 1');
    expect(doubts()).toEqual([true, true]);
    ends.get('SELECT 2')!();
    await statements[1];
    expect(doubts()).toEqual([false, false]);
  });

  it('may have ended by a statement that failed, and is in doubt until the next check', async () => {
    const failing = runner.query('UPDATE stock');
    ends.get('UPDATE stock')!(new Error('deadlock'));
    await expect(failing).rejects.toThrow('deadlock');
    expect(doubts()).toEqual([true, false]);
  });

  it.each([
    ['ROLLBACK', true],
    ['  commit;', true],
    ['END', true],
    ['ABORT', true],
    ['SELECT endings FROM story', false],
    ['ENDINGS', false],
  ])('is in doubt after %s: %s', async (sql, is) => {
    const statement = runner.query(sql);
    ends.get(sql)!();
    await statement;
    expect(doubts()).toEqual([is, false]);
  });

  it('is in doubt after a stream, whose end is not seen', async () => {
    expect(await runner.stream('SELECT 1')).toBe('stream of SELECT 1');
    expect(doubts()).toEqual([true, false]);
  });

  it('is not committed by a statement of a handler, and by the module once it has ended', async () => {
    const handled: unknown[] = [];
    await watch.handling('reserve', async () => {
      handled.push(await runner.query('COMMIT').catch(String), await runner.stream('/* */ end').catch(String));
    });
    const refusal = expect.stringContaining('reserve would have ended the transaction it was given');
    expect(handled).toEqual([refusal, refusal]);
    const statement = runner.query('COMMIT');
    ends.get('COMMIT')!();
    expect(await statement).toBe('rows of COMMIT');
  });

  it('is not in doubt where it has no runner', () => {
    const idle = TransactionWatch.over(new DataSource({ type: 'postgres' }).manager);
    expect(idle.takeDoubt()).toBe(false);
  });
});
