import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { stepRefund } from './refund-protocol.js';
import { NEW_REFUND, type RefundCommand, type RefundTrigger, type RefundFacts } from './refund-protocol.types.js';
import { toRefundRules, type RefundRules } from '../../core/index.js';

const RULES = toRefundRules({ maxAttempts: 3, maxOutages: 3 });
const START = 1_700_000_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** An event, some time after the event before. */
interface Step {
  readonly waitMs: number;
  readonly event: (now: number) => RefundTrigger;
}

const id = fc.constantFrom('77', '77', '77', '88', null);
const status = fc.constantFrom('reserved' as const, 'completed' as const, 'declined' as const, 'void' as const);
const code = fc.constant('SOME_CODE');
const OUTAGE = 'SERVICE_UNAVAILABLE';
const evidence = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'absent' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('found' as const), status, serviceRefundId: id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failed' as const), code }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('conflict' as const),
      why: fc.constantFrom('twice' as const, 'other-amount' as const, 'ambiguous' as const),
    }),
  },
);
/** The age of a read when its answer arrives; negative where clocks differ. */
const age = fc.constantFrom(0, 0, 0, SECOND, MINUTE, 20 * MINUTE, -MINUTE);
const met = fc.record({ others: fc.constantFrom('refused' as const, 'mixed' as const), laneRefusals: fc.nat(2) });
const read = fc
  .record({ evidence, age, met: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: met }) })
  .map((given) => (now: number): RefundTrigger => ({
    type: 'read',
    startedAt: now - given.age,
    evidence: given.evidence,
    ...given.met,
  }));
const still = (event: RefundTrigger): fc.Arbitrary<() => RefundTrigger> => fc.constant(() => event);

