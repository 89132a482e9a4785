import { describe, expect, it } from '@jest/globals';
import { KeyRing } from '../../../src/shop/core/terminal-groups/key-ring.js';
import { ManualClock } from '../../../src/support/index.js';
import { isPaymentError } from '../../../src/protocol/index.js';
import type { TerminalGroupOptions } from '../../../src/shop/core/options/terminal-group.options.js';
import { TillbridgeOptions } from '../../../src/shop/core/options/tillbridge.options.js';
import { validateGroup, type NeighbourGroup } from '../../../src/shop/core/options/validate-group.js';
import { asyncNames, judgeOptions, structureFaults } from '../../../src/shop/core/options/validate-options.js';

const NOW = Date.UTC(2026, 0, 15, 11);
const WEB = {
  name: 'web',
  mode: 'test',
  apiKeys: ['a-key-of-web'],
  notificationUrl: 'https://shop.example/n/web',
} as const satisfies TerminalGroupOptions;
const TILL = { ...WEB, name: 'till', apiKeys: ['a-key-of-till'], notificationUrl: 'https://shop.example/n/till' };
const live = { ...WEB, mode: 'live' as const };

const faultsOf = (options: unknown, structure?: object): string => {
  const { faults } = judgeOptions(options as TillbridgeOptions, NOW, structure);
  return faults.length === 0 ? 'good' : faults.map((fault) => `\n  ${fault}`).join('');
};
/** Each in a line with its title, and what is wrong with it. */
const listed = (cases: readonly (readonly [string, unknown])[], judge: (value: unknown) => string = faultsOf): string =>
  cases.map(([title, value]) => `${title}: ${judge(value)}`).join('\n');
const group = (change: object): object => ({ terminalGroups: [{ ...WEB, ...change }] });
const each = (name: string, values: readonly unknown[], make = group): (readonly [string, unknown])[] =>
  values.map((value) => [
    `${name} ${typeof value === 'function' ? 'function' : JSON.stringify(value)?.slice(0, 60)}`,
    make({ [name]: value }),
  ]);
const module = (change: object): object => ({ terminalGroups: [WEB], ...change });

