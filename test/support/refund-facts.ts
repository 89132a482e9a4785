import { expect } from '@jest/globals';
import { toRefundRules } from '../../src/shop/core/index.js';
import { stepRefund } from '../../src/shop/refund-records/protocol/refund-protocol.js';
import type {
  ReadEvidence,
  RefundAnswer,
  RefundCommand,
  RefundTrigger,
  RefundFacts,
  SeenStatus,
} from '../../src/shop/refund-records/protocol/refund-protocol.types.js';

export const RULES = toRefundRules();
export const DAY = 86_400_000;
export const SENT = 1_700_000_000_000;
export const NOW = SENT + RULES.quietMs + 60_000;
export const FOLLOW = NOW + RULES.followDelaysMs[0]!;
export const SOON = NOW + RULES.readDelaysMs[0]!;

/** A refund with all possible facts, so that facts which an event must clear become visible. */
export const FULL: RefundFacts = {
  state: 'queued',
  attempts: 3,
  lastSentAt: SENT,
  arrivedBy: SENT + 500,
  notBefore: SENT + 1,
  failures: 2,
  refusals: 3,
  refusedAt: SENT + 2,
  outages: 1,
  reads: 2,
  nextReadAt: NOW,
  cleanReads: 1,
  lastCleanReadAt: SENT + 3,
  unknownSince: SENT + 4,
  serviceRefundId: '77',
  reason: 'before',
};
export const full = (state: RefundFacts['state'], changes: Partial<RefundFacts> = {}): RefundFacts => ({
  ...FULL,
  state,
  ...changes,
});
export const open = { arrivedBy: null, serviceRefundId: null };

export const answer = (given: RefundAnswer, laneRefusals?: number): RefundTrigger => ({
  type: 'answered',
  ...given,
  ...(laneRefusals === undefined ? {} : { laneRefusals }),
});
export const refusal = (isOwn = false, laneRefusals = 0): RefundTrigger =>
  answer({ outcome: 'rejected', code: 'X', retryable: true, ...(isOwn && { isOwn }) }, laneRefusals);
export const read = (evidence: ReadEvidence, startedAt = NOW): RefundTrigger => ({ type: 'read', startedAt, evidence });
export const absent = (startedAt = NOW): RefundTrigger => read({ kind: 'absent' }, startedAt);
export const failed = (startedAt = NOW): RefundTrigger => read({ kind: 'failed', code: 'TIMEOUT' }, startedAt);
export const reported = (
  status: SeenStatus,
  at = SENT + 900,
  serviceRefundId: string | null = '77',
): RefundTrigger => ({
  type: 'reported',
  status,
  serviceRefundId,
  at,
});

export const tell = (...kinds: Extract<RefundCommand, { type: 'notify' }>['kind'][]): RefundCommand[] =>
  kinds.map((kind) => ({ type: 'notify', kind }));
export const alert = (reason: string): RefundCommand => ({ type: 'alert', reason });

export const counts = { failures: 0, refusals: 0, refusedAt: null };
export const landed = { ...counts, reads: 0, nextReadAt: null, unknownSince: null };
export const ended = { ...counts, arrivedBy: NOW, reads: 0 };
export const sent = {
  state: 'sending',
  attempts: 4,
  lastSentAt: NOW,
  arrivedBy: null,
  reads: 0,
  nextReadAt: null,
  cleanReads: 0,
  lastCleanReadAt: null,
  unknownSince: null,
  reason: null,
} as const;
export const accepted = { ...landed, state: 'accepted', reason: null, nextReadAt: FOLLOW } as const;
export const back = { state: 'queued', attempts: 2, arrivedBy: SENT } as const;
export const doubt = { state: 'unknown', failures: 0, nextReadAt: SOON, unknownSince: NOW } as const;

export type Case = [
  title: string,
  facts: RefundFacts,
  event: RefundTrigger,
  changes: Partial<RefundFacts> | null,
  commands?: RefundCommand[],
];

/** Checks the effect of an event on a refund at {@link NOW}, including every fact. */
export function expectStep(...[, facts, event, changes, commands = []]: Case): void {
  const step = stepRefund(Object.freeze(facts), event, NOW, RULES);
  if (changes === null) expect(step).toEqual({ ignored: expect.any(String) });
  else expect(step).toEqual({ facts: { ...facts, ...changes }, commands });
}
