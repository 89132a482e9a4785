import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { isCalendarDate } from '../calendar-date.js';
import { Money } from '../money.js';
import { isOrderId } from '../order-id.js';
import { isAtMost, isReadable } from '../text-rules.js';
import { unknownFieldFaults } from '../unknown-fields.js';
import * as rules from './index.js';
import type { RuleContext, ValueRule } from './index.js';
import { anyCharacter } from '../../../test/support/any-character.js';

/** The messages of the rules that a value breaks. */
const broken = (list: readonly ValueRule[], value: unknown, context: Partial<RuleContext> = {}): string[] =>
  list.filter((rule) => !rule.isMet(value, { owner: {}, account: {}, ...context })).map(({ message }) => message);

const tables = Object.values(rules).filter((table): table is readonly ValueRule[] => Array.isArray(table));

describe('the predicates', () => {
  it('report unknown fields with their path', () => {
    const paths = (path: string): string[] => unknownFieldFaults(['typ', 'a\nb'], path).map((fault) => fault.path);
    expect([...paths(''), ...paths('cart')]).toEqual(['typ', 'a?b', 'cart.typ', 'cart.a?b']);
  });

  it('know the days of the calendar', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const two = (part: number): string => String(part).padStart(2, '0');
        expect(isCalendarDate(`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`)).toBe(true);
      }),
    );
    for (const text of [
      '2027-02-29',
      '1900-02-29',
      '2028-04-31',
      '2028-01-32',
      '2028-13-01',
      '2028-00-10',
      '2028-01-00',
      '28-1-1',
      '',
    ])
      expect(isCalendarDate(text)).toBe(false);
    for (const text of ['2028-02-29', '2000-02-29', '2027-02-28', '2027-12-31', '2027-11-30'])
      expect(isCalendarDate(text)).toBe(true);
  });

  it('count characters, and read no more of a huge text than necessary', () => {
    expect(isAtMost('😀'.repeat(100), 100)).toBe(true);
    expect(isAtMost('😀'.repeat(101), 100)).toBe(false);
    expect(isAtMost('a'.repeat(101), 100)).toBe(false);
    expect(isAtMost('a'.repeat(1_000_000), 100)).toBe(false);
  });

  it('tell readable text from the remains of broken bytes', () => {
    expect(isReadable('a\tb\r\nc')).toBe(true);
    expect(['\u0000', '\u001b[0m', '\u0085', 'a\uFFFD'].some(isReadable)).toBe(false);
  });

  it('know the form of an identifier', () => {
    expect(['S1', 'a/b.c_d-e', '...', 'a/..b', 'a../b', 'x'.repeat(50)].every(isOrderId)).toBe(true);
    expect(['', '.', '..', 'a/..', '../b', 'a/./b', 'a/../b', 'a b', 'ä', 'x'.repeat(51)].some(isOrderId)).toBe(false);
  });
});