describe('what is said of options', () => {
  it('of a terminal group', () => {
    const cases = [
      ['the least', group({})] as const,
      ...each('name', ['', 'a b', 'a'.repeat(64), 'a'.repeat(65), 7]),
      ...each('mode', ['live', 'sandbox', 'toString', 7]),
      ...each('notificationUrl', ['https://shop.example/n/web/', 'https://shop.example/n/web?a=b', 'https://shop.example/n/till', 'http://shop.example/web', 'web', 7]),
      ...each('baseUrl', ['https://testapi.multisafepay.com', 'https://API.multisafepay.com/v1/json', 'https://h', 'http://h/base/', 'HTTP://h', 'ftp://h', 'https://u@h', 'https://h?a', 'https://h#a', 'h']),
      ...each('otherModeUrl', ['https://h', 'http://h']),
      ...each('apiKeyIn', ['query', 'body']),
      ...each('timeoutMs', [999, 1_000, 9_999]),
      ...each('currencies', [[], ['EUR'], ['eur'], 'EUR', ['EUR', 'XXX']]),
      ...each('orderIdPrefix', ['', 'a-', 'a'.repeat(20), 'a'.repeat(21), 'a b', 7]),
      ...each('aliases', [[], ['old'], ['web'], ['old', 'old'], ['a b'], 'old', Array.from({ length: 10 }, (_, i) => `a${i}`), Array.from({ length: 11 }, (_, i) => `a${i}`)]),
      ...each('onAbandoned', ['keep-open', 'wait']),
      ...each('allowTip', [true, 'yes']),
      ...each('probe', ['off', 'perhaps']),
      ...each('calls', [{ burst: 4, reservedCalls: 4 }, { burst: 4, reservedCalls: 3 }, { connectTimeoutMs: 30_001 }, { connectTimeoutMs: 30_000 }, { burst: 0, reservedCalls: -1 }, { brst: 1 }, 7]),
      ...each('refunds', [{ quietMs: 60_000 }, { spacingMs: 999, mode: 'fast' }, { readDelaysMs: 'soon' }, { unresolvedMs: 3_600_000 }]),
      ...each('polling', [{ cron: '*/5 * * * *' }, { cron: '61 * * * *' }, { cron: null }, { cron: 7 }, { expiry: { VISA: 60_000 } }, { expiry: { VISA: 59_999 } }, { expiry: { visa: 60_000 } }, { expiry: 7 }]),
      ...each('notifications', [
        { allowedSources: ['192.0.2.1', '192.0.2.0/24'] }, { allowedSources: ['all', '::1'] }, { allowedSources: 'all' }, { allowedSources: Array(200).fill('192.0.2.1') },
        { allowedSources: Array(201).fill('192.0.2.1') }, { capabilitySecrets: ['s'.repeat(16)] }, { capabilitySecrets: ['s'.repeat(15), 7] }, { capabilitySecrets: Array(5).fill('s'.repeat(16)) },
        { capabilitySecrets: 'secret' }, { byGet: true }, { byGet: 1 },
      ]),
      ['a secret and a query', group({ notificationUrl: 'https://shop.example/n/web?a=b', notifications: { capabilitySecrets: ['s'.repeat(16)] } })] as const,
      ...[117, 118, 150, 151].map((length) => {
        const notificationUrl = `https://shop.example/${'n'.repeat(length - 25)}/web`;
        return [`a secret and an address of ${notificationUrl.length} characters`, group({ notificationUrl, notifications: { capabilitySecrets: ['s'.repeat(16)] } })] as const;
      }),
      ['live over http', { terminalGroups: [{ ...live, baseUrl: 'http://h', notificationUrl: 'http://shop.example:8080/web' }] }] as const,
      ['a group that is nothing', { terminalGroups: [null, 7] }] as const,
    ]; // oxfmt-ignore
    expect(listed(cases)).toMatchSnapshot();
  });

  it('of keys', () => {
    const cases = each('apiKeys', [
      [], 'a-key', [7], [null], ['abcd'], ['abcde'], [' "abcde" '], ['abc de'], ['abcdé'], Array.from({ length: 4 }, (_, i) => `abcde${i}`), Array.from({ length: 5 }, (_, i) => `abcde${i}`),
      ['abcde', ' abcde'], [{ key: 'abcde' }], [{ key: 'abcde', to: 1 }], [{}], [{ key: 'abcde', from: null, until: undefined }],
      ...['2026-01-15', '2026-01-15T11:00Z', '2026-01-15T11:00:00Z', '2026-01-15T11:00:00.000Z', '2026-01-15T11:00:00.001Z', '2026-02-29', '2028-02-29', '2026-04-31', '2026-12-31', '2026-01-00', '2026-1-1', '2026-01-15T11:00', 'soon', 7, new Date(NOW), new Date(Number.NaN)]
        .map((from) => [{ key: 'abcde', from }, 'fghij']),
      [{ key: 'abcde', from: '2026-01-16' }], [{ key: 'abcde', until: '2026-01-15T11:00:00Z' }], [{ key: 'abcde', until: '2026-01-15T11:00:00.001Z' }], [{ key: 'abcde', from: '2026-01-15T11:00:00Z' }],
      [{ key: 'abcde', from: '2026-01-01', until: '2026-01-01' }, 'fghij'], [{ key: 'abcde', from: '2026-01-01', until: '2026-01-01T00:00:00.001Z' }, 'fghij'], [{ key: 'abcde', from: 'x', until: 'y' }, 'fghij'],
    ]); // oxfmt-ignore
    expect(listed(cases)).toMatchSnapshot();
  });

  it('of several groups', () => {
    const two = (web: object, till: object): object => ({
      terminalGroups: [
        { ...WEB, ...web },
        { ...TILL, ...till },
      ],
    });
    const cases: [string, unknown][] = [
      ['two', two({}, {})],
      ['one name', two({}, { name: 'web', notificationUrl: 'https://shop.example/n/web' })],
      ['one key', two({}, { apiKeys: ['x-key', 'a-key-of-web'] })],
      ['one prefix', two({ orderIdPrefix: 'a-' }, { orderIdPrefix: 'a-' })],
      ['one prefix begins the other', two({ orderIdPrefix: 'a-' }, { orderIdPrefix: 'a-b' })],
      ['the other way round', two({ orderIdPrefix: 'a-b' }, { orderIdPrefix: 'a-' })],
      [
        'at other addresses',
        two({ orderIdPrefix: 'a-', baseUrl: 'https://a' }, { orderIdPrefix: 'a-', baseUrl: 'https://b' }),
      ],
      [
        'at one address, written otherwise',
        two({ orderIdPrefix: 'a-', baseUrl: 'https://a/' }, { orderIdPrefix: 'a-', baseUrl: 'HTTPS://A' }),
      ],
      [
        'at the same address by mode',
        two({ orderIdPrefix: 'a-' }, { orderIdPrefix: 'a-', baseUrl: 'https://testapi.multisafepay.com' }),
      ],
      ['in other modes', two({ orderIdPrefix: 'a-' }, { orderIdPrefix: 'a-', mode: 'sandbox' })],
      ['a prefix beside none', two({ orderIdPrefix: 'a-' }, {})],
      ['an alias that is a name', two({}, { aliases: ['web'] })],
      ['an alias of both', two({ aliases: ['old'] }, { aliases: ['x', 'old', 7] })],
      ['an alias that is its own name', two({}, { aliases: ['till'] })],
    ];
    expect(listed(cases)).toMatchSnapshot();
  });

  it('of the module', () => {
    const cases = [
      ['nothing', undefined] as const,
      ['null', null] as const,
      ['{}', {}] as const,
      ...each('terminalGroups', ['web', {}, []], module),
      ['none, but a way to find them', { terminalGroups: [], resolveGroup: () => null }] as const,
      ...each('resolveGroup', ['web', () => null], module),
      ...each('timeZone', ['UTC', 'Europe/Atlantis', '', 7], module),
      ...each('workers', ['off', 'some'], module),
      ...each('probe', ['refuse', 'some'], module),
      ...each('trustedProxies', [[], ['192.0.2.1'], ['0.0.0.0/0', '::/0', 'x'], 'all', true, 1], module),
      ...each('requireTables', [true, 'yes'], module),
      ...each('effects', [{ transactionLimitMs: 99 }, { inheritAppConfig: 1 }, { hostTransaction: 'token' }, { hostTransaction: '' }, { hostTransaction: 7 }], module),
      ...each('wake', [{ bus: {} }, { bus: { ring: () => 1, listen: () => 1, close: () => 1 } }, { bus: { ring: () => 1, listen: () => 1, close: 1 } }, { bus: null }, { bus: 'redis' }], module),
      ...each('retention', [{ personalDataDays: 0 }, { personalDataDays: 31, rows: 30 }, { personalDataDays: 30, rows: 30 }, { personalDataDays: 'off', rows: 'off' }, { personalDataDays: '30' }], module),
      ...each('errors', [{ defaultLanguage: 'NL', docsUrl: 'x', texts: { x: 1 } }], module),
      ...each('clock', [{ now: () => 1 }, null, {}], module),
      ...each('timezone', ['UTC'], module),
      ...each('polling', [{}], module),
      ...each('notificationPath', ['hooks'], module),
    ]; // oxfmt-ignore
    expect(listed(cases)).toMatchSnapshot();
  });

  it('of a clock', () => {
    const clocks: unknown[] = [1, 99_999_999_999, 100_000_000_000, NOW, NOW + 0.5, Number.NaN, Infinity, 2 ** 53];
    const lines = clocks.map(
      (now) =>
        `${String(now)}: ${judgeOptions({ terminalGroups: [WEB], clock: { now: () => 0 } }, now as number).faults.join()}`,
    );
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('of what is fixed when the module is imported', () => {
    const late = {
      ...module({}),
      notificationPath: 'hooks',
      isGlobal: true,
      dataSource: 'shop',
    } as unknown as TillbridgeOptions;
    const structures: object[] = [
      {},
      { notificationPath: 'hooks' },
      { rawBodyAdvice: ' ' },
      { rawBodyAdvice: 7 },
      { rawBodyAdvice: 'Look there.' },
    ];
    const lines = structures.map(
      (structure) =>
        `${JSON.stringify(structure)}: ${[...judgeOptions(late, NOW, structure).faults, ...structureFaults(structure)].join('\n  ')}`,
    );
    expect([...lines, faultsOf(late), Object.keys(asyncNames()).join()].join('\n')).toMatchSnapshot();
  });
});

it('what is said of a group that is found at run time', () => {
  const clock = new ManualClock(NOW);
  const keys = (key: string) => new KeyRing([{ key, fromMs: -Infinity, untilMs: Infinity }], clock);
  const others: NeighbourGroup[] = [
    {
      name: 'shop',
      mode: 'test',
      baseUrl: 'https://testapi.multisafepay.com',
      orderIdPrefix: 's-',
      aliases: ['former'],
      keys: keys('a-key-of-shop'),
    },
    {
      name: 'kiosk',
      mode: 'live',
      baseUrl: 'https://api.multisafepay.com',
      orderIdPrefix: 'k-',
      aliases: [],
      keys: keys('a-key-of-kiosk'),
    },
  ];
  const judged = (answer: unknown, name = 'web'): string => {
    try {
      const { probe, name: its } = validateGroup(answer as TerminalGroupOptions, {
        name,
        others,
        probe: 'warn',
      });
      return `good, ${its}, probe ${probe}`;
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      return `${error.code} of ${error.group}: ${error.message}`;
    }
  };
  const cases: [string, unknown][] = [
    ['its own', WEB],
    ['under another name', { ...WEB, name: 'anna', notificationUrl: 'https://shop.example/n/anna' }],
    [
      'under a name that it had',
      { ...WEB, name: 'anna', aliases: ['web'], notificationUrl: 'https://shop.example/n/anna' },
    ],
    ['nothing good', { name: 'web', aliases: 'x', apiKeys: ['abc'], timeoutMs: 1, orderIdPrefix: '!' }],
    ['the key of another', { ...WEB, apiKeys: ['x-key', 'a-key-of-kiosk', 'a-key-of-shop'] }],
    ['the prefix of another', { ...WEB, orderIdPrefix: 's-' }],
    ['a prefix that begins another one', { ...WEB, orderIdPrefix: 's' }],
    ['a prefix of another address', { ...WEB, orderIdPrefix: 'k-' }],
    ['the former name of another', { ...WEB, aliases: ['former'] }],
    ['the name of another', { ...WEB, name: 'shop', aliases: ['web'], notificationUrl: 'https://shop.example/n/shop' }],
    ['text', 'web'],
    ['null', null],
    ['a probe of its own', { ...WEB, probe: 'refuse' }],
  ];
  expect(cases.map(([title, answer]) => `${title}: ${judged(answer)}`).join('\n')).toMatchSnapshot();
});
