import { stepRefund } from '../../../src/shop/refund-records/protocol/refund-protocol.js';
import type {
  RefundTrigger,
  RefundFacts,
  RefundStep,
} from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import type { Invariant } from './refund-monitor.js';
import { classify, policyOf, type Policy, type PolicyChanges } from './policy.js';
import type { WireAnswer } from './wire.js';

type Step = typeof stepRefund;

/** The module with one thing wrong, and the variant in which that shows. */
export interface Mutant {
  readonly policy: Policy;
  readonly variant: string;
  /** One of these catches it. */
  readonly caughtBy: readonly Invariant[];
}

const mutant = (
  name: string,
  { variant = 'base', caughtBy, ...changes }: PolicyChanges & { variant?: string; caughtBy: readonly Invariant[] },
): Mutant => ({ policy: policyOf(name, changes), variant, caughtBy });

/** Changes what happens before the protocol sees it. */
const seeing =
  (change: (event: RefundTrigger, now: number) => RefundTrigger): Step =>
  (facts, event, now, rules) =>
    stepRefund(facts, change(event, now), now, rules);

/** Changes what comes of it. */
const ending =
  (change: (next: RefundFacts, before: RefundFacts, event: RefundTrigger) => RefundFacts): Step =>
  (facts, event, now, rules) => {
    const step = stepRefund(facts, event, now, rules);
    return 'facts' in step ? { ...step, facts: change(step.facts, facts, event) } : step;
  };

const takenFor =
  (isIt: (answer: WireAnswer) => boolean, outcome: 'not-sent' | 'rejected') =>
  (answer: WireAnswer): ReturnType<typeof classify> => {
    if (!isIt(answer)) return classify(answer);
    return outcome === 'not-sent' ? { outcome, code: 'NETWORK' } : { outcome, code: 'SERVICE_1034', retryable: false };
  };

const requeue = (facts: RefundFacts, now: number): RefundStep => ({
  facts: { ...facts, state: 'queued', arrivedBy: now, nextReadAt: null },
  commands: [],
});

const lostIsQueued: Step = (facts, event, now, rules) =>
  event.type === 'lost' && facts.state === 'sending' ? requeue(facts, now) : stepRefund(facts, event, now, rules);

const tellingAlways: Step = (facts, event, now, rules) => {
  const step = stepRefund(facts, event, now, rules);
  const isSeen = event.type === 'read' && event.evidence.kind === 'found';
  if ('ignored' in step || !isSeen) return step;
  return { ...step, commands: [...step.commands, { type: 'notify', kind: 'accepted' }] };
};

const isError = (answer: WireAnswer, from: number, to: number): boolean =>
  answer.kind === 'error' && answer.httpStatus >= from && answer.httpStatus <= to;

/** Every mutant; the harness must see what is wrong with each. */
export const MUTANTS: readonly Mutant[] = [
  mutant('the quiet time is half as long', {
    rules: { quietMs: 450_000 },
    variant: 'late-600-no-guard',
    caughtBy: ['S1', "S4'"],
  }),
  mutant('the quiet time counts from the first sending', {
    step: ending((next, before, { type }) =>
      type === 'slot' && before.attempts > 0 ? { ...next, lastSentAt: before.lastSentAt } : next,
    ),
    variant: 'late-600-no-guard',
    caughtBy: ['S1', "S4'"],
  }),
  mutant('one clean read is enough', { rules: { cleanReads: 1 }, caughtBy: ["S4'"] }),
  mutant('clean reads need not be apart', { rules: { cleanReadGapMs: 0 }, caughtBy: ["S4'"] }),
  mutant('a read counts by its end, not by its beginning', {
    step: seeing((event, now) => (event.type === 'read' ? { ...event, startedAt: now } : event)),
    caughtBy: ["S4'"],
  }),
  mutant('a read that failed shows absence', { quirks: { takesFailureForAbsence: true }, caughtBy: ["S4'"] }),
  mutant('1034 is a rejection', {
    classify: takenFor((answer) => answer.kind === 'error' && answer.code === 1034, 'rejected'),
    caughtBy: ['T1 rejected'],
  }),
  mutant('an answer of 5xx means that nothing was sent', {
    classify: takenFor((answer) => isError(answer, 500, 599), 'not-sent'),
    caughtBy: ['S1', "S4'"],
  }),
  mutant('a time-out means that nothing was sent', {
    classify: takenFor(({ kind }) => kind === 'silence', 'not-sent'),
    caughtBy: ['S1', "S4'"],
  }),
  mutant('what a dead worker was sending is queued again', { step: lostIsQueued, caughtBy: ['S1', "S4'"] }),
  mutant('it is sent before it is written down', { quirks: { sendsBeforeWriting: true }, caughtBy: ['S12'] }),
  mutant('there is no check at the last instant', {
    quirks: { skipsLastCheck: true },
    variant: 'pauses-400',
    caughtBy: ['S12', 'S3'],
  }),
  mutant('answers are written without compare-and-set', {
    quirks: { writesBlindly: true },
    variant: 'pauses-3000-before',
    caughtBy: ['S1', "S4'", 'S4o', 'E1'],
  }),
  mutant('equal amounts are not kept apart', { quirks: { forgetsEqualAmounts: true }, caughtBy: ['S4'] }),
  mutant('refunds of one order overtake each other', { quirks: { forgetsSingleFlight: true }, caughtBy: ['S4o'] }),
  mutant('the lane is not spaced', { rules: { spacingMs: 0 }, caughtBy: ['S3'] }),
  mutant('the amount is left out', { quirks: { leavesAmountOut: true }, caughtBy: ['S2'] }),
  mutant('amounts are reserved without the lock of the order', {
    quirks: { reservesWithoutLock: true },
    caughtBy: ['S2'],
  }),
  mutant('an equal amount is ours, whatever its tag', { quirks: { ignoresTags: true }, caughtBy: ['T1 accepted'] }),
  mutant('there is one read and no other', {
    step: ending((next, _before, { type }) => (type === 'read' ? { ...next, nextReadAt: null } : next)),
    caughtBy: ['L3'],
  }),
  mutant('a lane tries the refund that was refused repeatedly', {
    step: ending((next, _before, { type }) => (type === 'answered' ? { ...next, refusedAt: null } : next)),
    caughtBy: ['L5'],
  }),
  mutant('a rejection of a later sending is final', {
    step: ending((next) => (next.state === 'rejected' ? { ...next, nextReadAt: null } : next)),
    variant: 'stale-7200',
    caughtBy: ['T2'],
  }),
  mutant('what has waited for long is sent without a look at its order', {
    quirks: { neverReadsFirst: true },
    variant: 'restored',
    caughtBy: ['S1'],
  }),
  mutant('the shop is told at every sight', { step: tellingAlways, caughtBy: ['E1'] }),
];
