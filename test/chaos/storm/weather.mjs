/** What there is of faults in a trial: how often, where, and of which kinds. */

/** What strikes a connection to the service, by the way it fails there. */
const ON_THE_WAY = [
  ...['reset', 'half-close', 'black hole', 'truncated', 'garbage', '5xx', '429'].flatMap((kind) => [
    { kind, stage: 'headers' },
    { kind, stage: 'response status' },
  ]),
  ...['reset', 'black hole', 'truncated', 'garbage'].map((kind) => ({ kind, stage: 'response body' })),
  ...['reset', 'truncated'].map((kind) => ({ kind, stage: 'body' })),
  { kind: 'delay', stage: 'headers', delayMs: 700 },
  { kind: 'delay', stage: 'response status', delayMs: 700 },
  { kind: 'reset', stage: 'connect' },
];
/** Longer than the shop waits for an answer; what the service holds so long it does when the shop has given up. */
export const LATE_MS = 3_500;
/** An answer of up to two seconds ago: a read copy that lags. */
const LAGGING_CHANCE = 0.15;
const AT_SERVICE = {
  delayMs: LATE_MS,
  operations: ['notification', 'refund', 'create', 'read'],
  probabilities: {
    delay: 0.03,
    drop: 0.03,
    duplicate: 0.1,
    reorder: 0.05,
    corrupt: 0.02,
    'wrong-key': 0.02,
    'clock-skew': 0.02,
    'error-before': 0.03,
    'error-after': 0.03,
    'response-lost': 0.05,
    'slow-body': 0.01,
    'rate-limit': 0.01,
    'foreign-refund': 0.003,
    'stale-read': LAGGING_CHANCE,
  },
};

/** The times between two strikes of a kind, in milliseconds: from, to. */
const EVERY = {
  kill: [200, 3_000],
  pause: [2_000, 6_000],
  database: [6_000, 11_000],
  service: [12_000, 25_000],
};

/** By how much replicas misread the database's clock. */
const APART_MS = [0, 30, 100, 200];

/** Everything at once: each connection to the service may be struck, and what comes through once more at the service. */
export const STORM = {
  every: EVERY,
  onTheWay: (chance) => (chance.hits(0.12) ? chance.pick(ON_THE_WAY) : null),
  atService: AT_SERVICE,
  apartMs: APART_MS,
  timeoutMs: 2_000,
  returning: 0.3,
};

/** No one dies; but reads are old, answers late, messages repeated and out of order, and the clocks apart. */
export const LAG = {
  every: {},
  onTheWay: (chance) =>
    chance.hits(0.5)
      ? { kind: 'delay', stage: 'response status', delayMs: Math.round(chance.between(1, 2_000)) }
      : null,
  atService: {
    delayMs: 2_000,
    operations: ['notification', 'read'],
    probabilities: { 'stale-read': LAGGING_CHANCE, duplicate: 0.1, reorder: 0.1 },
  },
  apartMs: APART_MS,
  timeoutMs: 5_000,
  returning: 0.9,
};
