import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { tillbridgeMigrations } from 'tillbridge/database';
import { decideAll, UNKNOWN } from '../../src/cli/doctor/examine.js';
import { runMigrations } from '../../src/cli/migrate/locked-run.js';
import { canaryKey } from '../support/canary.js';
import { createTestDatabase, type TestDatabase } from '../support/engines.js';
import { startShop } from '../support/shop-host.js';
import { examine, healthy, Public, type HostPlan } from './support/doctor-host.js';
import { ServiceClock } from './support/service-clock.js';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';

/** Does something to the database, and answers the end of it. */
const inDatabase = async (
  database: TestDatabase,
  work: (dataSource: DataSource) => Promise<unknown>,
): Promise<void> => {
  const options = { ...database.options, migrations: [...tillbridgeMigrations] };
  const dataSource = await new DataSource(options).initialize();
  await work(dataSource).finally(() => dataSource.destroy());
};

let sandbox: RunningSandbox;
let database: TestDatabase;
const ids = async (changes: Partial<HostPlan>, service = sandbox.url): Promise<string[]> =>
  (await examine({ ...healthy(database.options), ...changes }, service)).map(({ id }) => id);

beforeAll(async () => {
  sandbox = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
  database = await createTestDatabase('sqlite');
  await inDatabase(database, runMigrations);
});

afterAll(async () => {
  await sandbox.close();
  await database.drop();
});

/** A fault, what it is called, what in the advice mends it, and the shop after doing that. */
type Row = readonly [title: string, fault: Partial<HostPlan>, id: string, fix: RegExp, mended: Partial<HostPlan>];

const live = { mode: 'live', baseUrl: 'https://127.0.0.1:9' } as const;
const url = 'https://shop.example/payments/notifications/web';

