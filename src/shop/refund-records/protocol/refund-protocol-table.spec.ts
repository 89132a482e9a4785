import { expect, test } from '@jest/globals';
import { Random } from '../../../../test/support/random.js';
import { toRefundRules } from '../../core/index.js';
import { stepRefund } from './refund-protocol.js';
import {
  NEW_REFUND,
  REFUND_STATES,
  type ReadEvidence,
  type RefundAnswer,
  type RefundTrigger,
  type RefundFacts,
  type RefundState,
} from './refund-protocol.types.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;
const QUIET = 15 * MINUTE;
const RULES = toRefundRules({
  maxAttempts: 3,
  maxOutages: 2,
  alertAfterFailures: 2,
  followDelaysMs: [HOUR, 6 * HOUR],
  lanePauseCapMs: 3 * MINUTE,
});

/** How long ago something was: at a bound, and a moment on either side of it. */
const around = (...bounds: readonly number[]): number[] => bounds.flatMap((ago) => [ago - 1, ago, ago + 1]);
const AGO = around(0, MINUTE, QUIET, DAY, 14 * HOUR, 3 * DAY, 6 * DAY);

const random = new Random(48);
const ago = (some: readonly number[] = AGO): number => NOW - random.pick(some);
const orNever = (value: number): number | null => (random.chance(0.2) ? null : value);

const STATUSES = ['reserved', 'completed', 'declined', 'void'] as const;
const IDS = ['77', '88', null] as const;
const REASONS = ['TIMEOUT', 'SERVICE_UNAVAILABLE', 'untold', 'twice', 'other-amount', 'ambiguous', null] as const;

const evidences: (() => ReadEvidence)[] = [
  () => ({ kind: 'absent' }),
  () => ({ kind: 'found', status: random.pick(STATUSES), serviceRefundId: random.pick(IDS) }),
  () => ({ kind: 'failed', code: 'TIMEOUT' }),
  () => ({ kind: 'conflict', why: random.pick(['twice', 'other-amount', 'ambiguous'] as const) }),
];
const answers: (() => RefundAnswer)[] = [
  () => ({ outcome: 'accepted', serviceRefundId: random.pick(IDS) }),
  () => ({ outcome: 'untold', serviceRefundId: random.pick(IDS) }),
  () => ({ outcome: 'rejected', code: 'C', retryable: false }),
  () => ({ outcome: 'rejected', code: 'C', retryable: true, isOwn: random.chance(0.5) }),
  () => ({ outcome: 'not-sent', code: 'C' }),
  () => ({
    outcome: 'unknown',
    code: 'C',
    retryAfterMs: random.pick([null, 0, 1, 3 * MINUTE - 1, 3 * MINUTE, 3 * MINUTE + 1]),
  }),
];
const read = (evidence: ReadEvidence): RefundTrigger => ({
  type: 'read',
  startedAt: ago([-1, 0, 1, MINUTE]),
  evidence,
});

/** Events of a refund in a state; events with more conditions come more often. */
function eventsIn(state: RefundState): RefundTrigger[] {
  const often = (count: number, make: () => RefundTrigger): RefundTrigger[] => Array.from({ length: count }, make);
  const [absent, found, failed, conflict] = evidences as [() => ReadEvidence, ...(() => ReadEvidence)[]];
  const answered = (): RefundTrigger => ({
    type: 'answered',
    ...random.pick(answers)(),
    laneRefusals: random.between(0, 2),
  });
  const decided = (): RefundTrigger => ({
    type: 'decided',
    verdict: random.pick(['paid', 'not-paid'] as const),
    ...(random.chance(0.5) && { serviceRefundId: '99' }),
  });
  const reported = (): RefundTrigger => ({
    type: 'reported',
    status: random.pick(STATUSES),
    serviceRefundId: random.pick(IDS),
    at: ago([-1, 0, 1, MINUTE]),
  });
  const isSending = state === 'sending';
  return [
    ...often(state === 'queued' ? 4 : 1, () => ({ type: 'slot' })),
    ...often(isSending ? 3 : 1, () => ({ type: 'withheld' })),
    ...often(isSending ? 24 : 4, answered),
    ...often(state === 'queued' ? 4 : 1, () => ({ type: 'blamed' })),
    ...often(state === 'queued' ? 5 : 1, () => ({ type: 'resumed' })),
    ...often(state === 'queued' ? 3 : 1, () => ({ type: 'uncovered' })),
    { type: 'lost' },
    ...often(state === 'unknown' ? 26 : isSending ? 1 : 8, () => read(absent())),
    ...often(6, () => read(found!())),
    ...often(isSending ? 1 : 8, () => read(failed!())),
    ...often(isSending ? 1 : 6, () => read(conflict!())),
    ...often(10, reported),
    ...often(2, () => ({ type: 'cancelled' })),
    ...often(state === 'manual' ? 6 : 1, decided),
  ];
}

function factsIn(state: RefundState): RefundFacts {
  const attempts = state === 'sending' ? random.between(1, 2) : random.between(0, 4);
  return {
    ...NEW_REFUND,
    state,
    attempts,
    lastSentAt: attempts === 0 ? null : orNever(ago()),
    arrivedBy: orNever(ago()),
    notBefore: random.pick([0, NOW - 1, NOW, NOW + 1, NOW + DAY]),
    failures: random.between(0, 2),
    refusals: random.between(0, 2),
    refusedAt: orNever(ago([0, MINUTE])),
    outages: random.between(0, 2),
    reads: random.between(0, 2),
    nextReadAt: orNever(ago([-1, 0, 1, MINUTE])),
    cleanReads: random.between(0, 1),
    lastCleanReadAt: orNever(ago(around(MINUTE))),
    unknownSince: orNever(ago(around(0, DAY))),
    serviceRefundId: random.pick(IDS),
    reason: random.pick(REASONS),
  };
}

const TIMES = /\b\d{10}\b/g;
const plain = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(TIMES, (digits) => `${Number(digits) >= NOW ? '+' : ''}${Number(digits) - NOW}`)
    .replaceAll('"', '');
const changed = (before: object, after: object): object =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => Reflect.get(before, name) !== value));

/** The differences from a new refund, the event, and the differences afterwards. */
function lineOf(facts: RefundFacts, event: RefundTrigger): string {
  const step = stepRefund(facts, event, NOW, RULES);
  const end = 'ignored' in step ? step.ignored : `${plain(changed(facts, step.facts))} ${plain(step.commands)}`;
  return `${plain(changed(NEW_REFUND, facts))} + ${plain(event)} = ${end}`;
}

test.each(REFUND_STATES)('what becomes of a refund that is %s: each event, at its bounds', (state) => {
  random.restart(48, REFUND_STATES.indexOf(state));
  const lines = eventsIn(state).map((event) => lineOf(factsIn(state), event));
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
