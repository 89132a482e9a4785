import { describe, expect, it, jest } from '@jest/globals';
import { DiscoveryService } from '@nestjs/core';
import { CronExpression, SchedulerRegistry } from '@nestjs/schedule';
import * as fc from 'fast-check';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TerminalGroupOptions } from 'tillbridge';
import { PollCron, Poller, pollJobs } from '../../../src/shop/polling/index.js';
import { WAKE_MS } from '../../../src/shop/poll-schedule/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { cronFault } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import type { ShopHostInput } from '../../support/shop-host.js';
import { CronStage, groupsWith, jobOf, scheduler } from './cron-stage.js';

const { start } = new CronStage();

const failureOf = (terminalGroups: TerminalGroupOptions[], input: ShopHostInput = {}): Promise<Error> =>
  start(terminalGroups, input).then(
    () => new Error('the host started'),
    (error: Error) => error,
  );

describe('a schedule for polling', () => {
  it("stands in the host's own registry, one job for each group that has one, in UTC", async () => {
    const shop = await start(groupsWith({ web: '*/2 * * * *', till: '0 4 * * *', other: null }), {
      imports: scheduler,
    });
    const jobs = shop.app.get(SchedulerRegistry).getCronJobs();
    expect([...jobs.keys()].sort()).toEqual(['tillbridge:poll:till', 'tillbridge:poll:web']);
    for (const job of jobs.values()) {
      expect([job.cronTime.timeZone, job.isActive]).toEqual(['UTC', true]);
      // It keeps no process that has nothing else to do.
      expect((Reflect.get(job, '_timeout') as NodeJS.Timeout).hasRef()).toBe(false);
    }
    // A poll that is due when the job comes is polled by it; one that is due a millisecond later waits for the next.
    const cron = shop.app.get(PollCron);
    const next = cron.nextAfter('web', Date.UTC(2030, 0, 1, 0, 1));
    expect(next).toBe(Date.UTC(2030, 0, 1, 0, 2));
    expect([0, 1, 120_000].map((later) => cron.nextAfter('web', next + later) - next)).toEqual([0, 120_000, 120_000]);
    expect(cron.nextAfter('other', next)).toBe(next + WAKE_MS);
  });

  it.each([
    ['an error', new Error(`the vault refused ${canaryKey('web')}`), 'the vault refused'],
    ['no error at all', undefined, 'undefined'],
  ])('logs %s of a tick without the key in it, and goes on', async (_, thrown, text) => {
    // A schedule that comes each minute takes the failing tick itself when a minute of the real clock begins just now.
    const shop = await start(groupsWith({ web: '0 0 29 2 *' }), { imports: scheduler });
    const tick = jest.spyOn(shop.app.get(Poller), 'tick').mockRejectedValueOnce(thrown);
    const cron = shop.app.get(PollCron);
    cron.start();
    await cron.fire('web');
    const lines = shop.logs.lines.filter((line) => String(line).includes('could not be polled'));
    expect(lines).toHaveLength(1);
    expect(String(lines[0])).toContain(text);
    shop.logs.assertNoSecret();
    tick.mockRestore();
    await cron.fire('web');
    expect(shop.logs.lines.filter((line) => String(line).includes('could not be polled'))).toHaveLength(1);
  });

  it('needs no scheduler as long as no group asks for one', async () => {
    const shop = await start(groupsWith({ web: null }));
    expect(() => shop.app.get(SchedulerRegistry, { strict: false })).toThrow();
  });

  it('keeps a host without a scheduler from starting, and says which groups want one', async () => {
    const error = await failureOf(groupsWith({ web: '* * * * *', till: '* * * * *', other: null }));
    expect(error).toMatchObject({ code: 'SCHEDULER_MISSING', kind: 'configuration' });
    expect(error.message).toMatch(/terminal group web, till needs .* ScheduleModule\.forRoot\(\) is not imported/);
  });

  it('says so when the package is not there', async () => {
    const { app } = await start(groupsWith({ web: null }));
    const groups = new TerminalGroups({ terminalGroups: groupsWith({ web: '* * * * *' }) });
    const cause = Object.assign(new Error("Cannot find package '@nestjs/schedule'"), { code: 'ERR_MODULE_NOT_FOUND' });
    const parts = { cron: app.get(PollCron), discovery: app.get(DiscoveryService) };
    const error: unknown = await pollJobs(groups, parts, () => Promise.reject(cause)).catch(
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ code: 'SCHEDULER_MISSING' });
    expect((error as Error).message).toContain('the package @nestjs/schedule cannot be loaded; install it');
    expect(String((error as Error).cause)).toContain('ERR_MODULE_NOT_FOUND');
  });

  it('without a fault is one that the scheduler takes, and comes', async () => {
    const shop = await start(groupsWith({ web: '* * * * *' }), { imports: scheduler });
    const CronTime = jobOf(shop).cronTime.constructor as new (source: string, zone: string) => { sendAt(): unknown };
    const number = fc.integer({ min: 0, max: 61 });
    const word = fc.constantFrom('jan', 'FEB', 'dec', 'sun', 'sat', 'x');
    const range = fc.tuple(number, number).map((ends) => ends.join('-'));
    const beginning = fc.oneof(fc.constant('*'), number.map(String), word, range);
    const part = fc
      .tuple(beginning, fc.option(number))
      .map(([first, step]) => (step === null ? first : `${first}/${step}`));
    const field = fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant('*') }, part), { minLength: 1, maxLength: 2 });
    const expression = fc.array(field.map(String), { minLength: 5, maxLength: 6 }).map((fields) => fields.join(' '));
    let taken = 0;
    fc.assert(
      fc.property(expression, (text) => {
        if (cronFault(text) !== null) return;
        taken += 1;
        new CronTime(text, 'UTC').sendAt();
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(100);
    for (const text of Object.values(CronExpression)) expect(cronFault(text)).toBeNull();
  });

  it('that cannot be read is told with every other fault, by group', async () => {
    const error = await failureOf(groupsWith({ web: '61 * * * *', till: 'often', ok: '@never' }), {
      imports: scheduler,
    });
    expect(error).toMatchObject({ code: 'OPTIONS_INVALID' });
    for (const [index, fault] of ['its minute must be from 0 to 59', 'it must have five fields', 'it must'].entries()) {
      expect(error.message).toContain(`terminalGroups.${index}.polling.cron: cron is not a schedule: ${fault}`);
    }
  });
});

