import { describe, expect, it } from '@jest/globals';
import { assert, property, subarray } from 'fast-check';
import { describePlan, ENGINES, howToGet, missingEngines, parseEngineList, planEngines } from './engine-plan.mjs';

describe('TILLBRIDGE_TEST_ENGINES', () => {
  it.each([[undefined], [''], ['  '], [' , ,']])('asks for nothing when it is %p', (text) => {
    expect(parseEngineList(text)).toBeUndefined();
  });

  it('is a list of names, in any order and case, with any spaces', () => {
    expect(parseEngineList(' Postgres,sqlite , MARIADB,postgres')).toEqual(['sqlite', 'mariadb', 'postgres']);
  });

  it('names what it does not know, and what it knows', () => {
    expect(() => parseEngineList('sqlite,oracle')).toThrow(/oracle.*sqlite, mariadb, mysql, postgres/);
  });
});

describe('the plan of engines', () => {
  it('uses what can be had when nothing is asked for', () => {
    const plan = planEngines({ binaries: { mariadb: '/usr/sbin/mariadbd' } });
    expect(plan.map(({ name, how }) => [name, how])).toEqual([
      ['sqlite', 'embedded'],
      ['mariadb', 'binary'],
      ['mysql', 'absent'],
      ['postgres', 'absent'],
    ]);
    expect(missingEngines(plan)).toEqual([]);
  });

  it('prefers the server it was informed of to one it would start', () => {
    const entry = planEngines({
      requested: ['postgres'],
      urls: { postgres: 'postgres://x' },
      binaries: { postgres: '/usr/bin/postgres' },
    }).find(({ name }) => name === 'postgres');
    expect(entry).toMatchObject({ how: 'url', url: 'postgres://x', required: true });
  });

  it('leaves out what is not named when engines are named', () => {
    const plan = planEngines({ requested: ['mariadb'], binaries: { mariadb: '/m', postgres: '/p' } });
    expect(plan.filter(({ how }) => how !== 'unwanted').map(({ name }) => name)).toEqual(['mariadb']);
  });

  it('says of each engine that is required and missing how to get it', () => {
    const missing = missingEngines(planEngines({ requested: ['sqlite', 'mariadb', 'postgres'] }));
    expect(missing).toHaveLength(2);
    expect(missing[0]).toContain(howToGet('mariadb'));
    expect(missing[1]).toContain('TILLBRIDGE_TEST_POSTGRES_URL');
  });

  it('never misses anything unless it was asked for', () => {
    assert(
      property(subarray(ENGINES), subarray(ENGINES), (requested, found) => {
        const binaries = Object.fromEntries(found.map((name) => [name, `/bin/${name}`]));
        const plan = planEngines({ requested: requested.length > 0 ? requested : undefined, binaries });
        const expected = requested.filter((name) => name !== 'sqlite' && !found.includes(name));
        expect(missingEngines(plan)).toHaveLength(expected.length);
        expect(plan.map(({ name }) => name)).toEqual(ENGINES);
      }),
    );
  });
});

describe('the words at the start of a run', () => {
  it('say which engines are used, and how to get the others', () => {
    const text = describePlan([
      { name: 'sqlite', required: false, how: 'embedded', version: '3.50.2' },
      { name: 'mariadb', required: false, how: 'binary', binary: '/usr/sbin/mariadbd', version: '10.11' },
      { name: 'mysql', required: false, how: 'absent' },
      { name: 'postgres', required: false, how: 'failed', reason: 'no space' },
    ]);
    expect(text.split('\n')).toHaveLength(5);
    expect(text).toMatch(/sqlite +used \(embedded, 3\.50\.2\)/);
    expect(text).toMatch(/mariadb +used \(throw-away server from \/usr\/sbin\/mariadbd, 10\.11\)/);
    expect(text).toMatch(/mysql +not used\. To use it, .*TILLBRIDGE_TEST_MYSQL_URL/);
    expect(text).toMatch(/postgres +not used: .*\(no space\).*apt-get install postgresql/);
  });

  it('never show the address of a server, for it holds a password', () => {
    const text = describePlan(planEngines({ urls: { mariadb: 'mysql://user:secret@127.0.0.1' } }));
    expect(text).not.toContain('secret');
    expect(text).toContain('TILLBRIDGE_TEST_MARIADB_URL');
  });
});
