import { describe, expect, it } from '@jest/globals';
import { isPaymentError, TerminalGroups, type TillbridgeOptions } from 'tillbridge';
import { attentionSection } from '../../../src/shop/core/runbook.js';
import { isHostTransactionSource } from '../../../src/shop/core/options/host-transaction.js';
import { isForeignId } from '../../../src/shop/core/terminal-groups/foreign-id.js';
import { ErrorRedactor } from '../../../src/shop/core/error-redactor.js';
import { canaryKey } from '../../support/canary.js';
import { shopOptions } from '../../support/shop-host.js';

/** The faults that are found in options, each in a line with its path; the first line says how many. */
function faultsOf(options: object): string[] {
  try {
    void new TerminalGroups({ ...shopOptions(), ...options } as TillbridgeOptions);
    return [];
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    return error.message.split('\n').slice(1);
  }
}

describe('a key that everyone knows', () => {
  const [web] = shopOptions().terminalGroups;
  const notificationUrl = 'https://shop.example/payments/notifications/web';
  const group = (mode: string, apiKeys: unknown[]) => ({
    terminalGroups: [{ ...web, baseUrl: 'https://api.shop.example', mode, notificationUrl, apiKeys }],
  });

  it.each(['live', 'test'])('is refused in mode %s, and not repeated: with it anyone signs "paid"', (mode) => {
    // As where a variable is missing: process.env.PAYMENT_API_KEY ?? 'sandbox-web'.
    const fault =
      '  - terminalGroups.0.apiKeys: hold a key of the sandbox (sandbox-…), which everyone knows, in a mode that is not sandbox: anyone could sign notifications';
    expect(faultsOf(group(mode, ['sandbox-web']))).toEqual([fault]);
    expect(faultsOf(group(mode, [canaryKey('live'), { key: ' Sandbox-till ' }]))).toEqual([fault]);
    expect(faultsOf(group(mode, [canaryKey('live')]))).toEqual([]);
  });

  it('is what a sandbox has', () => {
    expect(faultsOf(group('sandbox', ['sandbox-web']))).toEqual([]);
  });
});

describe('how failures are told to clients', () => {
  it.each<[object, ...string[]]>([
    [{ texts: { refused: { en: 'No.', 'nl-be': 'Nee.' }, SERVICE_1024: { de: 'Nein.' } } }],
    [{ texts: 'No.' }, 'errors.texts: must be an object'],
    [
      { texts: { refusal: { en: 'No.' } } },
      'errors.texts.refusal: is neither a code, such as SERVICE_1024, nor a kind',
    ],
    [{ texts: { refused: 'No.' } }, "errors.texts.refused: must be texts by language, such as { en: '…' }"],
    [
      { texts: { refused: { EN: ' ', nl: 7, de: 'Nein.' } } },
      'errors.texts.refused.EN: must be a language tag in lower case, such as nl',
      'errors.texts.refused.EN: must be a text',
      'errors.texts.refused.nl: must be a text',
    ],
    [{ defaultLanguage: 'nl' }],
    [{ defaultLanguage: 'Dutch!' }, 'errors.defaultLanguage: defaultLanguage must be a language tag in lower case'],
    [{ defaultLanguage: 7 }, 'errors.defaultLanguage: defaultLanguage must be a language tag in lower case'],
    [{ docsUrl: 'https://shop.example/errors' }],
    [{ docsUrl: 'http://shop.example/errors' }],
    [{ docsUrl: 'ftp://shop.example/errors' }, 'errors.docsUrl: docsUrl must be an absolute http(s) address'],
    [{ docsUrl: 'https://shop.example/#errors' }, 'errors.docsUrl: docsUrl must be an absolute http(s) address'],
    [{ docsUrl: '/errors' }, 'errors.docsUrl: docsUrl must be an absolute http(s) address'],
    [{ docsUrl: 7 }, 'errors.docsUrl: docsUrl must be an absolute http(s) address'],
  ])('may be %j', (errors, ...faults) => {
    expect(faultsOf({ errors })).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });
});

it('the expiry of some payment methods may be given, and the others keep theirs', () => {
  const polling = (expiry: unknown) => ({
    terminalGroups: [{ ...shopOptions().terminalGroups[0]!, polling: { expiry } }],
  });
  const known = new TerminalGroups(polling({ OTHER: 120_000 }) as TillbridgeOptions).get('web').polling.expiry;
  const usual = new TerminalGroups(shopOptions()).get('web').polling.expiry;
  expect(known).toEqual({ ...usual, OTHER: 120_000 });
  expect(faultsOf(polling('soon'))).toHaveLength(1);
  expect(faultsOf(polling({ OTHER: 1 }))).toHaveLength(1);
});

it.each([
  [{ run: () => undefined }, true],
  [{ run: 1 }, false],
  [null, false],
  [class Token {}, true],
  [Symbol('token'), true],
  ['token', true],
  ['', false],
  [7, false],
])('that %p can be the transaction of the host is %s', (value, expected) => {
  expect(isHostTransactionSource(value)).toBe(expected);
});