describe('the times of a schedule', () => {
  const PROGRAM = join(process.cwd(), 'test/shop/polling/cron-times-main.mjs');
  const MINUTE_MS = 60_000;
  const DAY_MS = 86_400_000;
  /** Around both changes of clocks in Amsterdam, New York and on Lord Howe Island, where half an hour is changed. */
  const NIGHTS = ['2026-03-29T01', '2026-10-25T01', '2026-03-08T07', '2026-11-01T06', '2026-04-04T15', '2026-10-03T15'];
  const instants = NIGHTS.flatMap((night) =>
    [-61, -30, -1, 0, 1, 29, 59, 61].map((minutes) => Date.parse(`${night}:00:00Z`) + minutes * MINUTE_MS),
  );

  const timesIn = async (zone: string): Promise<{ zoneHours: number; next: number[][][] }> => {
    const times = { crons: ['*/2 * * * *', '30 1 * * *'], instants, key: canaryKey('web') };
    const env = { ...process.env, NODE_OPTIONS: '', TZ: zone, TIMES: JSON.stringify(times) };
    return JSON.parse((await promisify(execFile)(process.execPath, [PROGRAM], { env })).stdout);
  };

  it('do not move on the nights on which clocks change, whatever the zone of the process', async () => {
    const zones = ['Europe/Amsterdam', 'Australia/Lord_Howe'];
    const found = await Promise.all(zones.map(timesIn));
    expect(found.map(({ zoneHours }) => zoneHours)).toEqual([1, 11]);
    const everyTwo = (instant: number) =>
      [1, 2, 3].map((n) => (Math.floor(instant / MINUTE_MS / 2) + n) * 2 * MINUTE_MS);
    const offset = 90 * MINUTE_MS;
    const daily = (instant: number) =>
      [1, 2, 3].map((n) => (Math.floor((instant - offset) / DAY_MS) + n) * DAY_MS + offset);
    for (const { next } of found) expect(next).toEqual([instants.map(everyTwo), instants.map(daily)]);
  });
});
