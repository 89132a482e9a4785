import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tillbridgeMigrations } from 'tillbridge/database';
import { canaryKey } from '../support/canary.js';
import { createTestDatabase, type TestDatabase } from '../support/engines.js';
import { waitFor } from '../support/wait-for.js';
import { versionOf } from '../../src/cli/version.js';
import { call, endAll, PROGRAM, tillbridge, type Run } from './support/program.js';
import { WarmProgram } from './support/warm-program.js';

const HOST = join(process.cwd(), 'test/cli/host');
let folder: string;
let silent: Server;
let serviceUrl: string;
let warm: WarmProgram;

beforeAll(async () => {
  warm = WarmProgram.start();
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-frame-'));
  // A service that takes every request and answers none.
  silent = createServer((socket) => void socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});

afterEach(endAll);

afterAll(async () => {
  await warm.stop();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls it in the shop of `test/cli/host`, on this database. */
const inShop = (args: readonly string[], database: object, program = tillbridge): Promise<Run> =>
  program(args, { cwd: HOST, env: shopOf(database, 'http://127.0.0.1:9') });

const shopOf = (database: object, url: string): Record<string, string> => ({
  SHOP: JSON.stringify({ database, serviceUrl: url, key: canaryKey('web') }),
});

/** The same in a process that stays. */
const warmly: typeof tillbridge = (args, surroundings) => warm.run(args, surroundings);

/** Calls `migrate` with this configuration. */
function withConfig(text: string, program = warmly): Promise<Run> {
  const file = join(mkdtempSync(join(folder, 'shop-')), 'tillbridge.config.mjs');
  writeFileSync(file, text);
  return program(['migrate', '--config', file]);
}

describe('the command line', () => {
  it.each([
    ['a command that is none', ['bless'], /unknown command 'bless'/],
    ['a flag that is none', ['doctor', '--colour'], /unknown option '--colour'/],
    ['too many arguments', ['doctor', 'well'], /too many arguments/],
    ['a reason that says nothing', ['sync', 'A-1', '--why', ' '], /It must say something/],
  ])('refuses %s with exit code 2, and says how it is called', async (_, args, text) => {
    const { exit, out, err } = await tillbridge(args);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(text);
    expect(err).toContain('--help');
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('explains itself', async () => {
    const help = await tillbridge(['--help']);
    expect([help.exit, help.err]).toEqual([0, '']);
    expect(help.out).toContain('Exit codes: 0 done');
  });

  it('says which version of the package it is, by whatever link it is called', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await tillbridge(['--version'])).toEqual({ exit: 0, out: `${version}\n`, err: '' });
    const link = join(folder, 'tillbridge');
    symlinkSync(PROGRAM, link);
    expect(versionOf(link)).toBe(version);
  });

  it('says where there is no shop what is missing, on both outputs where a program asks', async () => {
    const { exit, out, err } = await warm.run(['doctor', '--json'], { cwd: folder });
    expect(exit).toBe(3);
    expect(JSON.parse(out)).toEqual({ error: expect.objectContaining({ code: 'CONFIG_MISSING' }) });
    expect(err).toMatch(/^CONFIG_MISSING: .*\n.*export default defineConfig/);
  });

  it.each([
    ['that cannot be loaded', 'export default {', 'CONFIG_UNUSABLE', /Unexpected|cannot be used/],
    ['that says nothing', 'export default {}', 'CONFIG_UNUSABLE', /no function `module`/],
    ['whose module is not there', 'export default { module: () => undefined }', 'MODULE_MISSING', /answers nothing/],
    [
      'of an application without payments',
      'export default { module: () => class {} }',
      'MODULE_MISSING',
      /TillbridgeModule/,
    ],
    [
      'of an application that throws',
      'export default { module: () => class {}, create: () => Promise.reject(new Error("no licence")) }',
      'SHOP_NOT_OPENED',
      /no licence/,
    ],
  ])('says what is wrong with a configuration %s', async (_, text, code, why) => {
    const { exit, out, err } = await withConfig(text);
    expect([exit, out]).toEqual([3, '']);
    expect(err).toMatch(new RegExp(`^${code}: `));
    expect(err).toMatch(why);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('does not take the end of an application for an answer', async () => {
    const ending = 'export default { module: () => class {}, create: () => process.exit(1) }';
    const { exit, err } = await withConfig(ending, tillbridge);
    expect(exit).toBe(3);
    expect(err).toContain('Pass the second parameter of `create` on');
  });

  it('says that the database is away, without its password', async () => {
    const database = { type: 'mariadb', url: `mysql://shop:${canaryKey('database')}@127.0.0.1:1/shop` };
    const { exit, err } = await inShop(['migrate'], database);
    expect(exit).toBe(3);
    expect(err).toMatch(/^DATABASE_AWAY: The shop's database cannot be reached \(ECONNREFUSED\)/);
  });

  it('ends at once at Ctrl-C where nothing is half done', async () => {
    const database = await createTestDatabase('sqlite');
    const stuck = call(['doctor', '--verbose'], { cwd: HOST, env: shopOf(database.options, serviceUrl) });
    await waitFor(() => stuck.printed().includes('Scheduler') || stuck.printed().includes('[log]'), {
      timeoutMs: 30_000,
    });
    const connected = await waitFor(
      () => new Promise<number>((resolve) => silent.getConnections((_, n) => resolve(n))),
      {
        timeoutMs: 30_000,
      },
    );
    stuck.signal('SIGINT');
    expect([connected > 0, (await stuck.ended).exit]).toEqual([true, 4]);
    await database.drop();
  });
});

describe('what is printed', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
  });
  afterAll(() => database.drop());

  it('is one JSON document for programs, whatever the application prints itself', async () => {
    const talkative = join(HOST, 'shop.mjs');
    mkdirSync(join(folder, 'talks'));
    writeFileSync(
      join(folder, 'talks', 'tillbridge.config.mjs'),
      `import { create, Shop } from ${JSON.stringify(talkative)};
       console.log('Welcome to the shop');
       export default { module: () => Shop, create: (module, { abortOnError }) => create(module, { abortOnError }) };`,
    );
    const surroundings = { cwd: join(folder, 'talks'), env: shopOf(database.options, 'http://127.0.0.1:9') };
    const { exit, out, err } = await tillbridge(['migrate', '--json'], surroundings);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      upToDate: false,
      migrations: tillbridgeMigrations.map(() => ({ of: 'tillbridge', hasRun: false })),
    });
    expect(err).toContain('Welcome to the shop');
    expect(err).toContain('[Nest]');
  });

  it('is plain text in a pipe, and nothing at all when it is to be quiet', async () => {
    const plain = await inShop(['migrate'], database.options);
    const quiet = await inShop(['migrate', '--quiet'], database.options, warmly);
    expect(plain.out).toMatch(/^Migration\tOf\tState\nInitialTables\d+\ttillbridge\tto be run\n/);
    expect(plain.out.includes('\u001B')).toBe(false);
    expect([quiet.exit, quiet.out, quiet.err]).toEqual([1, '', '']);
  });

  it('is a finding with its fix when doctor is called, and none after the fix', async () => {
    const before = await inShop(['doctor', '--json'], database.options, warmly);
    const { checks }: { checks: { check: string; state: string; findings: { fix: string }[] }[] } = JSON.parse(
      before.out,
    );
    const migrations = checks.find(({ check }) => check === 'migrations');
    expect([before.exit, migrations?.state, migrations?.findings[0]?.fix]).toEqual([
      1,
      'found',
      'tillbridge migrate up',
    ]);
    await inShop(['migrate', 'up'], database.options, warmly);
    const after = await inShop(['doctor'], database.options, warmly);
    expect(after.out).toContain('✓ The tables are up to date');
    expect(after.out).toMatch(/✗ The keys[^]*Why it matters:[^]*What to do:/);
    expect(after.exit).toBe(1);
  });
});