const FAULTS: readonly Row[] = [
  ['a lost raw body (Express)', { rawBody: false }, 'RAW_BODY_MISSING', /rawBody: true/, { rawBody: true }],
  [
    'a lost raw body (Fastify)',
    { rawBody: false, platform: 'fastify' },
    'RAW_BODY_MISSING',
    /rawBody: true/,
    { rawBody: true, platform: 'fastify' },
  ],
  ['a middleware that wants a login', { wantsLogin: true }, 'ANSWER_NOT_OK', /middleware/, { wantsLogin: false }],
  [
    'a global guard',
    { isGuarded: true },
    'ANSWER_NOT_OK',
    /notificationDecorators: \[Public\(\)/,
    { isGuarded: true, extras: { notificationDecorators: [Public()] } },
  ],
  [
    'an address without the global prefix',
    { prefix: 'api' },
    'NOTIFICATION_URL_ELSEWHERE',
    /end in \/api\/payments\/notifications\/web/,
    { prefix: 'api', group: { notificationUrl: 'http://localhost:3000/api/payments/notifications/web' } },
  ],
  [
    'an address that the test environment refuses',
    { group: { mode: 'test' } },
    'NOTIFICATION_URL_REFUSED',
    /https address with a public host/,
    { group: { mode: 'test', notificationUrl: url } },
  ],
  [
    'a live address without https',
    { group: { mode: 'live', baseUrl: 'https://127.0.0.1:9' } },
    'OPTIONS_INVALID',
    /Correct the options/,
    { group: { ...live, notificationUrl: url } },
  ],
  [
    'a key of another account',
    { group: { apiKeys: ['of-another-account'] } },
    'KEY_REFUSED',
    /apiKeys of web/,
    { group: {} },
  ],
  [
    'a service that is away',
    { group: { baseUrl: 'http://127.0.0.1:9' } },
    'SERVICE_UNREACHABLE',
    /baseUrl of web/,
    { group: {} },
  ],
  [
    'a schedule without a scheduler',
    { schedulers: 0, group: { polling: { cron: '* * * * *' } } },
    'SCHEDULER_MISSING',
    /ScheduleModule\.forRoot\(\) once/,
    { schedulers: 1, group: { polling: { cron: '* * * * *' } } },
  ],
  ['a scheduler that is there twice', { schedulers: 2 }, 'SCHEDULER_TWICE', /root module only/, { schedulers: 1 }],
  [
    'times read in another zone than the service has',
    { timeZone: 'UTC', group: { ...live, notificationUrl: url } },
    'SERVICE_ZONE',
    /Leave timeZone out/,
    { group: { ...live, notificationUrl: url } },
  ],
  ['a database that is too old', { pretends: '3.30.1' }, 'ENGINE_TOO_OLD', /Upgrade/, { pretends: '' }],
];

describe('doctor', () => {
  it('has every check, those before going live too, in its own page and the list of going live', () => {
    const names = (page: string): string[] =>
      [...readFileSync(page, 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name!);
    const [all, some] = [decideAll(UNKNOWN, true), decideAll(UNKNOWN)].map((list) => list.map(({ check }) => check));
    const section = names('docs/reference/doctor-checks.md');
    expect(section.filter((name) => all!.includes(name))).toEqual(all);
    expect(names('docs/recipes/going-live.md')).toEqual(expect.arrayContaining(all!.slice(some!.length)));
  });

  it.each(['express', 'fastify'] as const)('finds nothing in a healthy shop (%s)', async (platform) => {
    expect(await ids({ platform })).toEqual([]);
  });

  it.each(FAULTS)('finds %s, and says what mends it', async (_, fault, id, fix, mended) => {
    const found = await examine({ ...healthy(database.options), ...fault }, sandbox.url);
    const finding = found.find((each) => each.id === id);
    expect(finding?.fix).toMatch(fix);
    expect([finding?.what, finding?.why]).not.toContain('');
    expect(await ids(mended)).not.toContain(id);
  });

  it('finds a clock that is off, and not one that is kept in step', async () => {
    const service = new ServiceClock();
    const at = await service.start();
    service.aheadMs = 3_600_000;
    const found = await ids({}, at);
    service.aheadMs = 0;
    const left = await ids({}, at);
    await service.stop();
    expect([found, left]).toEqual([['CLOCK_SKEW'], []]);
  });

  it('finds tables that were never made, and makes none; after migrate up they are there', async () => {
    const empty = await createTestDatabase('sqlite');
    const plan = healthy(empty.options);
    const found = [await examine(plan, sandbox.url), await examine({ ...plan, lists: false }, sandbox.url)];
    expect(found.flat().map(({ id }) => id)).toEqual(['MIGRATIONS_MISSING', 'MIGRATIONS_UNLISTED']);
    expect(found[0]![0]!.fix).toBe('tillbridge migrate up');
    await inDatabase(empty, runMigrations);
    expect(await examine(plan, sandbox.url)).toEqual([]);
    await inDatabase(empty, (dataSource) => dataSource.query('ALTER TABLE tillbridge_effect RENAME TO elsewhere'));
    expect((await examine(plan, sandbox.url)).map(({ id, what }) => [id, what])).toEqual([
      ['TABLES_MISSING', expect.stringContaining('tillbridge_effect')],
    ]);
    await inDatabase(empty, (dataSource) => dataSource.query('ALTER TABLE elsewhere RENAME TO tillbridge_effect'));
    expect(await examine(plan, sandbox.url)).toEqual([]);
    await empty.drop();
  });

  it('finds a database that can be read and not written', async () => {
    expect(await ids({})).toEqual([]);
    const found = await examine(healthy({ ...database.options, readonly: true } as DataSourceOptions), sandbox.url);
    expect(found.map(({ id, what }) => [id, what])).toEqual([
      ['NOT_WRITABLE', expect.stringContaining('attempt to write a readonly database')],
    ]);
  });

  it('asks a running shop from outside, which stores nothing of it', async () => {
    const shop = await startShop();
    const plan = healthy(database.options);
    const found = await examine(plan, sandbox.url, shop.url);
    const rows = await shop.count('tillbridge_notification');
    const elsewhere = await examine(plan, sandbox.url, sandbox.url);
    await shop.close();
    const away = await examine(plan, sandbox.url, shop.url);
    expect([found, rows]).toEqual([[], 0]);
    expect(elsewhere.map(({ id, what }) => [id, what])).toEqual([['ANSWER_NOT_OK', expect.stringContaining('404')]]);
    expect(away.map(({ id, what }) => [id, what])).toEqual([
      ['ANSWER_NOT_OK', expect.stringContaining('ECONNREFUSED')],
    ]);
  });

  it('finds what a shop of tests lacks before it takes real money, and asks it where it is registered', async () => {
    const shop = await startShop();
    const notificationUrl = `${shop.url}/payments/notifications/web`;
    const plan = { ...healthy(database.options), group: { notificationUrl } };
    const found = await examine(plan, sandbox.url, undefined, true);
    await shop.close();
    const away = await examine(plan, sandbox.url, undefined, true);
    const wanted = ['MODE_NOT_LIVE', 'ADDRESS_NOT_LIVE', 'ADDRESS_NOT_PUBLIC', 'NO_PROCESS', 'NO_HANDLER'];
    expect(found.map(({ id }) => id)).toEqual(wanted);
    expect(found.map(({ fix }) => fix)).not.toContain('');
    expect(away.map(({ id }) => id)).toEqual(['ANSWER_NOT_OK', ...wanted]);
  });

  it('finds that no process works where the workers of all are off, and nothing once one has them', async () => {
    const running = async (): Promise<string[]> => {
      const found = await examine(healthy(database.options), sandbox.url, undefined, true);
      return found.map(({ id }) => id).filter((id) => id.startsWith('NO_') && id !== 'NO_HANDLER');
    };
    const web = await startShop({ database, options: { workers: 'off' } });
    try {
      expect(await running()).toEqual(['NO_WORKERS']);
      const worker = await startShop({ database });
      expect(await running().finally(() => worker.close())).toEqual([]);
    } finally {
      await web.close();
    }
  });
});
