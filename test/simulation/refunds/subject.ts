import { named } from '../engine/named.js';
import { playSchedules } from '../engine/schedules.js';
import type { Subject, Work } from '../engine/subject.js';
import type { Tally } from '../engine/tally.js';
import { countsOf } from './counts.js';
import { INVARIANTS } from './refund-monitor.js';
import { MUTANTS } from './mutants.js';
import { NAIVE_POLICIES } from './naive.js';
import { policyOf, type Policy } from './policy.js';
import { VARIANTS, variantOf } from './variants.js';
import { World } from './world.js';

/** The name of the module as it is, among the policies. */
export const MODULE = 'module';

const POLICIES: readonly Policy[] = [policyOf(MODULE), ...[...NAIVE_POLICIES, ...MUTANTS].map(({ policy }) => policy)];

const policyNamed = (name: string): Policy => named(POLICIES, 'policy', name);

function run(work: Work): Tally {
  const variant = variantOf(work.variant);
  const policy = policyNamed(work.policy);
  return playSchedules(work, variant.tolerates ?? [], (seed) => {
    const { violations, faults, rows, unavoidable } = new World({ seed, variant, policy }).run();
    return { violations, faults, counts: { ...countsOf(rows), unavoidable } };
  });
}

function replay({ seed, variant, policy }: Parameters<Subject['replay']>[0]): string[] {
  const input = { seed, variant: variantOf(variant), policy: policyNamed(policy), keepsLines: true };
  const { lines, violations } = new World(input).run();
  return [...(lines ?? []), ...violations.map(({ invariant, text }) => `${invariant} is violated: ${text}`)];
}

/** The refund protocol, in a world of two replicas, one service and a number of people. */
export const subject: Subject = {
  name: 'refunds',
  invariants: INVARIANTS,
  variants: VARIANTS.map(({ name, summary, mustViolate = [], tolerates = [], mostToPerson = 0.006 }) => ({
    name,
    summary,
    mustViolate,
    tolerates,
    mostToPerson,
  })),
  contestants: [
    ...NAIVE_POLICIES.map(({ policy, summary, variant, fails }) => ({
      policy: policy.name,
      summary,
      variant,
      kind: 'naive' as const,
      fails,
    })),
    ...MUTANTS.map(({ policy, variant, caughtBy }) => ({
      policy: policy.name,
      summary: policy.name,
      variant,
      kind: 'mutant' as const,
      fails: caughtBy,
    })),
  ],
  run,
  replay,
};
