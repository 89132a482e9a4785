import { createHash, createHmac } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { canaryKey } from '../../test/support/canary.js';
import { checkFreshness, deliveryKey, keyId, sign, verify } from './signature.js';
import { anyCharacter } from '../../test/support/any-character.js';

const key = canaryKey('signature');
const nowMs = 1_756_720_810_000;
const timestamp = 1_756_720_810;
const body = '{"order_id":"S10042-1","description":"Café ☕ a\\/b", "status":"completed"}';
const header = sign({ timestamp, body, key });

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const unpack = (auth: string): string => Buffer.from(auth, 'base64').toString('latin1');
const verdictOn = (auth: unknown, bytes: Uint8Array | string = body): string => {
  const result = verify({ header: auth, body: bytes, keys: [key], nowMs });
  return result.ok ? 'ok' : result.reason;
};

function flipBit(bytes: Uint8Array, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return flipped;
}

describe('signing and verifying', () => {
  it.each([
    [
      1_756_720_810,
      '{"amount":4599,"financial_status":"completed","order_id":"S10042-1","status":"completed","transaction_id":1756720780000123}',
      'MTc1NjcyMDgxMDpjZDE1MTM1Mjc2MGNjZWFlZmMzZDdmYmNhNmQ4ZjZmMTBlNTljMWE0YzQ3YTE0ODQ3OTAxZmE4OTBlM2U2OTliMTM1MDY2YTU2M2NjMjE1Y2M1ZTg2ZjZlZGNkMzg1MjQ3NWRmMzhkOGYxNGVlM2ZkNzg3NmY5YTNiMTNjZDcwYg==',
    ],
    [
      1_756_720_811,
      '{"description":"Café ☕ 10€ a/b","order_id":"S10042-2", "status":"declined","transaction_id":17472052901237123}',
      'MTc1NjcyMDgxMTozODNkNDQ2Y2I2NDM5ODE0NmE4ODQwNWQ5MGRjMGFiMjdlY2I1ODg1YzgwZDkwMGMyNzg1ZWY0ZTgzMDg1MDc2ODQzZmZkYTM4ZjdmMGRlMDlhNGM0MDIwYWExY2Y5NGQyNzZhNjRjNzlkM2ZlNzc2OTI3MTdkNWRmYTc4MGNkZg==',
    ],
  ])('agrees with the vector of %d', (signedAt, vector, auth) => {
    const vectorKey = 'sandbox-site-key-0001';
    expect(sign({ timestamp: signedAt, body: vector, key: vectorKey })).toBe(auth);
    const asBytes = verify({ header: auth, body: Buffer.from(vector), keys: [vectorKey], nowMs });
    expect(asBytes).toMatchObject({ ok: true, timestamp: String(signedAt), signedAtMs: signedAt * 1000 });
  });

  it('a re-serialised body is another body', () => {
    const reserialised = JSON.stringify(JSON.parse(body));
    expect(reserialised).not.toBe(body);
    expect(verdictOn(header, reserialised)).toBe('mismatch');
  });

  it('holds for any bytes and any key', () => {
    const keys = fc.string({ unit: anyCharacter, minLength: 1 }).filter((text) => text.trim() !== '');
    const seconds = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2048 }), keys, seconds, (bytes, anyKey, signedAt) => {
        const auth = sign({ timestamp: signedAt, body: bytes, key: anyKey });
        const result = verify({ header: auth, body: bytes, keys: ['another', anyKey], nowMs: signedAt * 1000 });
        expect(result).toMatchObject({ ok: true, keyId: keyId(anyKey) });
        expect(verify({ header: auth, body: bytes, keys: [`${anyKey}x`], nowMs: signedAt * 1000 }).ok).toBe(false);
      }),
    );
  });

  it('refuses every single flipped bit of the signature and of the body', () => {
    const mac = Buffer.from(unpack(header).slice(11), 'hex');
    for (let bit = 0; bit < mac.length * 8; bit += 1) {
      expect(verdictOn(base64(`${timestamp}:${flipBit(mac, bit).toString('hex')}`))).toBe('mismatch');
    }
    const bytes = Buffer.from(body);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      expect(verdictOn(header, flipBit(bytes, bit))).toBe('mismatch');
    }
  });

  it('refuses every single flipped bit of the header, before or after decoding', () => {
    const decoded = Buffer.from(header, 'base64');
    for (let bit = 0; bit < decoded.length * 8; bit += 1) {
      expect(verdictOn(flipBit(decoded, bit).toString('base64'))).not.toBe('ok');
    }
    const encoded = Buffer.from(header, 'latin1');
    for (let bit = 0; bit < encoded.length * 8; bit += 1) {
      expect(verdictOn(flipBit(encoded, bit).toString('latin1'))).not.toBe('ok');
    }
  });

  it('does not count white space around a key', () => {
    expect(verify({ header, body, keys: [` ${key}\n`], nowMs }).ok).toBe(true);
    expect(sign({ timestamp, body, key: `\t${key} ` })).toBe(header);
    expect(keyId(` ${key} `)).toBe(keyId(key));
  });

  it('tries every key and names the one that matched', () => {
    const [old, other] = [canaryKey('old'), canaryKey('other')];
    expect(verify({ header, body, keys: [other, old, key], nowMs })).toMatchObject({ ok: true, keyId: keyId(key) });
    expect(verify({ header, body, keys: [other, old], nowMs })).toEqual({ ok: false, reason: 'mismatch' });
    expect(verify({ header, body, keys: [], nowMs })).toEqual({ ok: false, reason: 'mismatch' });
  });

  it('a blank key neither signs nor verifies, because anyone could compute with it', () => {
    const mac = createHmac('sha512', '').update(`${timestamp}:${body}`).digest('hex');
    const forged = base64(`${timestamp}:${mac}`);
    expect(verify({ header: forged, body, keys: ['', '  '], nowMs })).toEqual({ ok: false, reason: 'mismatch' });
    expect(() => sign({ timestamp, body, key: ' ' })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });

  it('never throws if the body or a key has a wrong type', () => {
    const nothing = JSON.parse('null');
    expect(verdictOn(header, nothing)).toBe('mismatch');
    expect(verdictOn(header, JSON.parse('{"order_id":"parsed too early"}'))).toBe('mismatch');
    expect(verify({ header, body, keys: [nothing, JSON.parse('7'), key], nowMs }).ok).toBe(true);
  });
});

