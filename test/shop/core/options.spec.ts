import { describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { inspect } from 'node:util';
import { isPaymentError, TerminalGroups, TillbridgeModule, type TillbridgeOptions } from 'tillbridge';
import { tillbridgeEntities } from 'tillbridge/database';
import { canaryKey, CANARY_MARKER } from '../../support/canary.js';
import { shopOptions, startShop } from '../../support/shop-host.js';

const [web] = shopOptions().terminalGroups;

const live = { ...web, mode: 'live', notificationUrl: 'https://shop.example/payments/notifications/web' };

/** Starts a host with these options and answers the error that kept it from starting. */
async function failureOf(options: object): Promise<Error> {
  try {
    const shop = await startShop({ options });
    await shop.close();
  } catch (error) {
    return error as Error;
  }
  throw new Error('the host started');
}

describe('options that cannot work', () => {
  it('name every rule of refunds that is not safe, by itself and with the others', async () => {
    const refunds = { mode: 'fast', quietMs: 60_000, cleanReads: 1.5, readDelaysMs: 5_000, equalAmountGapMs: 400_000 };
    const terminalGroups = [
      { ...web, refunds },
      { ...web, name: 'till', notificationUrl: 'http://localhost:9/payments/notifications/till', refunds: [] },
    ];
    const { message } = await failureOf({ terminalGroups });
    for (const fault of [
      'terminalGroups.0.refunds.mode: mode must be strict or paced',
      'terminalGroups.0.refunds.quietMs: quietMs must be a whole number from 900000 to 86400000',
      'terminalGroups.0.refunds.cleanReads: cleanReads must be a whole number from 2 to 10',
      'terminalGroups.0.refunds.readDelaysMs: readDelaysMs must be 1 to 20 whole numbers from 1000 to 3600000',
      'terminalGroups.0.refunds.quietMs: must not be shorter than equalAmountGapMs',
      'terminalGroups.1.refunds: must be an object',
    ])
      expect(message).toContain(fault);
  });

  it('name the bounds of how long handlers may take', async () => {
    const { message } = await failureOf({ effects: { transactionLimitMs: 99, commitLimitMs: 3_600_001 } });
    expect(message).toContain('transactionLimitMs must be a whole number from 100 to 60000');
    expect(message).toContain('commitLimitMs must be a whole number from 100 to 3600000');
  });

  it.each([
    ['no number', { now: () => Number.NaN }],
    ['seconds', { now: () => 1_767_225_600 }],
    ['fractions', { now: () => 1_767_225_600_000.5 }],
    ['a date', { now: () => new Date(1_767_225_600_000) }],
    ['nothing at all', {}],
  ])('are a clock that gives %s', async (_, clock) => {
    const { message } = await failureOf({ clock });
    expect(message).toContain('clock: now() must give the time in whole milliseconds since 1970');
  });

  it('keep the host from starting, with every fault listed at once', async () => {
    const faulty = {
      timeZone: 'Europe/Atlantis',
      workers: 'sometimes',
      terminalGroups: [
        { ...web, apiKeys: [] },
        { ...web, notificationUrl: 'not a url/web' },
        {
          ...web,
          name: 'till 1',
          mode: 'production',
          timeoutMs: 5,
          baseUrl: 'ftp://x',
          apiKeyIn: 'body',
          onAbandoned: 'x',
          currencies: ['EUR', 'euro'],
        },
        {
          ...web,
          name: 'live',
          mode: 'live',
          notificationUrl: 'http://shop.example:8080/n/live',
          baseUrl: 'http://api.example',
        },
      ],
    };
    const error = await failureOf(faulty);
    expect(isPaymentError(error) && error.code).toBe('OPTIONS_INVALID');
    const expected = [
      'terminalGroups: terminalGroups must have unique names',
      'terminalGroups.0.apiKeys: apiKeys must hold at least one key',
      'terminalGroups.1.notificationUrl:',
      'terminalGroups.2.name:',
      'terminalGroups.2.mode: mode must be live, test or sandbox',
      'terminalGroups.2.timeoutMs:',
      'terminalGroups.2.baseUrl:',
      'terminalGroups.2.apiKeyIn:',
      'terminalGroups.2.onAbandoned:',
      'terminalGroups.2.currencies: each of currencies must be an ISO 4217 code in capitals',
      'terminalGroups.2.notificationUrl: must end in /till 1',
      'terminalGroups.3.notificationUrl:',
      'terminalGroups.3.baseUrl: must be https in live mode',
      'timeZone:',
      'workers:',
    ];
    for (const fault of expected) expect(error.message).toContain(fault);
  });

  it('name what is no option, where it stands, and what is one there', async () => {
    const faulty = {
      timezone: 'UTC',
      polling: { firstLookMs: 60_000 },
      effects: { retries: 1 },
      retention: { days: 1 },
      errors: { language: 'nl' },
      returnPage: { path: 'back', redirect: '/', texts: { de: { title: 'x' } } },
      terminalGroups: [
        {
          ...web,
          polling: { firstAfterMs: 1 },
          calls: { timeoutMs: 1 },
          notifications: { byget: true },
          key: 'x',
          refunds: { quitMs: 1 },
        },
      ],
    };
    const { message } = await failureOf(faulty);
    for (const fault of [
      'timezone: is no option; those known here are terminalGroups, timeZone,',
      'polling: is no option',
      'terminalGroups.0.refunds.quitMs: is no option; those known here are mode, spacingMs,',
      'effects.retries: is no option; those known here are transactionLimitMs, commitLimitMs, inheritAppConfig',
      'retention.days: is no option; those known here are personalDataDays',
      'errors.language: is no option; those known here are texts, defaultLanguage, docsUrl',
      'returnPage.redirect: is no option',
      'returnPage.texts.de.title: is no option',
      'terminalGroups.0.key: is no option; those known here are name, mode, apiKeys,',
      'terminalGroups.0.polling.firstAfterMs: is no option; those known here are firstLookMs,',
      'terminalGroups.0.calls.timeoutMs: is no option; those known here are connectTimeoutMs,',
      'terminalGroups.0.notifications.byget: is no option; those known here are allowedSources,',
    ])
      expect(message).toContain(`\n  - ${fault}`);
    expect(message).toMatch(/timezone: .*; did you mean timeZone\?\n/);
    const beside = { isGlobl: true, useFactory: () => shopOptions() };
    expect(() => TillbridgeModule.forRootAsync(beside)).toThrow('isGlobl: is no option; those known here are imports,');
  });

  it('say which of them come too late from a factory', async () => {
    const late = { ...shopOptions(), notificationPath: 'hooks', isGlobal: true, returnPage: { path: 'back' } };
    const host = {
      module: class LateHost {},
      imports: [
        TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: [...tillbridgeEntities] }),
        TillbridgeModule.forRootAsync({ useFactory: () => late, returnPage: late.returnPage }),
      ],
    };
    const starting = NestFactory.createApplicationContext(host, { logger: false, abortOnError: false });
    await expect(starting).rejects.toThrow(
      '  - notificationPath: must be given beside useFactory; a factory runs too late for it',
    );
    await expect(starting).rejects.not.toThrow(/isGlobal:|returnPage:/);
  });

  it.each<[string, unknown, string]>([
    ['notificationPath', '', 'be a path, such as payments/notifications'],
    ['notificationPath', '/', 'be a path, such as payments/notifications'],
    ['notificationPath', 7, 'be a path, such as payments/notifications'],
    ['notificationDecorators', ['x'], 'be a list of class decorators, such as [Public()]'],
    ['notificationDecorators', () => undefined, 'be a list of class decorators, such as [Public()]'],
    ['isGlobal', 'no', 'be true or false'],
    ['dataSource', ' ', 'be the name of a DataSource'],
    ['returnPage', 'payments/return', 'be an object with a path,'],
    ['returnPage', { path: '' }, 'be an object with a path,'],
    ['returnPage', { path: 'back', decorators: ['x'] }, 'be an object with a path,'],
  ])('refuse a structure whose %s is %j', (name, value, rule) => {
    const structure = { [name]: value };
    const refusal = `${name}: ${name} must ${rule}`;
    expect(() => TillbridgeModule.forRoot({ ...shopOptions(), ...structure })).toThrow(refusal);
    expect(() => TillbridgeModule.forRootAsync({ useFactory: () => shopOptions(), ...structure })).toThrow(refusal);
  });

  it.each<[string, object]>([
    ['no groups', { terminalGroups: [] }],
    ['groups that are no list', { terminalGroups: 'web' }],
    ['a group that is nothing', { terminalGroups: [null] }],
    ['keys that are no list', { terminalGroups: [{ ...web, apiKeys: 'secret' }] }],
    ['a key that is only white space', { terminalGroups: [{ ...web, apiKeys: ['          '] }] }],
    ['five keys', { terminalGroups: [{ ...web, apiKeys: ['aaaaa1', 'aaaaa2', 'aaaaa3', 'aaaaa4', 'aaaaa5'] }] }],
    [
      'an address whose scheme hides in capitals',
      { terminalGroups: [{ ...live, baseUrl: 'HTTP://api.shop.example' }] },
    ],
    ['an address with a password', { terminalGroups: [{ ...live, baseUrl: 'https://a:b@api.shop.example' }] }],
    ['an address with a query', { terminalGroups: [{ ...live, baseUrl: 'https://api.shop.example?a=b' }] }],
    ['an address with a fragment', { terminalGroups: [{ ...live, otherModeUrl: 'https://api.shop.example/#a' }] }],
    [
      'a live group at the address of tests, whose payments cost nothing',
      { terminalGroups: [{ ...live, baseUrl: 'https://TESTAPI.multisafepay.com/v1/json' }] },
    ],
    [
      'a group of tests at the live address, whose payments cost money',
      { terminalGroups: [{ ...live, mode: 'test', baseUrl: 'https://api.multisafepay.com/' }] },
    ],
    ['an address that is no text', { terminalGroups: [{ ...live, baseUrl: 80 }] }],
    ['one key twice', { terminalGroups: [{ ...web, apiKeys: ['aaaaa1', ' aaaaa1 '] }] }],
  ])('%s', async (_title, options) => {
    expect(await failureOf(options)).toMatchObject({ code: 'OPTIONS_INVALID' });
  });

  it.each<[string, unknown, string]>([
    ['a list of groups', [web], 'a list'],
    ['a text', canaryKey('web'), 'string'],
    ['nothing', undefined, 'undefined'],
  ])('made by a factory that gives %s are said to be none', async (_title, options, what) => {
    const host = {
      module: class EmptyHanded {},
      imports: [
        TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: [...tillbridgeEntities] }),
        TillbridgeModule.forRootAsync({ useFactory: () => options as TillbridgeOptions }),
      ],
    };
    const starting = NestFactory.createApplicationContext(host, { logger: false, abortOnError: false });
    const error: unknown = await starting.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'OPTIONS_INVALID',
      message: `TillbridgeModule cannot start:\n  - the options: must be an object, { terminalGroups: […] }, not ${what}`,
    });
    expect(inspect(error, { depth: 10 })).not.toContain(CANARY_MARKER);
  });

  it('are described without ever repeating a key', async () => {
    const error = await failureOf({ terminalGroups: [{ ...web, name: 'x y', apiKeys: [canaryKey('web'), 'abc'] }] });
    expect(inspect(error, { depth: 10 }) + JSON.stringify(error)).not.toContain(CANARY_MARKER);
  });
});

describe('a terminal group', () => {
  const groups = new TerminalGroups({
    terminalGroups: [{ ...web!, apiKeys: [` ${canaryKey('new')}\n`, canaryKey('old')] }],
  } as TillbridgeOptions);

  it('trims its keys and uses the first for calls', () => {
    expect(groups.get('web').keys.current).toBe(canaryKey('new'));
    expect(groups.get('web').keys.all).toEqual([canaryKey('new'), canaryKey('old')]);
  });

  it('shows fingerprints and never a key', () => {
    const shown = inspect(groups, { depth: 10, showHidden: true }) + JSON.stringify(groups.all);
    expect(shown).toMatch(/KeyRing\([0-9a-f]{8}, [0-9a-f]{8}\)/);
    expect(shown).not.toContain(CANARY_MARKER);
  });

  it('that does not exist is a clear error that names those that do', () => {
    expect(() => groups.get('shop')).toThrow('There is no terminal group "shop"; configured are: web.');
  });
});
