import { describe, expect, it } from '@jest/globals';
import { decideAll } from './examine.js';
import type { DatabaseFacts, Facts, GroupFacts, LiveFacts } from './facts.types.js';
import type { Finding, CheckResult } from './finding.types.js';

const group: GroupFacts = {
  name: 'web',
  mode: 'live',
  baseUrl: 'https://api.multisafepay.com',
  notificationUrl: 'https://shop.example/payments/notifications/web',
  hasCron: false,
  keyGap: null,
};

const database: DatabaseFacts = {
  engine: 'mariadb',
  isMariadb: true,
  settings: {},
  ownIsolation: 'read committed',
  narrowTables: [],
  poolSize: 10,
  timeShiftMs: 0,
  otherProcesses: null,
  synchronizes: false,
  writeError: null,
};

const ok = { status: 200, contentType: 'text/plain', body: 'OK' };
const route = { group: 'web', at: '/payments/notifications/web', answer: ok, error: null };

const healthy: Facts = {
  start: null,
  groups: [group],
  timeZone: 'Europe/Amsterdam',
  database,
  strayGroups: [],
  handlerGaps: [],
  accounts: [],
  schema: { pending: [], unlisted: [], missingTables: [] },
  clock: { databaseAheadMs: 0, services: [{ groups: ['web'], host: 'api.multisafepay.com', aheadMs: 400 }] },
  ordersToRecheck: 0,
  keys: [{ group: 'web', mode: 'live', host: 'h', key: 'k', role: 'current', verdict: { kind: 'known' } }],
  schedulers: 1,
  hasCreate: true,
  routes: [route],
  outside: [route],
  live: null,
};

const found = (changes: Partial<Facts>): Finding[] =>
  decideAll({ ...healthy, ...changes }).flatMap(({ verdict }) => ('findings' in verdict ? verdict.findings : []));

const of = (changes: Partial<DatabaseFacts>): Partial<Facts> => ({ database: { ...database, ...changes } });
const answered = (changes: object): Partial<Facts> => ({ outside: [{ ...route, answer: { ...ok, ...changes } }] });

describe('what doctor makes of the facts', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(found({})).toEqual([]);
  });

  it.each<readonly [string, Partial<Facts>, string, RegExp]>([
    [
      'a group whose key has ended',
      { groups: [{ ...group, keyGap: { endedAt: 0, nextAt: null } }] },
      'KEY_EXPIRED',
      /apiKeys of web/,
    ],
    ['isolation that a proxy drops', of({ ownIsolation: 'repeatable read' }), 'ISOLATION_IGNORED', /proxy/],
    [
      'a binary log that takes no READ COMMITTED',
      of({ settings: { log_bin: 'on', binlog_format: 'statement' } }),
      'BINLOG_STATEMENT',
      /binlog_format = ROW/,
    ],
    [
      'a binary log behind the tables',
      of({ settings: { log_bin: 'on', sync_binlog: '0' } }),
      'NOT_DURABLE',
      /sync_binlog = 1/,
    ],
    [
      'a server that takes small statements only',
      of({ settings: { max_allowed_packet: '1048576' } }),
      'PACKET_SMALL',
      /max_allowed_packet = 16M/,
    ],
    ['orders of an older version', { ordersToRecheck: 3 }, 'ORDERS_TO_RECHECK', /orders recheck --status authorised/],
    ['PostgreSQL without fsync', of({ engine: 'postgres', settings: { fsync: 'off' } }), 'NOT_DURABLE', /fsync = on/],
    [
      'a database of few characters',
      of({ engine: 'postgres', settings: { server_encoding: 'latin1' } }),
      'SERVER_ENCODING',
      /ENCODING 'UTF8'/,
    ],
    ['tables that change by themselves in a live shop', of({ synchronizes: true }), 'SYNCHRONIZE_ON', /migrations/],
    [
      'a database whose clock is off',
      { clock: { databaseAheadMs: 90_000, services: [{ groups: ['web'], host: 'h', aheadMs: 90_000 }] } },
      'DATABASE_CLOCK_OFF',
      /chrony/,
    ],
    [
      'rows of a group that no options have',
      { strayGroups: [{ group: 'old', unfinished: 1, notifications: 0, refunds: 0, effects: 0 }] },
      'GROUP_STRAY',
      /groups rename old/,
    ],
    [
      'a process that lacks handlers of another one',
      { handlerGaps: [{ place: 'office 7', lacks: ['Mailer.confirm', 'reserve-stock'] }] },
      'HANDLERS_LACKING',
      /Import the module/,
    ],
    [
      'orders of others on an account',
      { accounts: [{ group: 'web', payments: 9, foreign: ['de-1'] }] },
      'FOREIGN_ORDERS',
      /orderIdPrefix/,
    ],
    [
      'a service that limits the account',
      { keys: [{ ...healthy.keys![0]!, verdict: { kind: 'unclear', code: 'SERVICE_BUSY' } }] },
      'SERVICE_LIMITS',
      /ask the service for more calls/,
    ],
    ['a path that no one serves', answered({ status: 404 }), 'ANSWER_NOT_OK', /is the path of notificationUrl the one/],
    ['a redirect before the shop', answered({ status: 301, body: '' }), 'ANSWER_NOT_OK', /do not follow redirects/],
    ['an answer that is wrapped', answered({ body: '{"data":"OK"}' }), 'ANSWER_NOT_OK', /two letters OK/],
    ['an answer of another type', answered({ contentType: 'text/html' }), 'ANSWER_NOT_OK', /text\/plain/],
  ])('finds %s', (_, changes, id, fix) => {
    const findings = found(changes);
    expect(findings.map((each) => each.id)).toEqual([id]);
    expect(findings[0]!.fix).toMatch(fix);
  });

  it('reports what could not be checked, and why', () => {
    const unknown = {
      database: null,
      schema: null,
      clock: null,
      ordersToRecheck: null,
      keys: null,
      strayGroups: null,
      handlerGaps: null,
      accounts: null,
      schedulers: null,
      routes: null,
      outside: null,
    };
    const verdicts = decideAll({ ...healthy, ...unknown, groups: [], hasCreate: false }).slice(1);
    expect(verdicts.filter(({ verdict }) => !('skipped' in verdict))).toEqual([]);
  });

  it.each([
    [
      'NETWORK',
      'Key k of terminal group web could not be tried at h: NETWORK. The connection could not be made, or broke.',
    ],
    ['SERVICE_1099', 'Key k of terminal group web could not be tried at h: SERVICE_1099.'],
  ])('does not call it an answer of the service that none came: %s', (code, what) => {
    const key = { ...healthy.keys![0]!, verdict: { kind: 'unclear' as const, code } };
    expect(found({ keys: [key] })).toMatchObject([{ id: 'SERVICE_UNREACHABLE', what }]);
  });

  it('does not confirm the raw body of an application that it made by itself', () => {
    const [, raw] = decideAll({ ...healthy, hasCreate: false, outside: null });
    expect(raw!.verdict).toEqual({ skipped: expect.stringContaining('no `create`') });
  });
});

