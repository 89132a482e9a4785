import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { canaryKey, CANARY_MARKER } from '../../test/support/canary.js';
import { createRedactor, maskEmail, maskIban } from './redact.js';
import { anyCharacter } from '../../test/support/any-character.js';

const secret = `${canaryKey('redact')}/+ é"\\`;
const redact = createRedactor([secret]);
const bytes = Buffer.from(secret);

describe('createRedactor', () => {
  it.each([
    ['plain', secret],
    ['in capitals', secret.toUpperCase()],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in small letters', encodeURIComponent(secret).toLowerCase()],
    ['as a form field', new URLSearchParams({ s: secret }).toString().slice(2)],
    ['as JSON', JSON.stringify(secret).slice(1, -1)],
    ['base64', bytes.toString('base64')],
    ['base64 for URLs', bytes.toString('base64url')],
    ['hexadecimal', bytes.toString('hex')],
    ['hexadecimal in capitals', bytes.toString('hex').toUpperCase()],
  ])('takes a secret out when it is %s', (_name, form) => {
    const text = redact(`before ${form} between ${form} after`);
    expect(text).toMatch(/^before \[redacted\].{0,4} between \[redacted\].{0,4} after$/);
  });

  it('finds base64 at any position of a longer text', () => {
    const core = createRedactor([canaryKey('inside')]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (before, after) => {
        const whole = Buffer.concat([before, Buffer.from(canaryKey('inside')), after]);
        for (const encoding of ['base64', 'base64url'] as const) {
          const left = Buffer.from(core(whole.toString(encoding)).replaceAll('[redacted]', ''), encoding);
          expect(core(whole.toString(encoding))).toContain('[redacted]');
          expect(left.toString('latin1')).not.toContain(CANARY_MARKER);
        }
      }),
    );
  });

  it('removes several secrets, the longer one first', () => {
    const both = createRedactor(['abcd-1234', 'abcd-1234-more']);
    expect(both('abcd-1234-more, abcd-1234')).toBe('[redacted], [redacted]');
  });

  it('ignores white space around a secret', () => {
    expect(createRedactor([' abcd-1234\n'])('key=abcd-1234;')).toBe('key=[redacted];');
  });

  it('does not change text without a secret', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redact(text)).toBe(text);
        expect(createRedactor([])(text)).toBe(text);
        expect(createRedactor(['', '  '])(text)).toBe(text);
      }),
    );
  });

  it('works with any secret, and removes it completely', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 5 }), fc.string(), (any, around) => {
        fc.pre(any.trim().length >= 5 && !'[redacted]'.includes(any.trim().toLowerCase()));
        const clean = createRedactor([any]);
        expect(clean(`${around}|${any.trim()}|`)).toContain('[redacted]');
      }),
    );
  });

  it('ignores short encoded pieces, which would match by chance', () => {
    expect(createRedactor(['ab'])('YWI 6162 ab')).toBe('YWI 6162 [redacted]');
  });
});

describe('masks', () => {
  it.each([
    ['NL87ABNA0000000001', '*** 0001'],
    ['NL87 ABNA 0000 0000 01', '*** 0001'],
    ['12345678', '***'],
    ['', '***'],
  ])('of the account %p leave %p', (iban, masked) => {
    expect(maskIban(iban)).toBe(masked);
  });

  it.each([
    ['ann@example.org', 'a***@example.org'],
    ['a@b@example.org', 'a***@example.org'],
    ['@example.org', '***'],
    ['ann', '***'],
    ['', '***'],
  ])('of the address %p leave %p', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
