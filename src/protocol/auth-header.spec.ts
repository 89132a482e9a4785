import { createHmac } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { canaryKey } from '../../test/support/canary.js';
import { parseAuthHeader } from './auth-header.js';
import { sign, verify } from './signature.js';
import { anyCharacter } from '../../test/support/any-character.js';

const key = canaryKey('header');
const nowMs = 1_756_720_810_000;
const timestamp = 1_756_720_810;
const body = '{"order_id":"S10042-1","status":"completed"}';
const header = sign({ timestamp, body, key });

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const unpack = (auth: string): string => Buffer.from(auth, 'base64').toString('latin1');
const verdictOn = (auth: unknown): string => {
  const result = verify({ header: auth, body, keys: [key], nowMs });
  return result.ok ? 'ok' : result.reason;
};

describe('the Auth header (scenario W2)', () => {
  it('is refused without an exception, for any bytes up to 16 KB', () => {
    const latin1 = fc.uint8Array({ maxLength: 16_384 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
    const anyText = fc.string({ unit: anyCharacter, maxLength: 4096 });
    const wellEncoded = fc.uint8Array({ maxLength: 12_288 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    fc.assert(
      fc.property(fc.oneof(latin1, anyText, wellEncoded, fc.anything()), (auth) => {
        expect(['missing', 'malformed']).toContain(verdictOn(auth));
      }),
      { numRuns: 500 },
    );
  });

  it('that looks right but has another signature is refused', () => {
    const hex = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(fc.property(hex, (mac) => verdictOn(base64(`${timestamp}:${mac}`)) === 'mismatch'));
  });

  it.each([undefined, null, ''])('%p is missing', (auth) => {
    expect(parseAuthHeader(auth)).toEqual({ ok: false, reason: 'missing' });
  });

  const decoded = unpack(header);
  it.each([
    ['white space before', ` ${header}`],
    ['white space after', `${header}\n`],
    ['white space within', `${header.slice(0, 76)}\r\n${header.slice(76)}`],
    ['missing padding', header.replace(/=+$/, '')],
    ['extra padding', `${header}=`],
    ['much extra padding', `${header}====`],
    ['trailing junk', `${header}QUJD`],
    ['junk after the padding', `${header}A`],
    ['the url-safe alphabet', Buffer.from(`${decoded}\xfb\xff`, 'latin1').toString('base64url')],
    ['set spare bits', header.replace(/.==$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==`)],
    ['two values joined', `${header}, ${header}`],
    ['no encoding', decoded],
    ['two encodings', base64(header)],
    ['upper-case hexadecimal', base64(decoded.toUpperCase())],
    ['one upper-case digit', base64(decoded.replace(/[a-f]/, (letter) => letter.toUpperCase()))],
    ['too few digits of hexadecimal', base64(decoded.slice(0, -1))],
    ['too many digits of hexadecimal', base64(`${decoded}0`)],
    ['letters that are not hexadecimal', base64(decoded.replace(/.$/, 'g'))],
    ['no colon', base64(decoded.replace(':', ''))],
    ['two colons', base64(decoded.replace(':', '::'))],
    ['a line break at the end', base64(`${decoded}\n`)],
    ['a list', [header]],
  ])('with %s is malformed', (_name, auth) => {
    expect(parseAuthHeader(auth)).toEqual({ ok: false, reason: 'malformed' });
  });

  it.each([
    '',
    '175672081',
    '-756720810',
    '+756720810',
    '1.75672081',
    '1756720810.5',
    '1e10000000',
    'NaNNaNNaNN',
    'Infinity00',
    '0x68b56eaa',
    ' 175672081',
    '12345678901234',
    '12345678901234567890',
  ])('with the timestamp %p is malformed', (time) => {
    const mac = createHmac('sha512', key).update(`${time}:${body}`).digest('hex');
    expect(verdictOn(base64(`${time}:${mac}`))).toBe('malformed');
  });

  it.each([
    ['1756720810', 1_756_720_810_000],
    ['1756720810123', 1_756_720_810_123],
    ['0000000001', 1_000],
    ['99999999999', 99_999_999_999_000],
  ])('reads the timestamp %s as %d ms', (time, signedAtMs) => {
    const parsed = parseAuthHeader(base64(`${time}:${'0f'.repeat(64)}`));
    expect(parsed).toEqual({ ok: true, timestamp: time, signedAtMs, mac: Buffer.alloc(64, 0x0f) });
  });
});
