import { afterEach, expect, it, jest } from '@jest/globals';
import {
  checkDurability,
  checkEngineVersion,
  DatabaseClock,
  engineOf,
  installSqliteGate,
} from '../../src/database/engine/index.js';
import { TillbridgeDatabase } from '../../src/shop/data-source/tillbridge-database.js';
import { ManualClock, SystemClock } from '../../src/support/clock.js';
import { describeEngines } from '../support/engines.js';
import { EngineFixture } from './engine-fixture.js';
import { Sample } from './queue.entities.js';

describeEngines('the engine', (engine) => {
  const fixture = new EngineFixture(engine);
  afterEach(() => void jest.restoreAllMocks());

  it('is known by name and new enough', async () => {
    expect(engineOf(fixture.dataSource)).toBe(engine);
    expect(await checkEngineVersion(fixture.dataSource)).toMatch(/^\d+\.\d+/);
  });

  it('has a gate on SQLite, and needs none elsewhere', () => {
    expect(installSqliteGate(fixture.dataSource)).toBe(engine === 'sqlite');
  });

  it('gives back numbers and bytes as what they were', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const samples = [
      { id: 1, at: Number.MAX_SAFE_INTEGER, bytes },
      { id: 2, at: -1, bytes: Buffer.alloc(49_149, 0xff) },
      { id: 3, at: null, bytes: null },
    ];
    const repository = fixture.dataSource.getRepository(Sample);
    // insert() writes into what it is given.
    await repository.insert(samples.map((sample) => ({ ...sample })));
    expect(await repository.find({ order: { id: 'ASC' } })).toEqual(samples);
    expect(await repository.findOneBy({ at: Number.MAX_SAFE_INTEGER })).toMatchObject({ id: 1 });
  });

  it('has a clock that can be followed, whatever time zone the server is in', async () => {
    const system = new SystemClock();
    const clock = new DatabaseClock(fixture.dataSource, system);
    await clock.sync();
    expect(Math.abs(clock.now() - system.now())).toBeLessThan(5_000);
  });

  it('is followed when our own clock is wrong; SQLite has none but ours', async () => {
    const wrong = new ManualClock(1_000);
    const clock = new DatabaseClock(fixture.dataSource, wrong);
    expect(clock.now()).toBe(1_000);
    await clock.sync();
    const difference = Math.abs(clock.now() - new SystemClock().now());
    if (engine === 'sqlite') expect(clock.now()).toBe(1_000);
    else expect(difference).toBeLessThan(5_000);
    const before = clock.now();
    wrong.advance(250);
    expect(clock.now()).toBe(before + 250);
  });

  it('is followed though someone sets the clock of the machine; SQLite has none but that', async () => {
    const HOUR = 3_600_000;
    const database = await TillbridgeDatabase.open(fixture.dataSource);
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR);
    const step = database.clock.now() - now();
    expect(Math.abs(Math.round(step / HOUR))).toBe(engine === 'sqlite' ? 1 : 0);
    database.onModuleDestroy();
  });

  it('keeps the last offset when the database cannot be asked', async () => {
    const other = await fixture.connect();
    const clock = new DatabaseClock(other, new ManualClock(1_000));
    await clock.sync();
    const before = clock.now();
    await other.destroy();
    if (engine !== 'sqlite') await expect(clock.sync()).rejects.toThrow();
    expect(clock.now()).toBe(before);
    await other.initialize();
  });

  it('keeps what it has committed, or we say so', async () => {
    const warnings = await checkDurability(fixture.dataSource);
    // A server of someone's own may well be set to be fast.
    const ofSettings = /^(innodb_flush_log_at_trx_commit|sync_binlog|fsync|synchronous_commit) is /;
    expect(warnings.filter((warning) => !ofSettings.test(warning))).toEqual([]);
    if (engine !== 'sqlite') return;
    expect(await fixture.dataSource.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await fixture.dataSource.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
  });

  if (engine === 'sqlite') {
    it('keeps what it has committed also after the DataSource was closed and opened again', async () => {
      const other = await fixture.connect();
      await checkDurability(other);
      await other.destroy();
      await other.initialize();
      expect(await other.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
      expect(await other.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
    });
  }

  if (engine === 'postgres') {
    it('is warned of when it answers before it has written', async () => {
      const careless = await fixture.connect({ extra: { options: '-c synchronous_commit=off' } });
      expect(await checkDurability(careless)).toContainEqual(expect.stringContaining('synchronous_commit is off'));
    });
  }

  if (engine === 'mariadb') {
    it('is warned of, and judged by its own version, when TypeORM takes it for MySQL', async () => {
      const disguised = await fixture.connect({ type: 'mysql' });
      expect(await checkDurability(disguised)).toContainEqual(expect.stringContaining('set type "mariadb"'));
      expect(await checkEngineVersion(disguised)).toBe(await checkEngineVersion(fixture.dataSource));
    });
  }
});
