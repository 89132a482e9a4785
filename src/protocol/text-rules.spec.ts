import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { isCountry } from './countries.js';
import { isIpAddress } from './ip-address.js';
import { characterCount, holdsHtml, isWellFormed } from './text-rules.js';

describe('the rules for texts', () => {
  it.each([
    '<b>',
    '</p>',
    '<!-- -->',
    '<?php',
    'a <script',
    '&amp;',
    '&#39;',
    '&#x2F;',
    '2 m&sup2;',
    '&frac12;',
    '<A HREF=x>',
  ])('%p holds HTML', (text) => {
    expect(holdsHtml(text)).toBe(true);
  });

  it.each(['Salt & pepper', '3 < 5 > 4', '<3', 'a <- b', 'AT&T'])('%p is plain text', (text) => {
    expect(holdsHtml(text)).toBe(false);
  });

  it('finds a text well-formed exactly if it survives UTF-8', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 });
    const surrogates = fc.array(fc.integer({ min: 0xd7fe, max: 0xe001 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.oneof(units, surrogates), (codes) => {
        const text = String.fromCharCode(...codes);
        expect(isWellFormed(text)).toBe(Buffer.from(text).toString() === text);
      }),
      { numRuns: 500 },
    );
  });

  it('counts characters, not UTF-16 units', () => {
    expect(characterCount('a☕😀')).toBe(3);
  });
});

describe('the rules for addresses and countries', () => {
  it('accepts every IPv4 and IPv6 address', () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => isIpAddress(address)));
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4:80',
    '::g',
    ':::',
    'fe80::1%eth0',
    '[::1]',
    '::1]/x[',
  ])('%p is no address', (text) => {
    expect(isIpAddress(text)).toBe(false);
  });

  it('knows the countries of ISO 3166-1, in capitals', () => {
    expect(['NL', 'BE', 'DE', 'US', 'ZW', 'AX'].every(isCountry)).toBe(true);
    expect(['nl', 'UK', 'XX', 'NLD', '', ' '].some(isCountry)).toBe(false);
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(letters.flatMap((a) => letters.filter((b) => isCountry(a + b)))).toHaveLength(249);
  });
});
