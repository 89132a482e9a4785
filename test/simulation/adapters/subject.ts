import Sqlite from 'better-sqlite3';
import type { SandboxSwitches } from '../../../src/sandbox/index.js';
import { createId } from '../../../src/support/index.js';
import { Random, streamOf } from '../../support/random.js';
import { seedChance } from '../../support/seeded-chance.mjs';
import { playRealSchedules } from '../engine/schedules.js';
import { shrink } from '../engine/shrink.js';
import type { OneSchedule, Subject, Work } from '../engine/subject.js';
import type { Tally } from '../engine/tally.js';
import { DEFECTS, type Defect } from './defects.js';
import type { Weather } from './fault-plan.js';
import { INVARIANTS } from './journal.js';
import { Schedule, type SchedulePlan, type ScheduleResult } from './schedule.js';
import { Stage } from './stage.js';

/** Many orders here are charged back, or refunded in the dashboard, before the lane gets to a refund: the service refuses it then. */
const MOST_TO_PERSON = 0.25;

/** One set of assumptions about the service. */
interface Variant {
  readonly name: string;
  readonly summary: string;
  readonly switches: Partial<SandboxSwitches>;
  /** What must hold is the same in any. */
  readonly weather?: Weather;
  /** Played in runs of at least so many schedules. */
  readonly least?: number;
}

/** Runs of fewer schedules leave out what takes many of them to show something. */
const MANY = 100;

const VARIANTS: readonly Variant[] = [
  {
    name: 'no guard',
    summary: 'everything goes wrong, and the service takes equal refunds at any time',
    switches: { refundGuard: 'off' },
  },
  {
    name: 'guarded',
    summary: 'everything goes wrong; equal refunds within five minutes are refused',
    switches: { refundGuard: 'order', amountRefundedAt: 'completion' },
  },
  { name: 'calm', summary: 'nothing goes wrong', switches: {}, weather: 'calm' },
  {
    name: 'in doubt',
    summary: 'answers are waited for while others go on, requests arrive as late as they can, and more is refunded',
    switches: { refundGuard: 'off' },
    weather: 'in doubt',
    least: MANY,
  },
];

function variantOf(name: string): Variant {
  const found = VARIANTS.find((variant) => variant.name === name);
  if (!found)
    throw new RangeError(`there is no variant ${name}; there are ${VARIANTS.map((each) => each.name).join(', ')}`);
  return found;
}

/** What was built in; nothing into the module as it is. */
function defectOf(policy: string): Pick<Defect, 'sabotage' | 'forced'> {
  return DEFECTS.find(({ name }) => name === policy) ?? { sabotage: {} };
}

type Play = (plan: Pick<SchedulePlan, 'seed' | 'keepsLines' | 'without'>) => Promise<ScheduleResult>;

/**
 * Plays schedules, each on a stage of its own: on one where others were played before, at another date, beside what their
 * replicas still remember, a seed would not bring about what it did there.
 */
function playerOf({ variant, policy }: Pick<OneSchedule, 'variant' | 'policy'>): Play {
  const { switches, weather = 'rough' } = variantOf(variant);
  const { sabotage, forced = {} } = defectOf(policy);
  return async (plan) => {
    const end = leaveNothingToChance(plan.seed);
    try {
      const stage = await Stage.start(switches, sabotage);
      try {
        return await new Schedule(stage, { ...plan, weather, forced }).run();
      } finally {
        await stage.close();
      }
    } finally {
      end();
    }
  };
}

/** Whatever the parts draw by themselves: ids, gaps between tries. */
function leaveNothingToChance(seed: number): () => void {
  const random = new Random(seed, streamOf('parts'));
  const drawn = { times: 0 };
  const end = seedChance(() => {
    drawn.times += 1;
    return random.next();
  });
  // Chance for ids is fetched for many at once: what was fetched before is used up, and what comes next is drawn anew.
  while (drawn.times === 0) createId({ now: () => 0 });
  return end;
}

async function run(work: Work): Promise<Tally> {
  const play = playerOf(work);
  return playRealSchedules(work, (seed) => play({ seed, keepsLines: false }));
}

const replay = async (work: OneSchedule): Promise<string[]> => [
  ...((await playerOf(work)({ seed: work.seed, keepsLines: true })).lines ?? []),
];

async function replayShrunken(work: OneSchedule): Promise<string[]> {
  const player = playerOf(work);
  const play = (without: ReadonlySet<string>) => player({ seed: work.seed, keepsLines: true, without });
  const whole = await play(new Set());
  const [first] = whole.violations;
  if (!first) return [...(whole.lines ?? [])];
  const fails = async (without: ReadonlySet<string>): Promise<boolean> =>
    (await play(without)).violations.some(({ invariant }) => invariant === first.invariant);
  const without = await shrink(whole.parts, fails);
  const { lines } = await play(without);
  const kept = whole.parts.filter((part) => !without.has(part));
  return [
    `${first.invariant} is violated with ${kept.length} of ${whole.parts.length} parts: ${kept.join(', ')}`,
    ...(lines ?? []),
  ];
}

function engines(): string[] {
  const memory = new Sqlite(':memory:');
  const version = String(memory.prepare('SELECT sqlite_version()').pluck().get());
  memory.close();
  return [`SQLite ${version}`];
}

/** The real module on SQLite, twice, and the real sandbox: everything between the pure parts and the world. */
export const subject: Subject = {
  name: 'adapters',
  invariants: INVARIANTS,
  variants: VARIANTS.map(({ name, summary, least }) => ({
    name,
    summary,
    mustViolate: [],
    tolerates: [],
    mostToPerson: MOST_TO_PERSON,
    least,
  })),
  contestants: DEFECTS.map(({ name, caughtBy, leftOut = 0, variant = 'no guard' }) => ({
    policy: name,
    summary: name,
    variant,
    least: variantOf(variant).least,
    kind: 'mutant' as const,
    fails: caughtBy,
    leftOut,
  })),
  engines,
  run,
  replay,
  replayShrunken,
};
