import { named } from '../engine/named.js';
import { playSchedules } from '../engine/schedules.js';
import type { ContestantPlan, Subject, Work } from '../engine/subject.js';
import type { Tally } from '../engine/tally.js';
import { MODULE, MUTANTS, NAIVE, type Mutant } from './contestants.js';
import { INVARIANTS } from './order-monitor.js';
import { VARIANTS, variantOf } from './variants.js';
import { World, type Contestant } from './world.js';

const CONTESTANTS: readonly Contestant[] = [MODULE, ...[...MUTANTS, ...NAIVE].map(({ contestant }) => contestant)];

const contestantNamed = (name: string): Contestant => named(CONTESTANTS, 'policy', name);

function run(work: Work): Tally {
  const variant = variantOf(work.variant);
  const contestant = contestantNamed(work.policy);
  return playSchedules(work, variant.tolerates ?? [], (seed) => new World({ seed, variant, contestant }).run());
}

function replay({ seed, variant, policy }: Parameters<Subject['replay']>[0]): string[] {
  const input = { seed, variant: variantOf(variant), contestant: contestantNamed(policy), keepsLines: true };
  const { lines, violations } = new World(input).run();
  return [...(lines ?? []), ...violations.map(({ invariant, text }) => `${invariant} is violated: ${text}`)];
}

const planOf =
  (kind: ContestantPlan['kind']) =>
  ({ contestant, variant, caughtBy }: Mutant): ContestantPlan => ({
    policy: contestant.name,
    summary: contestant.name,
    variant,
    kind,
    fails: caughtBy,
  });

/** The whole module: orders, notifications, looks, effects and refunds, in a world of replicas, one service and many people. */
export const subject: Subject = {
  name: 'module',
  invariants: INVARIANTS,
  variants: VARIANTS.map(({ name, summary, mustViolate = [], tolerates = [], mostToPerson = 0.02 }) => ({
    name,
    summary,
    mustViolate,
    tolerates,
    mostToPerson,
  })),
  contestants: [...MUTANTS.map(planOf('mutant')), ...NAIVE.map(planOf('naive'))],
  run,
  replay,
};