const event: fc.Arbitrary<(now: number) => RefundTrigger> = fc.oneof(
  { weight: 6, arbitrary: still({ type: 'slot' }) },
  { weight: 1, arbitrary: still({ type: 'withheld' }) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((isOfAccount) => (): RefundTrigger => ({ type: 'unread', code: 'C', isOfAccount })),
  },
  { weight: 4, arbitrary: still({ type: 'lost' }) },
  { weight: 12, arbitrary: read },
  { weight: 1, arbitrary: still({ type: 'cancelled' }) },
  { weight: 1, arbitrary: still({ type: 'followed' }) },
  {
    weight: 1,
    arbitrary: id.map((serviceRefundId) => (): RefundTrigger => ({
      type: 'answered',
      outcome: 'accepted',
      serviceRefundId,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ retryable: fc.boolean(), isOwn: fc.boolean(), laneRefusals: fc.constantFrom(0, 1, 5) })
      .map((given) => (): RefundTrigger => ({ type: 'answered', outcome: 'rejected', code: 'C', ...given })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('blamed' as const, 'resumed' as const, 'uncovered' as const)
      .map((type) => () => ({ type })),
  },
  { weight: 2, arbitrary: still({ type: 'answered', outcome: 'unknown', code: OUTAGE, retryAfterMs: null }) },
  { weight: 2, arbitrary: still({ type: 'answered', outcome: 'not-sent', code: 'C' }) },
  { weight: 3, arbitrary: still({ type: 'answered', outcome: 'unknown', code: 'C', retryAfterMs: null }) },
  {
    weight: 1,
    arbitrary: fc.record({ status, serviceRefundId: id }).map((report) => (now: number): RefundTrigger => ({
      type: 'reported',
      at: now,
      ...report,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('paid' as const, 'not-paid' as const)
      .map((verdict) => (): RefundTrigger => ({ type: 'decided', verdict })),
  },
);
const waitMs = fc.constantFrom(
  0,
  SECOND,
  10 * SECOND,
  MINUTE,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  15 * MINUTE,
  -5 * MINUTE,
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(fc.record({ waitMs, event }), { maxLength: 120, size: 'max' });

/** What a bystander knows who sees events and requests, but not the facts. */
class Bystander {
  readonly sends: number[] = [];
  allowed = RULES.maxAttempts;
  private outages = 0;
  private reads: number[] = [];
  private mayResend = false;

  /** Checks an event. @returns what is wrong with it, if anything */
  watch(before: RefundFacts, event: RefundTrigger, now: number): string | null {
    if (event.type === 'slot') return this.sent(now);
    if (isTraceless(event)) this.sends.pop();
    // An outage does not count, up to a separate limit.
    if (event.type === 'answered' && event.outcome === 'unknown' && event.code === OUTAGE) this.metOutage();
    if (event.type === 'read' && event.evidence.kind === 'absent') this.wasRead(Math.min(event.startedAt, now));
    if (event.type === 'decided' && event.verdict === 'not-paid') {
      this.allowed += 1;
      this.mayResend = true;
    }
    return before.state === 'sending' || event.type !== 'withheld' ? null : 'withheld what was not being sent';
  }

  private metOutage(): void {
    this.outages += 1;
    if (this.outages <= RULES.maxOutages) this.allowed += 1;
  }

  private sent(now: number): string | null {
    const last = this.sends.at(-1);
    this.sends.push(now);
    if (this.sends.length > this.allowed) return 'sent too often';
    if (last !== undefined && now < last + RULES.quietMs) return 'sent again within the quiet time';
    const isProved = last === undefined || this.mayResend || this.reads.length >= RULES.cleanReads;
    return isProved ? null : `sent again after ${this.reads.length} clean reads`;
  }

  /** The answer decides: an earlier proof counts again if the request after it did not happen. */
  settle(before: RefundFacts, after: RefundFacts, event: RefundTrigger): void {
    // An account that pays nothing out does not count either.
    const isShared = event.type === 'read' && event.others !== undefined && before.reason !== OUTAGE;
    if (isShared && before.state === 'unknown' && after.state !== 'unknown') this.metOutage();
    if (after.state !== 'unknown') return;
    const last = this.sends.at(-1) ?? 0;
    this.reads = this.reads.filter((begun) => begun >= last + RULES.quietMs);
    if (this.reads.length === 0) this.mayResend = false;
  }

  private wasRead(begun: number): void {
    const last = this.sends.at(-1);
    const isFar = begun >= (this.reads.at(-1) ?? 0) + RULES.cleanReadGapMs;
    if (last !== undefined && begun >= last + RULES.quietMs && isFar) this.reads.push(begun);
  }
}

const isTraceless = (event: RefundTrigger): boolean =>
  event.type === 'withheld' ||
  (event.type === 'answered' && (event.outcome === 'not-sent' || (event.outcome === 'rejected' && event.retryable)));

/** Ways out of the states accepted and settled: the event, and its required report. */
const LEAVES: Readonly<Record<string, RegExp>> = {
  'accepted>settled': /completed/,
  'accepted>rejected': /declined/,
  'accepted>cancelled': /void|cancelled/,
  'settled>rejected': /declined/,
  'settled>cancelled': /void/,
};

function faultOf(before: RefundFacts, after: RefundFacts, given: RefundTrigger): string | null {
  const isBooked = before.state === 'accepted' || before.state === 'settled';
  if (isBooked && before.state !== after.state) {
    const way = LEAVES[`${before.state}>${after.state}`];
    if (!way?.test(JSON.stringify(given))) return `left ${before.state} for ${after.state}`;
  }
  const isOpen = after.state === 'sending' || after.state === 'unknown';
  if (isOpen !== (after.arrivedBy === null) && after.lastSentAt !== null)
    return 'open, or not: arrivedBy says otherwise';
  if (after.state === 'unknown' && (after.nextReadAt === null || after.unknownSince === null))
    return 'never read again';
  if (after.attempts === 0 && after.lastSentAt !== null) return 'sent, and not counted';
  return after.attempts < 0 ? 'fewer than no attempts' : null;
}

const isInOrder = (commands: readonly RefundCommand[], before: RefundFacts): boolean => {
  const kinds = commands.flatMap((command) => (command.type === 'notify' ? [command.kind] : []));
  return !kinds.includes('settled') || before.state === 'accepted' || kinds[0] === 'accepted';
};

/** A read that was due and was begun in time must not stay due: it would be repeated without end. */
function isReadAgainAtOnce(before: RefundFacts, after: RefundFacts, given: RefundTrigger, now: number): boolean {
  if (given.type !== 'read' || before.nextReadAt === null || after.nextReadAt === null) return false;
  const isDue = Math.min(given.startedAt, now) >= before.nextReadAt;
  return isDue && after.state === before.state && after.nextReadAt < now;
}

/** Plays all steps. @returns the first fault; null when there is none */
function run(given: readonly Step[], rules: RefundRules = RULES): string | null {
  const bystander = new Bystander();
  let facts: RefundFacts = Object.freeze({ ...NEW_REFUND });
  let now = START;
  for (const next of given) {
    now += next.waitMs;
    const happened = next.event(now);
    const step = stepRefund(facts, happened, now, rules);
    const after = 'ignored' in step ? facts : step.facts;
    if (isReadAgainAtOnce(facts, after, happened, now)) return `due again at once: ${JSON.stringify(happened)}`;
    if ('ignored' in step) continue;
    const fault = bystander.watch(facts, happened, now) ?? faultOf(facts, step.facts, happened);
    if (fault !== null) return `${fault}: ${happened.type} in ${facts.state}`;
    if (!isInOrder(step.commands, facts)) return 'told of a settled refund that nobody knew of';
    bystander.settle(facts, step.facts, happened);
    facts = Object.freeze(step.facts);
  }
  return null;
}

describe('stepRefund, for any events in any sequence', () => {
  it('never sends again without a proof or a decision, never too often, and never loses money', () => {
    fc.assert(
      fc.property(steps, (given) => {
        expect(run(given)).toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });

  // The bystander must be able to see the faults that it searches for.
  it.each([
    ['within the quiet time', { quietMs: 10 * MINUTE }],
    ['after one read', { cleanReads: 1 }],
    ['after two reads at once', { cleanReadGapMs: 0 }],
    ['too often', { maxAttempts: 4 }],
  ])('would be seen to send again %s', (_name, unsafe) => {
    const seen = fc.check(
      fc.property(steps, (given) => run(given, { ...RULES, ...unsafe }) === null),
      // The rarest fault takes some five thousand runs; with twenty thousand one test in fifty would miss it.
      { numRuns: 100_000, endOnFailure: true },
    );
    expect(seen.failed).toBe(true);
  });
});