describe('what doctor makes of a shop that is to take real money', () => {
  const live: LiveFacts = {
    hosts: [{ group: 'web', host: 'shop.example', addresses: ['203.0.113.7'] }],
    processes: { all: 2, working: 1 },
    handled: ['completed'],
    health: [],
  };
  const judged = (changes: Partial<Facts>): CheckResult[] =>
    decideAll({ ...healthy, live, ...changes }, true).map(({ verdict }) => verdict);
  const idsOf = (changes: Partial<Facts>): string[] =>
    judged(changes).flatMap((verdict) =>
      'skipped' in verdict ? [verdict.skipped] : verdict.findings.map(({ id }) => id),
    );
  const host = (addresses: readonly string[] | null): Partial<Facts> => ({
    live: { ...live, hosts: [{ group: 'web', host: 'shop.example', addresses }] },
  });

  it('allows a shop to go live if all is well', () => {
    expect(idsOf({})).toEqual([]);
  });

  it.each<readonly [string, Partial<Facts>, string]>([
    [
      'a group of tests',
      { groups: [group, { ...group, name: 'till', mode: 'test', baseUrl: 'https://testapi.multisafepay.com' }] },
      'MODE_NOT_LIVE',
    ],
    ['a name that no one knows', host([]), 'ADDRESS_NOT_PUBLIC'],
    ['an address of the own network', host(['10.1.2.3', 'fd00::1']), 'ADDRESS_NOT_PUBLIC'],
    ['a database without the shop', { live: { ...live, processes: { all: 0, working: 0 } } }, 'NO_PROCESS'],
    ['processes that do no work', { live: { ...live, processes: { all: 2, working: 0 } } }, 'NO_WORKERS'],
    ['a shop that does nothing with a payment', { live: { ...live, handled: ['refunded'] } }, 'NO_HANDLER'],
    [
      'failed effects',
      { live: { ...live, health: [{ problem: 'effects_failed', value: 3, limit: 0, advice: 'a', runbook: 'r' }] } },
      'EFFECTS_FAILED',
    ],
  ])('finds %s', (_, changes, id) => {
    expect(idsOf(changes)).toEqual([id]);
  });

  it('accepts a host with one public address, and reports what it could not find out', () => {
    expect(idsOf(host(['10.1.2.3', '2001:db8::7']))).toEqual([]);
    expect(idsOf(host(null))).toEqual([expect.stringContaining('no name server answered about shop.example')]);
    expect(idsOf({ live: { ...live, processes: null, health: null } })).toHaveLength(2);
    expect(idsOf({ live: null })).toHaveLength(4);
  });
});