it.each([
  ['amount_mismatch', 'wrong-amount'],
  ['refund_unresolved', 'refund-needs-a-decision'],
  ['something_new', 'order-needs-attention'],
])('the section about %s is %s', (attention, section) => {
  expect(attentionSection(attention)).toBe(section);
});

it.each([
  ['de-S1', 'nl-', [], true],
  ['nl-S1', 'nl-', ['de-'], false],
  ['S1', '', ['nl-', 'de-'], false],
  ['de-S1', '', ['nl-', 'de-'], true],
  ['S-de-1', '', ['de-'], false],
])(
  'whether %s is foreign to a group with the prefix "%s" beside %j: %s',
  (id, orderIdPrefix, otherPrefixes, expected) => {
    expect(isForeignId(id, { orderIdPrefix, otherPrefixes })).toBe(expected);
  },
);

describe('what a handler threw', () => {
  const texts = new ErrorRedactor(new TerminalGroups(shopOptions()));
  const secret = canaryKey('web');

  it('is stored without keys, and short', () => {
    expect(texts.of(new TypeError(`with ${secret}`))).toMatch(/^TypeError: with (?!.*CANARY)/i);
    expect(texts.of(`with ${secret}`)).not.toContain(secret);
    // A key at the end is not cut in half, which no one would recognise.
    const long = texts.of(`${'x'.repeat(490)}${secret}`);
    expect(long.length).toBeLessThanOrEqual(500);
    expect(long).not.toContain(secret.slice(0, 8));
    expect(texts.of(7)).toBe('7');
    const mute = {
      toString: () => {
        throw new Error('no');
      },
    };
    expect(texts.of(mute)).toBe('something was thrown that cannot be shown as text (object)');
  });

  it('loses the keys in its own texts and in those of its causes, however it goes on', () => {
    const deepest = new Error(`deep ${secret}`);
    const middle = new Error('clean', { cause: deepest });
    const stack = middle.stack;
    const outer = new Error(`outer ${secret}`, { cause: middle });
    expect(texts.clean(outer)).toBe(outer);
    for (const each of [outer, deepest]) expect(`${each.message} ${each.stack}`).not.toContain(secret);
    expect([middle.message, middle.stack]).toEqual(['clean', stack]);
    expect(outer.message).toMatch(/^outer ./);
    // A host may add its own words to an error, and a tool its own stack.
    const asBefore = { configurable: true, enumerable: false, writable: true };
    for (const name of ['message', 'stack'])
      expect(Object.getOwnPropertyDescriptor(outer, name)).toMatchObject(asBefore);
    const frozen = Object.freeze(new Error('frozen'));
    expect(texts.clean(frozen)).toBe(frozen);
    const odd = Object.assign(new Error('odd'), { message: 7 });
    expect(texts.clean(odd).message).toBe(7);
    expect(texts.clean('text')).toBe('text');
  });

  it('is followed through eight causes', () => {
    const errors = Array.from({ length: 9 }, () => new Error(secret));
    for (const [index, error] of errors.entries()) error.cause = errors[index + 1];
    texts.clean(errors[0]);
    expect(errors.map(({ message }) => message === secret)).toEqual([...Array<boolean>(8).fill(false), true]);
    for (const error of errors) Object.assign(error, { message: '', stack: '' });
  });
});

describe('the addresses of a terminal group', () => {
  const [web] = shopOptions().terminalGroups;

  it.each([
    'http://localhost:4000',
    'http://localhost:4000/',
    'http://localhost:4000/v1/json',
    'http://localhost:4000/v1/json/',
  ])('are without the path that calls bring: %s', (baseUrl) => {
    const groups = new TerminalGroups({ terminalGroups: [{ ...web!, baseUrl, otherModeUrl: baseUrl }] });
    const { baseUrl: address, otherModeUrl } = groups.get('web');
    expect([address, otherModeUrl]).toEqual(['http://localhost:4000', 'http://localhost:4000']);
  });

  it.each([
    ['http://localhost:9//payments/notifications/web', 1],
    ['http://localhost:9/payments//notifications/web?a=b', 1],
    ['http://localhost:9/payments/notifications/web?back=//shop.example', 0],
    ['http://localhost:9/payments/notifications/web', 0],
  ])('have no slash too many where notifications come: %s', (notificationUrl, count) => {
    const faults = faultsOf({ terminalGroups: [{ ...web!, notificationUrl }] });
    expect(faults.filter((fault) => fault.includes('two slashes in a row'))).toHaveLength(count);
  });
});

describe('the agent of a terminal group', () => {
  const [web] = shopOptions().terminalGroups;

  it.each([
    ['the address of a proxy', 'http://proxy.internal:3128'],
    ['an agent', {}],
    ['a number', 7],
  ])('is a function, not %s', (_title, agent) =>
    expect(faultsOf({ terminalGroups: [{ ...web!, agent: agent as never }] })).toEqual([
      '  - terminalGroups.0.agent: agent must be a function that makes an agent',
    ]),
  );
});
