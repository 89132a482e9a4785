import { MUTANTS as REFUND_MUTANTS } from '../refunds/mutants.js';
import { NAIVE_POLICIES } from '../refunds/naive.js';
import { policyOf } from '../refunds/policy.js';
import type { Invariant } from './order-monitor.js';
import { NO_QUIRKS, type Quirks } from './quirks.js';
import type { Contestant } from './world.js';

/** The module with one thing wrong, and the variant in which that shows. */
export interface Mutant {
  readonly contestant: Contestant;
  readonly variant: string;
  /** One of these catches it. */
  readonly caughtBy: readonly Invariant[];
}

/** The name of the module as it is, among the contestants. */
const MODULE_NAME = 'module';

/** The module as it is. */
export const MODULE: Contestant = { name: MODULE_NAME, policy: policyOf(MODULE_NAME), quirks: NO_QUIRKS };

const mutant = (name: string, quirk: keyof Quirks, caughtBy: readonly Invariant[], variant = 'base'): Mutant => ({
  contestant: { name, policy: MODULE.policy, quirks: { ...NO_QUIRKS, [quirk]: true } },
  variant,
  caughtBy,
});

const ofOrders: readonly Mutant[] = [
  mutant('what was told before is not looked up', 'forgetsWhatWasReported', ['S5']),
  mutant('it is acknowledged before the commit', 'acknowledgesBeforeCommit', ['S9']),
  mutant('leases and spacing go by the clock of the machine', 'goesByOwnClock', ['S3', "S4'", 'B1']),
  mutant('the order is not locked', 'forgetsOrderLock', ['S5', 'S6', 'L2']),
  mutant('when something was changed is ignored', 'forgetsModified', ['S8']),
  mutant('the query says which order it is about', 'trustsQuery', ['S7']),
  mutant('a signature of anybody will do', 'acceptsForged', ['S7']),
  mutant('the amount is not compared', 'takesAnyAmount', ['S10']),
  mutant('money that waits for clearing counts', 'takesPendingForPaid', ['T1 paid', 'S5']),
  mutant('what stays initialized is taken for a promise', 'takesInitializedForPromised', ['L2']),
  mutant('the key is made when it is told', 'makesKeysAnew', ['S6']),
  mutant('one poll is enough', 'endsWatchEarly', ['L2']),
  mutant('strangers may ask as often as they like', 'readsWhenAsked', ['B1']),
  mutant('an order is sent before it is written down', 'createsBeforeWriting', ['S12']),
  mutant('notifications of a dead worker stay his', 'leavesInboxLeased', ['L1']),
  mutant('effects of a dead worker stay his', 'leavesOutboxLeased', ['L4']),
  mutant('errors are kept with their address', 'storesAddresses', ['S11']),
];

/** The variants in which the mutants of refunds show that are tried here too. */
const HERE: ReadonlySet<string> = new Set(['base', 'late-600-no-guard', 'pauses-400']);

/** What is wrong with how the refunds' own world reads an order is not used here. */
const isUsed = ({ quirks }: Contestant['policy']): boolean => !quirks.ignoresTags && !quirks.takesFailureForAbsence;

// No refund is refused for good here, so no lane can be kept by one.
const ofRefunds = REFUND_MUTANTS.filter(
  ({ variant, policy, caughtBy }) => HERE.has(variant) && isUsed(policy) && !caughtBy.includes('L5'),
).map(({ policy, variant, caughtBy }): Mutant => ({
  contestant: { name: policy.name, policy, quirks: NO_QUIRKS },
  variant,
  caughtBy,
}));

/** What the naive ways to refund violate here: money twice where no one guards, and success where there was none. */
const NAIVE_FAILS: ReadonlyMap<string, { variant: string; fails: readonly Invariant[] }> = new Map([
  ['naive', { variant: 'no-guard', fails: ['S1'] }],
  ['naive1034ok', { variant: 'no-guard', fails: ["S4'", 'T1 accepted'] }],
]);

/** Every mutant; the harness must see what is wrong with each. */
export const MUTANTS: readonly Mutant[] = [...ofOrders, ...ofRefunds];

/** Ways that poll reasonable; the harness must see through all of what is wrong with them. */
export const NAIVE: readonly Mutant[] = NAIVE_POLICIES.flatMap(({ policy }) => {
  const known = NAIVE_FAILS.get(policy.name);
  if (!known) return [];
  const contestant = { name: policy.name, policy, quirks: NO_QUIRKS };
  return [{ contestant, variant: known.variant, caughtBy: known.fails }];
});
