import { named } from '../engine/named.js';
import type { FaultLimits } from './fault-plan.js';
import type { LedgerSettings } from './ledger.js';
import type { RefundRules } from '../../../src/shop/core/index.js';
import type { Invariant } from './refund-monitor.js';

/** One set of assumptions about the service, the network and the machines, under which schedules are drawn. */
export interface Variant {
  readonly name: string;
  readonly summary: string;
  readonly faults?: Partial<FaultLimits>;
  readonly service?: Partial<LedgerSettings>;
  /**
   * Whether the service shows the names that the shop gave its refunds: of all, of every other order's, of every other
   * one, or of none.
   */
  readonly tags?: 'never' | 'by-order' | 'by-refund';
  /** What is configured otherwise. */
  readonly rules?: Partial<RefundRules>;
  /** The database becomes an earlier state of itself, by so much at most, while the service keeps its own. */
  readonly restoredMs?: number;
  /** Whether each order has one refund, of everything. */
  readonly refundsAll?: boolean;
  /** Whether the check at the last instant is left out. */
  readonly skipsLastCheck?: boolean;
  /** Beyond what the protocol promises: these must be violated, or the harness sees nothing. */
  readonly mustViolate?: readonly Invariant[];
  /** Counted, but no failure: what cannot be known without tags. */
  readonly tolerates?: readonly Invariant[];
  /** The greatest share of intents that may need a person; 0.006 without: in few schedules chance decides, and the goal is judged over many. */
  readonly mostToPerson?: number;
}

const MINUTE = 60_000;

/** Every variant; the first one is the base. */
export const VARIANTS: readonly Variant[] = [
  {
    name: 'base',
    summary: 'late ≤ 60 s, pauses ≤ 40 s, guard per order from acceptance, tags shown',
    mostToPerson: 0.01,
  },
  {
    name: 'untagged',
    summary: 'the service shows no tags',
    tags: 'never',
    tolerates: ['T1 accepted'],
    // Of two equal ones that have waited, either may be the one that is shown: a person decides.
    mostToPerson: 0.05,
  },
  {
    name: 'tags-by-order',
    summary:
      'the service shows the tags of every other order, as of one payment method; others have taught that it shows them',
    tags: 'by-order',
    tolerates: ['T1 accepted'],
    // What looks like the refund in doubt, and bears no tag, may be someone else's: a person decides.
    mostToPerson: 0.06,
  },
  {
    name: 'tags-by-refund',
    summary:
      'the service shows the tags of every other refund, as where one order was paid with a gift card and another method',
    tags: 'by-refund',
    tolerates: ['T1 accepted'],
    mostToPerson: 0.08,
  },
  {
    name: 'guard-requested',
    summary: 'the guard counts from every request',
    service: { refundGuardAnchor: 'requested' },
  },
  {
    name: 'guard-site',
    summary: 'the guard looks at every order',
    service: { refundGuard: 'site' },
    mostToPerson: 0.02,
  },
  { name: 'no-guard', summary: 'there is no guard', service: { refundGuard: 'off' } },
  { name: 'pauses-400', summary: 'pauses ≤ 400 s', faults: { pauseMs: 400_000, lateStallMs: 400_000 } },
  {
    name: 'pauses-400-unchecked',
    summary: 'pauses ≤ 400 s, no check at the last instant',
    faults: { pauseMs: 400_000, lateStallMs: 400_000 },
    skipsLastCheck: true,
    tolerates: ['S12', 'S3'],
  },
  {
    name: 'pauses-3000-before',
    summary: 'pauses ≤ 3,000 s anywhere but after the last check, no guard',
    faults: { pauseMs: 3_000_000, lateStall: 0 },
    service: { refundGuard: 'off' },
  },
  { name: 'late-600', summary: 'late ≤ 600 s', faults: { lateArrivalMs: 10 * MINUTE } },
  {
    name: 'late-600-no-guard',
    summary: 'late ≤ 600 s, no guard',
    faults: { lateArrivalMs: 10 * MINUTE },
    service: { refundGuard: 'off' },
    mostToPerson: 0.01,
  },
  {
    name: 'late-840-no-guard',
    summary: 'late ≤ 840 s, stalls ≤ 30 s after the check, no guard: the edge of what the quiet time covers',
    faults: { lateArrivalMs: 14 * MINUTE, lateStallMs: 30_000 },
    service: { refundGuard: 'off' },
  },
  {
    name: 'names-once',
    summary: 'late ≤ 600 s, no guard, but a name is accepted once',
    faults: { lateArrivalMs: 10 * MINUTE },
    service: { refundGuard: 'off', isNameReusable: false },
  },
  {
    name: 'stale-7200',
    summary:
      'reads ≤ 7,200 s old, requests ≤ 3,600 s late, nothing left for a second one: it is refused, and the first one found',
    faults: {
      staleRead: 1,
      staleReadMs: 120 * MINUTE,
      lateArrival: 0.8,
      lateArrivalMs: 60 * MINUTE,
      refusal: 0.9,
      errorBefore: 0,
      foreign: 0,
    },
    refundsAll: true,
    tolerates: ["S4'", 'T1 accepted', 'T1 rejected'],
    mostToPerson: 0.05,
  },
  {
    name: 'paced',
    summary:
      'several on their way at a time, 1,100 ms from start to start, no guard; the network may bring them nearer',
    rules: { mode: 'paced', spacingMs: 1_100 },
    service: { refundGuard: 'off' },
    tolerates: ['S3'],
  },
  {
    name: 'restored',
    summary:
      'the database returns to a state of up to 100 minutes before, the service does not: what was sent meanwhile waits again',
    restoredMs: 100 * MINUTE,
    faults: { foreign: 0 },
    // What the lane has sent is forgotten with the rest. One that was asked for just now is sent again without a look: refused
    // for another reason than as a repeat, it is taken for rejected until a read or a notification shows it.
    tolerates: ['S3', 'S4', 'T1 rejected'],
    mostToPerson: 0.02,
  },
  {
    name: 'beyond-late-3600',
    summary: 'late ≤ 3,600 s, no guard',
    faults: { lateArrivalMs: 60 * MINUTE },
    service: { refundGuard: 'off' },
    mustViolate: ['S1'],
  },
  {
    name: 'beyond-stalls-3000',
    summary: 'stalls ≤ 3,000 s after the last check, no guard',
    faults: { pauseMs: 3_000_000, lateStall: 0.05, lateStallMs: 3_000_000 },
    service: { refundGuard: 'off' },
    mustViolate: ['S1'],
  },
];

/** The variant of a name. */
export const variantOf = (name: string): Variant => named(VARIANTS, 'variant', name);
