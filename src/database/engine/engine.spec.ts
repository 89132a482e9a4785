import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { engineOf, isAtLeast, OLDEST_VERSIONS, readVersion, type Engine } from './engine.js';
import { isEngineError } from './engine-error.js';

describe('the engine of a DataSource', () => {
  it.each([
    ['better-sqlite3', 'sqlite'],
    ['mysql', 'mysql'],
    ['mariadb', 'mariadb'],
    ['postgres', 'postgres'],
  ] as const)('%s is %s', (type, engine) => {
    expect(engineOf(new DataSource({ type, database: ':memory:' }))).toBe(engine);
  });

  it('is refused with advice when it is another one (scenario B3)', () => {
    let thrown: unknown;
    try {
      engineOf({ options: { type: 'mssql' } });
    } catch (error) {
      thrown = error;
    }
    expect(isEngineError(thrown)).toBe(true);
    expect(thrown).toMatchObject({ code: 'ENGINE_UNSUPPORTED', advice: expect.stringContaining('better-sqlite3') });
  });
});

describe('the version of an engine', () => {
  it.each<[Engine, string, string]>([
    ['mariadb', '10.11.19-MariaDB-0+deb12u1', '10.11.19'],
    ['mariadb', '5.5.5-10.6.3-MariaDB-log', '10.6.3'],
    ['mysql', '8.0.36-0ubuntu0.22.04.1', '8.0.36'],
    ['mysql', '9.1.0', '9.1.0'],
    ['postgres', 'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu', '15.18'],
    ['postgres', 'PostgreSQL 9.5.25 on x86_64', '9.5.25'],
    ['sqlite', '3.46.1', '3.46.1'],
  ])('%s "%s" is read as %s', (engine, text, version) => {
    expect(readVersion(engine, text)).toBe(version);
  });

  it.each<[Engine, string]>([
    ['mariadb', '10.5.25-MariaDB'],
    ['mysql', '8.0.0-dmr'],
    ['mysql', '5.7.44'],
    ['postgres', 'PostgreSQL 9.4.26 on x86_64'],
    ['sqlite', '3.34.1'],
    ['mysql', 'nonsense'],
  ])('%s "%s" is too old', (engine, text) => {
    expect(() => readVersion(engine, text)).toThrow(expect.objectContaining({ code: 'ENGINE_TOO_OLD' }));
  });

  it('of SQLite comes with its driver', () => {
    expect(() => readVersion('sqlite', '3.34.1')).toThrow('Upgrade better-sqlite3: without RETURNING');
  });

  it.each<[string, string, boolean]>([
    ['10.11', '10.6.0', true],
    ['10.6', '10.6.0', true],
    ['10.6', '10.6.1', false],
    ['9.5.0', '9.5', true],
    ['9.5', '9.5', true],
    ['9', '9.0', true],
    ['9.4.9', '9.5', false],
    ['8.0.0', '8.0.1', false],
    ['8.0.2', '8.0.1', true],
    ['9.99.99', '10.0', false],
  ])('is compared number by number: %s is at least %s: %s', (found, oldest, isNew) => {
    expect(isAtLeast(found, oldest)).toBe(isNew);
  });

  it.each(Object.entries(OLDEST_VERSIONS) as [Engine, string][])(
    '%s %s is the oldest that will do',
    (engine, oldest) => {
      expect(readVersion(engine, oldest)).toBe(oldest);
    },
  );
});