describe('the time window (scenario W3)', () => {
  it.each([
    [0, 'fresh'],
    [600_000, 'fresh'],
    [600_001, 'stale'],
    [-120_000, 'fresh'],
    [-120_001, 'future'],
    [-31_536_000_000, 'future'],
    [31_536_000_000, 'stale'],
    [Number.NaN, 'stale'],
    [Number.POSITIVE_INFINITY, 'stale'],
    [Number.NEGATIVE_INFINITY, 'future'],
  ])('an age of %d ms is %s', (age, expected) => {
    expect(checkFreshness(nowMs, nowMs + age)).toBe(expected);
  });

  it('can be set, and a window that is negative or not a number accepts nothing', () => {
    expect(checkFreshness(nowMs, nowMs + 5_001, { pastMs: 5_000 })).toBe('stale');
    expect(checkFreshness(nowMs, nowMs - 5_001, { futureMs: 5_000 })).toBe('future');
    expect(checkFreshness(nowMs, nowMs, { pastMs: Number.NaN })).toBe('stale');
    expect(checkFreshness(nowMs, nowMs, { futureMs: Number.NaN })).toBe('stale');
    expect(checkFreshness(nowMs, nowMs, { pastMs: -1 })).toBe('stale');
    expect(checkFreshness(nowMs, nowMs, { futureMs: -1 })).toBe('future');
  });

  it('is checked before the signature, after the form', () => {
    const unsigned = base64(`${timestamp}:${'0'.repeat(128)}`);
    const at = (now: number, auth: string) => verify({ header: auth, body, keys: [key], nowMs: now });
    expect(at(nowMs + 600_001, unsigned)).toEqual({ ok: false, reason: 'stale' });
    expect(at(nowMs - 120_001, unsigned)).toEqual({ ok: false, reason: 'future' });
    expect(at(nowMs + 600_001, `${header} `)).toEqual({ ok: false, reason: 'malformed' });
    expect(at(Number.NaN, header)).toEqual({ ok: false, reason: 'stale' });
    expect(at(nowMs + 600_000, header).ok).toBe(true);
    expect(verify({ header, body, keys: [key], nowMs: nowMs + 5_001, pastMs: 5_000 }).ok).toBe(false);
  });
});

describe('identities', () => {
  it('a key is shown as eight digits that do not reveal it', () => {
    expect(keyId(key)).toBe(createHash('sha256').update(key).digest('hex').slice(0, 8));
  });

  it('a delivery is identified by group, timestamp and signature only', () => {
    const mac = Buffer.alloc(64, 1);
    const first = deliveryKey({ group: 'web', timestamp: '1756720810', mac });
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(deliveryKey({ group: 'web', timestamp: '1756720810', mac: Uint8Array.from(mac) })).toBe(first);
    const others = [
      deliveryKey({ group: 'till', timestamp: '1756720810', mac }),
      deliveryKey({ group: 'web1', timestamp: '756720810', mac }),
      deliveryKey({ group: 'web', timestamp: '1756720811', mac }),
      deliveryKey({ group: 'web', timestamp: '1756720810', mac: flipBit(mac, 3) }),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
  });
});
