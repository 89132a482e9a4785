import { describe, expect, it } from '@jest/globals';
import { CANARY_MARKER, canaryKey } from './canary.js';
import { CanaryScanner, canaryForms, findCanary } from './canary-scanner.mjs';

/** The key in the middle of a longer secret text, `before` bytes after the start of the encoding. */
const surrounded = (before: number): Buffer => Buffer.from(`${'x'.repeat(before)}${canaryKey('web')} and more`);

const LEAKS: Record<string, string> = {
  'as it is': `api_key=${canaryKey('web')}&x=1`,
  'in capitals': canaryKey('web').toUpperCase(),
  'percent-encoded': canaryKey('web').replace(/./g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  'in hexadecimal': surrounded(5).toString('hex'),
  'in upper-case hexadecimal': surrounded(5).toString('hex').toUpperCase(),
  'in base64, first alignment': surrounded(0).toString('base64'),
  'in base64, second alignment': surrounded(1).toString('base64'),
  'in base64, third alignment': surrounded(2).toString('base64'),
  'in URL-safe base64': surrounded(7).toString('base64url'),
  'as the password of basic authentication': `Basic ${Buffer.from(`user:${canaryKey('web')}`).toString('base64')}`,
};

describe('the canary scanner', () => {
  it.each(Object.entries(LEAKS))('finds the key %s', (_, text) => {
    expect(findCanary(`before ${text} after`)).toBeDefined();
  });

  it.each(Object.entries(LEAKS))('finds the key %s wherever a chunk ends', (_, text) => {
    const bytes = Buffer.from(`before ${text} after`);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const scanner = new CanaryScanner();
      scanner.push(bytes.subarray(0, cut));
      scanner.push(bytes.subarray(cut));
      expect([cut, scanner.found]).toEqual([cut, expect.any(String)]);
    }
  });

  it.each(Object.entries(LEAKS))('finds the key %s when it comes byte by byte', (_, text) => {
    const scanner = new CanaryScanner();
    for (const byte of Buffer.from(text)) scanner.push(Buffer.of(byte));
    expect(scanner.found).toBeDefined();
  });

  it('keeps what it found', () => {
    const scanner = new CanaryScanner();
    scanner.push(canaryKey('web'));
    scanner.push('a'.repeat(1_000));
    expect(scanner.found).toBe('plain');
  });

  it('is not set off by anything else, not even by most of the marker', () => {
    const scanner = new CanaryScanner();
    scanner.push(CANARY_MARKER.slice(0, -1));
    scanner.push(' '.repeat(3));
    scanner.push(CANARY_MARKER.slice(1));
    scanner.push(Buffer.from(CANARY_MARKER.slice(1)).toString('base64'));
    expect(scanner.found).toBeUndefined();
  });

  it('has base64 forms long enough not to occur by chance', () => {
    for (const form of canaryForms()) expect(form.text.length).toBeGreaterThanOrEqual(24);
  });
});
