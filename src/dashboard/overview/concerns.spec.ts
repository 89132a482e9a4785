import { expect, it } from '@jest/globals';
import { DASHBOARD_LABELS } from '../dashboard.labels.js';
import { failingConcerns } from './concerns.js';

const AT = 1_000_000;
const textsOf = (circuit: 'closed' | 'open', failingSince: number | null): string[] =>
  failingConcerns(AT, [{ group: 'web', circuit, failingSince }], DASHBOARD_LABELS.overview.concerns).map(
    ({ tone, text, advice }) => `${tone}: ${text}. ${advice}`,
  );

it('staff are warned if all calls fail for more than a minute, also while the circuit is closed, as after 429', () => {
  expect([textsOf('closed', null), textsOf('closed', AT - 60_000)]).toEqual([[], []]);
  expect(textsOf('closed', AT - 300_000)).toEqual([
    'bad: Every call of web to the service has failed for 5 min. Customers cannot pay. The service does not answer, refuses the key, or limits this account.',
  ]);
  // Another line already reports that calls are held back.
  expect(textsOf('open', AT - 300_000)).toEqual([]);
});
