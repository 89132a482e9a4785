import { stepRefund } from '../../../src/shop/refund-records/protocol/refund-protocol.js';
import type {
  RefundTrigger,
  RefundFacts,
  RefundStep,
} from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import type { RefundRules } from '../../../src/shop/core/index.js';
import type { Invariant } from './refund-monitor.js';
import { policyOf, type Policy } from './policy.js';

type Step = typeof stepRefund;

const DELAYS_MS = [5_000, 15_000, 45_000, 120_000];

/** Tried again after a while, and after some tries no more. */
function again(facts: RefundFacts, now: number, rules: RefundRules): RefundStep {
  if (facts.attempts >= rules.maxAttempts) {
    return {
      facts: { ...facts, state: 'manual', reason: 'exhausted' },
      commands: [{ type: 'notify', kind: 'manual' }],
    };
  }
  const notBefore = now + (DELAYS_MS[facts.attempts - 1] ?? 120_000);
  return { facts: { ...facts, state: 'queued', notBefore, arrivedBy: now, nextReadAt: null }, commands: [] };
}

const over = (facts: RefundFacts, now: number, state: 'accepted' | 'rejected'): RefundStep => ({
  facts: { ...facts, state, arrivedBy: now, nextReadAt: null, reason: 'naive' },
  commands: [{ type: 'notify', kind: state }],
});

const isUnclear = (event: RefundTrigger): boolean =>
  event.type === 'lost' || (event.type === 'answered' && event.outcome === 'unknown');

const is1034 = (event: RefundTrigger): boolean =>
  event.type === 'answered' && event.outcome === 'unknown' && event.code === 'SERVICE_1034';

/** Sends again whatever is not clear; `when1034` says what the guard's refusal is taken for. */
const retrying =
  (when1034: (facts: RefundFacts) => 'accepted' | 'rejected'): Step =>
  (facts, event, now, rules) => {
    if (facts.state !== 'sending' || !isUnclear(event)) return stepRefund(facts, event, now, rules);
    return is1034(event) ? over(facts, now, when1034(facts)) : again(facts, now, rules);
  };

/** None of them asks the service before a refund is sent. */
const quirks = { neverReadsFirst: true };

const givingUp: Step = (facts, event, now, rules) =>
  facts.state === 'sending' && isUnclear(event) ? over(facts, now, 'rejected') : stepRefund(facts, event, now, rules);

const readingOnce: Step = (facts, event, now, rules) =>
  facts.state === 'unknown' && event.type === 'read' && event.evidence.kind === 'absent'
    ? again(facts, now, rules)
    : stepRefund(facts, event, now, rules);

/** A way of refunding that looks reasonable, and what is wrong with it. */
export interface NaivePolicy {
  readonly policy: Policy;
  readonly summary: string;
  readonly variant: string;
  /** What it violates there, all of it. */
  readonly fails: readonly Invariant[];
}

/** What others do; none of them holds what the module promises. */
export const NAIVE_POLICIES: readonly NaivePolicy[] = [
  {
    policy: policyOf('naive', { step: retrying(() => 'rejected'), quirks }),
    summary: 'sends again until there is an answer; 1034 is a failure',
    variant: 'base',
    fails: ['S1', "S4'", 'T1 rejected'],
  },
  {
    policy: policyOf('naive1034ok', {
      step: retrying(({ attempts }) => (attempts > 1 ? 'accepted' : 'rejected')),
      quirks,
    }),
    summary: 'the same, but 1034 after a retry is a success',
    variant: 'base',
    fails: ["S4'", 'T1 accepted'],
  },
  {
    policy: policyOf('failUnknown', { step: givingUp, quirks }),
    summary: 'what is not clear has failed',
    variant: 'base',
    fails: ['T1 rejected'],
  },
  {
    policy: policyOf('readOnly', { step: readingOnce, quirks }),
    summary: 'sends again after one read without a trace',
    variant: 'no-guard',
    fails: ['S1', "S4'"],
  },
];
