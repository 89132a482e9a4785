import { named } from '../engine/named.js';
import type { LedgerSettings } from '../refunds/ledger.js';
import type { RefundRules } from '../../../src/shop/core/index.js';
import type { FaultLimits } from './fault-plan.js';
import type { Invariant } from './order-monitor.js';

/** One set of assumptions about the service, the network and the machines, under which schedules are drawn. */
export interface Variant {
  readonly name: string;
  readonly summary: string;
  readonly faults?: Partial<FaultLimits>;
  /** Not drawn: so strong in every schedule. */
  readonly always?: Partial<FaultLimits>;
  readonly refunds?: Partial<LedgerSettings>;
  /** Whether a refund shows the name that the shop gave it; always without. */
  readonly tags?: 'never' | 'sometimes';
  readonly rules?: Partial<RefundRules>;
  /** Beyond what is promised: these must be violated, or the harness sees nothing. */
  readonly mustViolate?: readonly Invariant[];
  /** Counted, but no failure. */
  readonly tolerates?: readonly Invariant[];
  /** The greatest share of refunds that may need a person; 0.02 without: what the bank has taken back cannot be refunded. */
  readonly mostToPerson?: number;
}

const MINUTE = 60_000;

const WORKING_API: Partial<FaultLimits> = {
  lostRequest: 0,
  lostResponse: 0,
  lateArrival: 0,
  copied: 0,
  errorBefore: 0,
  errorAfter: 0,
  refused: 0,
  throttled: 0,
  refusal: 0,
  noBalance: 0,
  misconfigured: 0,
  staleRead: 0,
  failedRead: 0,
  slowRead: 0,
};

const WORKING_SHOP: Partial<FaultLimits> = {
  crash: 0,
  pause: 0,
  lateStall: 0,
  database: 0,
  handlerFails: 0,
  clockStep: 0,
};

/** Every variant; the first one is the base. */
export const VARIANTS: readonly Variant[] = [
  { name: 'base', summary: 'everything may go wrong: late ≤ 60 s, notifications ≤ 48 h late or lost, pauses ≤ 40 s' },
  {
    name: 'only-notifications',
    summary: 'only notifications go wrong: repeated, reordered, late, forged, lost',
    faults: { ...WORKING_API, ...WORKING_SHOP },
  },
  {
    name: 'nothing-told',
    summary: 'no notification arrives at all; everything else works',
    faults: { ...WORKING_API, ...WORKING_SHOP, asked: 0 },
    always: { notificationLost: 1 },
  },
  {
    name: 'only-machines',
    summary: 'the service and the network work; replicas and the database do not',
    faults: WORKING_API,
  },
  {
    name: 'only-api',
    summary: 'replicas and the database work; the service and the network do not',
    faults: WORKING_SHOP,
  },
  {
    name: 'untagged',
    summary: 'the service shows no tags of refunds',
    tags: 'never',
    tolerates: ['T1 accepted'],
  },
  { name: 'no-guard', summary: 'there is no guard against equal refunds', refunds: { refundGuard: 'off' } },
  {
    name: 'pauses-400',
    summary: 'pauses ≤ 400 s',
    faults: { pauseMs: 400_000, lateStallMs: 400_000 },
  },
  {
    name: 'late-600-no-guard',
    summary: 'refunds ≤ 600 s late, no guard',
    faults: { lateArrivalMs: 10 * MINUTE },
    refunds: { refundGuard: 'off' },
  },
  {
    name: 'beyond-late-3600',
    summary: 'refunds ≤ 3,600 s late, no guard',
    faults: { lateArrivalMs: 60 * MINUTE },
    refunds: { refundGuard: 'off' },
    mustViolate: ['S1'],
  },
];

/** The variant of a name. */
export const variantOf = (name: string): Variant => named(VARIANTS, 'variant', name);
