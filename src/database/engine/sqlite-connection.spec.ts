import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pauseMsAfter, SqliteConnection } from './sqlite-connection.js';

const busy = () => Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

/** Another process holds the file for this number of attempts. */
class Driver {
  readonly executed: string[] = [];
  isLockedFor = 0;
  readonly databaseConnection = {
    inTransaction: false,
    exec: (sql: string): void => {
      this.executed.push(sql);
      if (sql === 'BEGIN IMMEDIATE' && this.isLockedFor-- > 0) throw busy();
    },
  };
}

describe('the connection to a SQLite file that other processes use, too', () => {
  let driver: Driver;
  let connection: SqliteConnection;
  let tries: number;
  beforeEach(() => {
    driver = new Driver();
    connection = new SqliteConnection(driver, 10_000);
    tries = 0;
  });

  afterEach(() => void jest.restoreAllMocks());

  /** A statement that finds the file locked this number of times. */
  const locked = (times: number) => async (): Promise<string> => {
    tries += 1;
    if (tries <= times) throw busy();
    return 'done';
  };

  it('tries again when the other process is done, and blocks the event loop for a moment at most', async () => {
    driver.isLockedFor = 3;
    expect(await connection.insist('SELECT 1', locked(1))).toBe('done');
    expect(tries).toBe(2);
    const begin = 'BEGIN IMMEDIATE';
    const settings = ['PRAGMA busy_timeout = 10', 'PRAGMA synchronous = FULL'];
    expect(driver.executed).toEqual([...settings, begin, begin, begin, begin, 'ROLLBACK']);
    await connection.insist('SELECT 1', locked(0));
    expect(driver.executed.filter((sql) => sql.startsWith('PRAGMA'))).toEqual(settings);
  });

  it('repeats nothing within a transaction except its end', async () => {
    driver.databaseConnection.inTransaction = true;
    await expect(connection.insist('UPDATE a', locked(1))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    expect(tries).toBe(1);
    expect(await connection.insist('COMMIT', locked(2))).toBe('done');
    expect(driver.executed).toEqual(['PRAGMA busy_timeout = 10']);
  });

  it('leaves other failures to the caller', async () => {
    const broken = () => Promise.reject(Object.assign(new Error('no such table'), { code: 'SQLITE_ERROR' }));
    await expect(connection.insist('SELECT 1', broken)).rejects.toThrow('no such table');
  });

  it('gives up in time', async () => {
    driver.isLockedFor = Infinity;
    const impatient = new SqliteConnection(driver, 20);
    await expect(impatient.insist('SELECT 1', locked(Infinity))).rejects.toMatchObject({
      code: 'GATE_TIMEOUT',
      message: expect.stringContaining('20 ms'),
    });
    expect(tries).toBe(1);
  });

  it.each([
    [999, 'done'],
    [1_000, 'GATE_TIMEOUT'],
  ])('waits for as long as it may, and no longer: %i of 1,000 ms', async (waitedMs, ending) => {
    jest
      .spyOn(performance, 'now')
      .mockReturnValueOnce(50)
      .mockReturnValueOnce(50 + waitedMs);
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const outcome = new SqliteConnection(driver, 1_000).insist('SELECT 1', locked(1));
    expect(await outcome.catch(({ code }: { code: string }) => code)).toBe(ending);
  });

  it.each([
    [0, 0, 5],
    [0, 0.5, 5],
    [100, 0, 5],
    [100, 0.5, 17.5],
    [400, 0.5, 55],
    [404, 0.5, 55],
    [396, 0.5, 54.5],
    [60_000, 1, 105],
  ])(
    'pauses the longer, the longer it has waited: after %i ms, with a chance of %d, for %d ms',
    (waited, chance, ms) => {
      jest.spyOn(Math, 'random').mockReturnValue(chance);
      expect(pauseMsAfter(waited)).toBe(ms);
    },
  );

  it('asks nothing of a driver without a connection', async () => {
    expect(await new SqliteConnection({}, 20).insist('SELECT 1', locked(0))).toBe('done');
  });

  it('ends what is open, and nothing else', () => {
    connection.reset();
    driver.databaseConnection.inTransaction = true;
    connection.reset();
    expect(driver.executed).toEqual(['ROLLBACK']);
    expect(() => new SqliteConnection({}, 20).reset()).not.toThrow();
  });

  it('begins with the lock of writers', () => {
    expect(SqliteConnection.immediate('BEGIN TRANSACTION')).toBe('BEGIN IMMEDIATE');
    expect(SqliteConnection.immediate('COMMIT')).toBe('COMMIT');
  });
});
