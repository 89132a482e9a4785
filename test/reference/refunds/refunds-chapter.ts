import { stepRefund } from '../../../src/shop/refund-records/protocol/refund-protocol.js';
import { chapterOf, leavingOut } from '../chapter.js';
import { refundHistory, type RefundHistory } from './refund-history.js';
import { RefundTrial, type StepRefund } from './refund-trial.js';

/** Defects of the decision about a refund. */
const DEFECTS: Readonly<Record<string, StepRefund>> = {
  'one read without a trace is enough to send again': (facts, event, now, rules) =>
    stepRefund(facts, event, now, { ...rules, cleanReads: 1 }),
  'a read proves something before the quiet time is over': (facts, event, now, rules) =>
    stepRefund(facts, event, now, { ...rules, quietMs: 60_000 }),
  'a code that may mean anything is a refusal': (facts, event, now, rules) => {
    const isUnclear = event.type === 'answered' && event.outcome === 'unknown';
    const refusal = { type: 'answered', outcome: 'rejected', code: '1034', retryable: false } as const;
    return stepRefund(facts, isUnclear ? refusal : event, now, rules);
  },
  'a sending whose process has ended was not made': (facts, event, now, rules) =>
    stepRefund(facts, event.type === 'lost' ? { type: 'withheld' } : event, now, rules),
  'what a person calls paid is sent again': (facts, event, now, rules) =>
    stepRefund(facts, event.type === 'decided' ? { type: 'decided', verdict: 'not-paid' } : event, now, rules),
  'a refund that is accepted is settled': (facts, event, now, rules) => {
    const step = stepRefund(facts, event, now, rules);
    if ('ignored' in step || step.facts.state !== 'accepted') return step;
    return { ...step, facts: { ...step.facts, state: 'settled' } };
  },
};

/** What is known of a refund, by all that happened to it. */
export const refundsChapter = chapterOf<RefundHistory, StepRefund>({
  name: 'refunds',
  says: 'what is known of a refund, and when it may be sent',
  make: refundHistory,
  play: (history, defect) => new RefundTrial(history, defect).play(),
  *without(history) {
    for (const steps of leavingOut(history.steps)) yield { ...history, steps };
  },
  defects: DEFECTS,
});
