import { beforeEach, expect, it } from '@jest/globals';
import { installSqliteGate } from '../../src/database/engine/index.js';
import { describeSqlite, SqliteFixture } from './sqlite-fixture.js';

/** Far more than a turn may take: anyone who gets no turn by then never gets one. */
const MOST_MS = 5_000;

describeSqlite('a long chain of statements on SQLite', () => {
  const fixture = new SqliteFixture();

  beforeEach(() => void installSqliteGate(fixture.dataSource));

  /** Whether a timer of someone else's fires while statements follow one another. */
  async function letsOthersIn(statement: () => Promise<unknown>): Promise<boolean> {
    const others = new AbortController();
    const timer = setTimeout(() => others.abort());
    const end = performance.now() + MOST_MS;
    while (!others.signal.aborted && performance.now() < end) await statement();
    clearTimeout(timer);
    return others.signal.aborted;
  }

  it('lets others have their turn', async () => {
    expect(await letsOthersIn(() => fixture.dataSource.query('SELECT 1'))).toBe(true);
  });

  it('lets others have their turn inside a transaction', async () => {
    expect(await fixture.dataSource.transaction((em) => letsOthersIn(() => em.query('SELECT 1')))).toBe(true);
  });

  it('lets others have their turn between transactions', async () => {
    const briefly = () => fixture.dataSource.transaction((em) => em.query('SELECT 1'));
    expect(await letsOthersIn(briefly)).toBe(true);
  });

  it('is still carried out in the order in which it was asked for', async () => {
    const seen: number[] = [];
    const ask = async (place: number): Promise<void> => {
      await fixture.dataSource.query('SELECT 1');
      seen.push(place);
    };
    const places = Array.from({ length: 2_000 }, (_, place) => place);
    await Promise.all(places.map(ask));
    expect(seen).toEqual(places);
  });
});
