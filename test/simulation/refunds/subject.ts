import type { Subject, Work } from '../engine/subject.js';
import { add, emptyTally, type Tally } from '../engine/tally.js';
import { INVARIANTS, type Invariant } from './monitor.js';
import { MUTANTS } from './mutants.js';
import { NAIVE_POLICIES } from './naive.js';
import { policyOf, type Policy } from './policy.js';
import { VARIANTS, variantOf, type Variant } from './variants.js';
import { World, type ScheduleResult } from './world.js';

/** The name of the module as it is, among the policies. */
export const MODULE = 'module';

const POLICIES: ReadonlyMap<string, Policy> = new Map(
  [policyOf(MODULE), ...[...NAIVE_POLICIES, ...MUTANTS].map(({ policy }) => policy)].map((each) => [each.name, each]),
);

function policyNamed(name: string): Policy {
  const policy = POLICIES.get(name);
  if (!policy) throw new RangeError(`there is no policy ${name}; there are ${[...POLICIES.keys()].join(', ')}`);
  return policy;
}

/** What counts against a policy in a variant. */
const countsIn = ({ tolerates = [] }: Variant, invariant: Invariant): boolean => !tolerates.includes(invariant);

function run({ variant: name, policy: policyName, from, count, untilCaught }: Work): Tally {
  const variant = variantOf(name);
  const policy = policyNamed(policyName);
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed += 1) {
    const result = new World({ seed, variant, policy }).run();
    keep(tally, seed, result);
    if (untilCaught && result.violations.some(({ invariant }) => countsIn(variant, invariant))) break;
  }
  return tally;
}

function keep(tally: Tally, seed: number, { violations, faults, rows, unavoidable }: ScheduleResult): void {
  tally.schedules += 1;
  add(tally.counts, 'unavoidable', unavoidable);
  for (const kind in faults) add(tally.faults, kind, faults[kind]);
  const seen = new Set<Invariant>();
  for (const { invariant, text } of violations) {
    if (seen.has(invariant)) continue;
    seen.add(invariant);
    add(tally.violations, invariant);
    tally.failures.push({ seed, invariant, text });
  }
  for (const { facts, wasManual, certainAt, askedAt } of rows) {
    add(tally.counts, 'intents');
    add(tally.counts, facts.state);
    if (wasManual) add(tally.counts, 'went to a person');
    if (certainAt === null) continue;
    add(tally.counts, 'certain');
    add(tally.counts, 'certain after ms', certainAt - askedAt);
    tally.counts['most ms'] = Math.max(tally.counts['most ms'] ?? 0, certainAt - askedAt);
  }
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
  variants: VARIANTS.map(({ name, summary, mustViolate = [], tolerates = [], mostToPerson = 0.003 }) => ({
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