describe('the rules of fields', () => {
  it('never throw, for any value, and each has a unique name in its table', () => {
    const values = fc.oneof(fc.anything(), fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(values, (value) => {
        for (const table of tables) expect(broken(table, value).length).toBeLessThanOrEqual(table.length);
      }),
    );
    for (const table of tables) expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  });

  it.each<[string, readonly ValueRule[], unknown[], unknown[]]>([
    [
      'amounts',
      rules.AMOUNT_RULES,
      [Money.ofMinor(1, 'EUR'), Money.of('1', 'JPY'), Money.ofMinor(10 ** 15 - 1, 'EUR')],
      [Money.zero('EUR'), Money.ofMinor(10 ** 15, 'EUR'), 5, null],
    ],
    [
      'e-mail addresses',
      rules.EMAIL_RULES,
      ['a@b', 'ann+x@example.org'],
      ['a', '@b', 'a b@c', 7, `a@${'b'.repeat(254)}`],
    ],
    ['telephone numbers', rules.PHONE_RULES, ['+31 20 123 45 67'], ['1'.repeat(26), 31]],
    ['what a browser says of itself', rules.BROWSER_FACT_RULES, ['', 'unknown', 'x'.repeat(9_000)], [7, null, ['nl']]],
    ['days', rules.DATE_RULES, ['2028-02-29'], ['29-02-2028', 7]],
    [
      'addresses of pages',
      rules.LINK_RULES,
      ['https://x.example/?a=1', 'http://localhost:3000'],
      ['javascript:1', '/x', 7],
    ],
    ['long addresses of pages', rules.LINK_RULES, [`https://x/${'a'.repeat(1990)}`], [`https://x/${'a'.repeat(1991)}`]],
    ['countries', rules.COUNTRY_RULES, ['NL'], ['nl', 31, '']],
    ['lists of countries', rules.COUNTRY_LIST_RULES, [[], ['NL', 'BE']], ['NL', ['nl'], [7], Array(251).fill('NL')]],
    ['parts of an order', rules.PART_AMOUNT_RULES, [undefined, Money.ofMinor(1, 'EUR')], [null, Money.zero('EUR'), 5]],
    ['reasons', rules.REASON_RULES, ['sold out'], [' ', undefined, 7]],
    ['invoices', rules.INVOICE_ID_RULES, ['F-1', undefined], ['', 'x'.repeat(101)]],
    ['extensions', rules.EXTENSION_RULES, [true], [false, 1]],
    ['switches', rules.SWITCH_RULES, [true, false], ['true', 1]],
    ['words', rules.oneOf('a', 'b'), ['a', 'b'], ['c', 7]],
    ['seconds', rules.SECONDS_ACTIVE_RULES, [1, 31_536_000], [0, 1.5, '60', 31_536_001]],
    ['days to pay', rules.DAYS_ACTIVE_RULES, [1, 365], [0, 366]],
    ['own identifiers', rules.OWN_ID_RULES, ['S1-R1'], ['', '..', 7, undefined]],
    ['payment methods', rules.GATEWAY_RULES, ['IDEAL', '', undefined], ['ID EAL', 7, 'x'.repeat(51)]],
  ])('tell good %s from bad', (_name, table, good, bad) => {
    expect(good.flatMap((value) => broken(table, value))).toEqual([]);
    expect(bad.map((value) => broken(table, value).length > 0)).toEqual(bad.map(() => true));
  });

  it('accept the currencies that the account supports', () => {
    const account = { currencies: ['USD', 'GBP'] };
    expect(broken(rules.AMOUNT_RULES, Money.of('1', 'EUR'), { account })).toEqual([
      'must be in a currency that the account supports',
    ]);
    expect(broken(rules.AMOUNT_RULES, Money.of('1', 'USD'), { account })).toEqual([]);
    expect(broken(rules.AMOUNT_RULES, { amount: 5, currency: 'XXX' })).toHaveLength(2);
    expect(broken(rules.AMOUNT_RULES, { amount: 5, currency: 7 })).toHaveLength(2);
  });

  it('read other fields of the object where those matter', () => {
    expect(broken(rules.GATEWAY_RULES, undefined, { owner: { type: 'direct' } })).toHaveLength(1);
    expect(broken(rules.GATEWAY_RULES, 'IDEAL', { owner: { type: 'direct' } })).toEqual([]);
    expect(broken(rules.CHANGE_RULES, undefined)).toHaveLength(1);
    expect(broken(rules.CHANGE_RULES, undefined, { owner: { extendExpiration: true } })).toEqual([]);
    expect(broken(rules.CHANGE_RULES, 'F-1')).toEqual([]);
    expect(broken([rules.WEB_ONLY_RULE], 'late', { owner: { session: 'terminal' } })).toHaveLength(1);
    expect(broken([rules.WEB_ONLY_RULE], undefined, { owner: { session: 'terminal' } })).toEqual([]);
  });

  it('are stricter about notification addresses in live mode', () => {
    const url = 'http://localhost:3000/hook';
    expect(broken(rules.NOTIFICATION_URL_RULES, url, { account: { notificationUrl: 'development' } })).toEqual([]);
    expect(broken(rules.NOTIFICATION_URL_RULES, url)).toEqual([
      'must start with https://',
      'must not name a port',
      'must name a public host',
    ]);
    expect(broken(rules.NOTIFICATION_URL_RULES, 7)).toEqual(['must be an absolute address']);
  });
});
