import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localeOf } from './locale.js';

it.each([
  ['nl_NL', 'nl_NL'],
  ['NL-be', 'nl_BE'],
  [' en-GB ', 'en_GB'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de_AT'],
  ['de_DE_formal', 'de_DE'],
  ['nl_NL.UTF-8', 'nl_NL'],
  ['zh-Hans-CN', 'zh_CN'],
  // A language without a country gets the one where most people read it so.
  ['nl', 'nl_NL'],
  ['en', 'en_US'],
  ['es-419', 'es_ES'],
  ['sr@latin', 'sr_RS'],
  ['zh_Hant', 'zh_TW'],
  ['de_formal', 'de_DE'],
])('%s is read as %s', (text, locale) => expect(localeOf(text)).toBe(locale));

it.each(['', '*', 'C', 'Dutch', 'xx', 'eo', 'undefined', '1', '-', '_NL', ',nl'])('%s is no language', (text) =>
  expect(localeOf(text)).toBeNull(),
);

it('is a language and a country, or none, whatever the text', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-zA-Z]{2}([-_][a-zA-Z]{1,8}){0,3}$/)),
      (text) => {
        expect(localeOf(text) ?? 'nl_NL').toMatch(/^[a-z]{2}_[A-Z]{2}$/);
      },
    ),
  ));
