import { describe, expect, it } from '@jest/globals';
import { checkFields } from '../../../support/fields/check-fields.js';
import { CallOptions } from './call.options.js';
import { EffectsOptions } from './effects.options.js';
import { PollingOptions } from './polling.options.js';
import { RefundRuleOptions } from './refund-rule.options.js';
import { retentionFaults, RetentionOptions, toRetention } from './retention.options.js';
import { TerminalGroupOptions } from './terminal-group.options.js';
import { TillbridgeOptions } from './tillbridge.options.js';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** The least and the greatest value of each option, as the documentation states them. */
const BOUNDS: readonly (readonly [new () => object, Readonly<Record<string, readonly [number, number]>>])[] = [
  [
    CallOptions,
    {
      connectTimeoutMs: [100, MINUTE],
      maxResponseBytes: [1_024, 67_108_864],
      readAttempts: [1, 10],
      readPatienceMs: [SECOND, 600_000],
      callsPerSecond: [1, 1_000],
      burst: [1, 10_000],
      reservedCalls: [0, 9_999],
      maxWaiting: [0, 10_000],
      maxWaitMs: [0, MINUTE],
      circuitFailures: [1, 1_000],
      circuitPauseMs: [100, 600_000],
    },
  ],
  [EffectsOptions, { transactionLimitMs: [100, MINUTE], commitLimitMs: [100, HOUR] }],
  [PollingOptions, { firstLookMs: [10_000, HOUR], maxGapMs: [DAY, 90 * DAY], graceMs: [HOUR, 90 * DAY] }],
  [
    RefundRuleOptions,
    {
      spacingMs: [SECOND, MINUTE],
      sendWithinMs: [10, SECOND],
      equalAmountGapMs: [5 * MINUTE, HOUR],
      quietMs: [15 * MINUTE, DAY],
      cleanReads: [2, 10],
      cleanReadGapMs: [MINUTE, HOUR],
      maxAttempts: [1, 10],
      maxOutages: [1, 1_000],
      readSpreadPercent: [0, 50],
      unresolvedMs: [HOUR, 30 * DAY],
      notSentDelayMs: [SECOND, HOUR],
      notSentDelayCapMs: [SECOND, DAY],
      notSentPauseMs: [0, HOUR],
      lanePauseMs: [SECOND, DAY],
      lanePauseCapMs: [MINUTE, DAY],
      alertAfterFailures: [1, 1_000],
      createdSlackMs: [MINUTE, HOUR],
    },
  ],
  [RetentionOptions, { personalDataDays: [1, 3_650], rows: [30, 3_650] }],
  [TerminalGroupOptions, { timeoutMs: [SECOND, 120_000], readLagMs: [0, MINUTE] }],
  [TillbridgeOptions, { shutdownPatienceMs: [0, 600_000], resolvedGroupMs: [SECOND, DAY] }],
];

describe('the bounds of options', () => {
  const cases = BOUNDS.flatMap(([shape, options]) =>
    Object.entries(options).map(([name, [least, most]]) => ({ of: shape.name, name, least, most, shape })),
  );

  it.each(cases)('$name of $of is a whole number from $least to $most', ({ shape, name, least, most }) => {
    const isTaken = (value: unknown): boolean =>
      checkFields(shape, { [name]: value }).faults.every(({ path }) => path !== name);
    const isOff = shape === RetentionOptions;
    const given = [least - 1, least, most, most + 1, least + 0.5, String(least), 'off'];
    expect(given.map(isTaken)).toEqual([false, true, true, false, false, false, isOff]);
  });

  it.each<[string, unknown[], boolean[]]>([
    ['growth', [1.19, 1.2, 4, 4.01], [false, true, true, false]],
    ['jitter', [-0.01, 0, 0.5, 0.51], [false, true, true, false]],
    [
      'expiry',
      [{ VISA: 59_999 }, { VISA: 60_000 }, { visa: 60_000 }, { VISA: 365 * DAY + 1 }],
      [false, true, false, false],
    ],
  ])('PollingOptions.%s takes what lies within', (name, given, expected) => {
    expect(given.map((value) => checkFields(PollingOptions, { [name]: value }).faults.length === 0)).toEqual(expected);
  });
});

it.each<[RetentionOptions, RetentionOptions, number]>([
  [{}, { personalDataDays: 30, rows: 400 }, 0],
  [{ personalDataDays: 401 }, { personalDataDays: 401, rows: 401 }, 0],
  [{ personalDataDays: 'off' }, { personalDataDays: 'off', rows: 400 }, 0],
  [{ personalDataDays: 90, rows: 90 }, { personalDataDays: 90, rows: 90 }, 0],
  [{ personalDataDays: 90, rows: 89 }, { personalDataDays: 90, rows: 89 }, 1],
  [{ personalDataDays: 90, rows: 'off' }, { personalDataDays: 90, rows: 'off' }, 0],
  [{ personalDataDays: 'off', rows: 30 }, { personalDataDays: 'off', rows: 30 }, 0],
])('a retention of %j means %j, with %d fault(s)', (given, settings, faults) => {
  expect(toRetention(given)).toEqual(settings);
  expect(retentionFaults(given)).toHaveLength(faults);
});
