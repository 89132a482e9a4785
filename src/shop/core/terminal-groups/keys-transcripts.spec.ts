import { expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { ManualClock } from '../../../support/index.js';
import { CapabilityRing } from './capability-ring.js';
import { KEY_OVERLAP_MS, KeyRing } from './key-ring.js';

const NOON = Date.UTC(2026, 0, 15, 11);

it('the keys of a group as time goes by', () => {
  const clock = new ManualClock(NOON);
  const at = (ms: number): number => NOON + ms;
  const ring = new KeyRing(
    [
      { key: 'old-key', fromMs: -Infinity, untilMs: at(1_000) },
      { key: 'first-key', fromMs: at(0), untilMs: at(2_000) },
      { key: 'second-key', fromMs: at(0), untilMs: at(3_000) },
      { key: 'last-key', fromMs: at(2_500), untilMs: Infinity },
    ],
    clock,
  );
  const moments = [
    -1,
    0,
    999,
    1_000,
    1_999,
    2_000,
    2_499,
    2_500,
    3_000,
    999 + KEY_OVERLAP_MS,
    1_000 + KEY_OVERLAP_MS,
    2_000 + KEY_OVERLAP_MS,
    3_000 + KEY_OVERLAP_MS,
  ];
  const lines = moments.map((ms) => {
    clock.set(at(ms));
    return `${ms}: ${ring.current}; verify ${ring.all.join(', ')}; ${ring.singles.map(({ role }) => role).join(', ')}`;
  });
  expect(
    [
      ...lines,
      JSON.stringify(ring),
      inspect(ring),
      ring.singles.map(({ id, ring: alone }) => `${id} ${alone.current} ${alone.all.length}`).join(', '),
      `${ring.has('old-key')} ${ring.has('no-key')} ${ring.isIn('with old-key in it')} ${ring.isIn('without')}`,
    ].join('\n'),
  ).toMatchSnapshot();
});

it('capabilities of addresses', () => {
  const [none, one, two] = [[], ['secret-of-16-chars'], ['another-of-16-chars', 'secret-of-16-chars']].map(
    (secrets) => new CapabilityRing(secrets),
  );
  const own = one!.urlFor('', 'A').slice(1);
  expect(
    [
      ...[none!, one!, two!].map(
        (ring) => `${inspect(ring)} ${JSON.stringify(ring)} ${ring.isRequired}: ${ring.urlFor('https://h/n//', 'A')}`,
      ),
      ...[none!, one!, two!].map((ring) =>
        ['', own, own.slice(1), `${own.slice(1)}0`].map((given) => ring.admits('A', given)).join(' '),
      ),
      `${one!.admits('B', own)}`,
    ].join('\n'),
  ).toMatchSnapshot();
});
