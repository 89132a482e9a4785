import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { findCanary } from '../../support/canary-scanner.mjs';
import { canaryKey } from '../../support/canary.js';
import { isPaymentError } from '../../../src/protocol/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { readApiKeys } from '../../../src/shop/core/options/api-keys.js';
import { KEY_OVERLAP_MS, KeyRing } from '../../../src/shop/core/index.js';

const CHANGE = Date.parse('2026-12-01T03:00:00Z');
const [OLD, NEW] = [canaryKey('old'), canaryKey('new')];

const ringOf = (apiKeys: unknown[], clock: ManualClock): KeyRing => new KeyRing(readApiKeys([apiKeys]).keys[0]!, clock);

const faultsOf = (...apiKeys: unknown[]): string[] =>
  readApiKeys(apiKeys).faults.map(({ path, message }) => `${path}: ${message}`);

describe('the keys of a terminal group', () => {
  it('change at the appointed instant, and the old one verifies its resends for 45 minutes (scenario C2)', () => {
    const clock = new ManualClock(CHANGE - 1);
    const text = '2026-12-01T03:00:00Z';
    const ring = ringOf(
      [
        { key: OLD, until: new Date(CHANGE) },
        { key: NEW, from: text },
      ],
      clock,
    );
    const seen = (at: number) => {
      clock.set(at);
      return [ring.current, ...ring.all];
    };
    // The service may sign with the new one sooner.
    expect(seen(CHANGE - 1)).toEqual([OLD, OLD, NEW]);
    expect(seen(CHANGE)).toEqual([NEW, OLD, NEW]);
    expect(KEY_OVERLAP_MS).toBe(45 * 60_000);
    expect(seen(CHANGE + KEY_OVERLAP_MS - 1)).toEqual([NEW, OLD, NEW]);
    expect(seen(CHANGE + KEY_OVERLAP_MS)).toEqual([NEW, NEW]);
  });

  it('make calls with the one that came last, and with the first of the list where none is later', () => {
    const clock = new ManualClock(CHANGE);
    expect(ringOf([NEW, OLD], clock).current).toBe(NEW);
    expect(ringOf([OLD, { key: NEW, from: '2026-11-30' }], clock).current).toBe(NEW);
    expect(
      ringOf(
        [
          { key: NEW, from: '2026-11-30' },
          { key: OLD, from: '2026-11-29' },
        ],
        clock,
      ).current,
    ).toBe(NEW);
  });

  it('say so when none of them is valid any more, instead of making a call that must fail', () => {
    const clock = new ManualClock(CHANGE - 1);
    const ring = ringOf([{ key: OLD, until: new Date(CHANGE) }], clock);
    clock.advance(1);
    const error = errorOf(() => ring.current);
    expect(isPaymentError(error) && [error.code, error.execution]).toEqual(['KEY_EXPIRED', 'not-executed']);
    expect(findCanary(inspect(error, { showHidden: true, depth: null }))).toBeUndefined();
  });

  it('know the part that each of them plays', () => {
    const clock = new ManualClock(CHANGE);
    const keys = [{ key: canaryKey('1'), until: '2026-11-01' }, { key: canaryKey('2'), from: '2027-01-01' }, NEW, OLD];
    const { singles, ids } = ringOf(keys, clock);
    expect(singles.map(({ role }) => role)).toEqual(['ended', 'waiting', 'current', 'spare']);
    expect(singles.map(({ id }) => id)).toEqual(ids);
    expect(singles.map(({ ring }) => ring.current)).toEqual([canaryKey('1'), canaryKey('2'), NEW, OLD]);
  });

  it('are shown by nothing: no inspection, JSON, copy, text or walk over properties', () => {
    const ring = ringOf([NEW, { key: OLD, from: '2026-01-01' }], new ManualClock(CHANGE));
    const shown = [
      inspect(ring, { showHidden: true, depth: null }),
      inspect(ring, { showHidden: true, depth: null, customInspect: false }),
      JSON.stringify([ring, { ...ring }, structuredClone({ ...ring }), ring.singles, structuredClone(ring)]),
      String(ring),
      inspect(ring.singles, { showHidden: true, depth: null, customInspect: false }),
      Reflect.ownKeys(ring).map(String).join(),
    ];
    expect(shown.map(findCanary)).toEqual(shown.map(() => undefined));
    expect(shown[0]).toMatch(/^KeyRing\([0-9a-f]{8}, [0-9a-f]{8}\)$/);
  });

  it('lose whatever was pasted around them, and nothing else', () => {
    const around = fc.array(fc.constantFrom(...' \t\r\n\u00a0\u200b\u2060\ufeff"\'`\u201c\u201d\u2018\u2019'));
    const key = fc.stringMatching(/^[A-Za-z0-9_-]{5,64}$/);
    fc.assert(
      fc.property(around, key, around, (before, text, after) => {
        const { keys } = readApiKeys([[`${before.join('')}${text}${after.join('')}`]]);
        expect(keys[0]?.[0]?.key).toBe(text);
      }),
    );
  });
});

describe('keys that cannot work', () => {
  it('are all told at once, by place and fingerprint and never by themselves', () => {
    const faults = faultsOf(
      [NEW, ` ${NEW}\n`, { key: OLD, from: '2026-12-02', until: '2026-12-01' }, { key: 'abc' }],
      [
        { key: canaryKey('gone'), until: '2026-11-30T23:59:59Z' },
        { key: canaryKey('later'), from: '2027-01-01' },
      ],
      [NEW, 5, { key: canaryKey('till'), untill: '2027-01-01' }, { key: `${canaryKey('a')} ${canaryKey('b')}` }],
    );
    expect(faults).toEqual([
      expect.stringMatching(/^terminalGroups\.0\.apiKeys\.2\.until: must be later than from$/),
      expect.stringMatching(/^terminalGroups\.0\.apiKeys\.3: each of apiKeys must have at least 5 characters$/),
      expect.stringMatching(/^terminalGroups\.2\.apiKeys\.1: must be text, or \{ key, from\?, until\? \}$/),
      expect.stringMatching(/^terminalGroups\.2\.apiKeys\.2: has an unknown field$/),
      expect.stringMatching(/^terminalGroups\.2\.apiKeys\.3: holds a space or another character/),
      expect.stringMatching(
        /^terminalGroups\.0\.apiKeys\.1: the same key \(fingerprint [0-9a-f]{8}\) is listed twice$/,
      ),
      expect.stringMatching(/^terminalGroups\.2\.apiKeys\.0: .* stands at terminalGroups\.0\.apiKeys\.0 too/),
    ]);
    expect(findCanary(faults.join('\n'))).toBeUndefined();
  });

  it.each([
    'tomorrow',
    '2026-02-30',
    '2026-13-01',
    '2026-12-01T03:00:00',
    '2026-12-01T03:00:00+01:00',
    5,
    new Date(NaN),
  ])('have no validity from %s', (from) => {
    expect(faultsOf([NEW, { key: OLD, from }])).toEqual([expect.stringMatching(/apiKeys\.1\.from: must be a Date/)]);
  });

  it.each(['2026-11-30', '2024-02-29', '2026-11-30T23:59Z', '2026-11-30T23:59:59Z', '2026-11-30T23:59:59.999Z'])(
    'are not those with a validity from %s',
    (from) => {
      expect(faultsOf([{ key: OLD, from }])).toEqual([]);
    },
  );

  it('of any shape are faults, not exceptions', () => {
    fc.assert(fc.property(fc.array(fc.anything()), (lists) => void readApiKeys(lists)));
  });
});

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
