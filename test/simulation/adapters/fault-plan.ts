import type { FaultKind } from '../../../src/sandbox/index.js';
import type { Random } from '../../support/random.js';
import type { Trouble, TroubleKind } from './troubles.js';

/** Faults of the sandbox that show at once; the others would wait in real time. */
const SERVICE_FAULTS: readonly FaultKind[] = [
  'error-before',
  'error-after',
  'response-lost',
  'reset',
  'half-close',
  'stale-read',
  'foreign-refund',
  'duplicate',
  'reorder',
  'corrupt',
  'wrong-key',
  'clock-skew',
];
const MOST_CHANCE = 0.25;
/** Of all kinds together: something has to get through. */
const MOST_TOGETHER = 0.6;

/** By how much clocks that follow one database's have been seen to differ, and more. */
export const APART_MS = [0, 30, 100, 200] as const;
/** By how much the clock leaps while work is under way, milliseconds. */
export const LEAPS = [31_000, 61_000, 240_000] as const;
/** So much closer than they should be two refunds may leave: each by the clock of its replica. */
export const MOST_APART_MS = Math.max(...APART_MS);

/** Of everything that can go wrong, what does in one schedule, and how often: in most of them, most kinds never do. */
export interface FaultPlan {
  readonly service: Partial<Record<FaultKind, number>>;
  /** Chance that a notification is lost, or comes late. */
  readonly lost: number;
  readonly late: number;
  /** Chance that the database fails someone, in these ways. */
  readonly database: number;
  readonly kinds: readonly TroubleKind[];
  /** Chance that a handler throws. */
  readonly mood: number;
  /** Chance that a worker takes work and vanishes. */
  readonly vanish: number;
  /** Chance that the clock leaps while work is under way, so that leases run out. */
  readonly leap: number;
  /** Chance of a forged request. */
  readonly forged: number;
  /** Chance that the service refuses all refunds of an order: the refund's own fault, which no other may wait for. */
  readonly refused: number;
  /** Chance, for each step, that the account is blocked during it. */
  readonly blocked: number;
  /** By how much the second replica's clock is ahead of the first one's, milliseconds. */
  readonly apartMs: number;
  /** Chance, for each step, that the clock of a replica jumps by as much, back or forth. */
  readonly jump: number;
  /** Chance, for each step, that a replica is started anew after it. */
  readonly restart: number;
  /** Chance, for each call to the service, that it is answered late, or when no one waits any more. Of refunds, twice that. */
  readonly slow: number;
  /** Chance, for each call that changes something, that it is carried out when no one waits any more. Of refunds, twice that. */
  readonly tooLate: number;
  /** Chance, for each step, that a notification of before comes once more, to every replica at once. */
  readonly echo: number;
  /** Chance, for each step, that the next step of a change of the key is taken after it. */
  readonly keyChange: number;
  /** Chance, for each step, that the terminal group gets another name after it. */
  readonly rename: number;
  /** Chance, for each step, that all of it is done by replicas of the older release. */
  readonly older: number;
  /** Chance, for each step, that a replica waits for an answer after it while the others go on. */
  readonly waits: number;
  /** Chance, for each answer about an order, that it does not say when that was changed. */
  readonly untimed: number;
  /** Chance, for each step, that more is given back; above 0 the first order is paid at once. */
  readonly refunds: number;
  /** Chance of an order that its notifications go to an address where no one is, so that polls alone see how it ends. */
  readonly unheard: number;
}

const NONE: FaultPlan = {
  service: {},
  lost: 0,
  late: 0,
  database: 0,
  kinds: [],
  mood: 0,
  vanish: 0,
  leap: 0,
  forged: 0,
  refused: 0,
  blocked: 0,
  apartMs: 0,
  jump: 0,
  restart: 0,
  slow: 0,
  tooLate: 0,
  echo: 0,
  keyChange: 0,
  rename: 0,
  older: 0,
  waits: 0,
  untimed: 0,
  refunds: 0,
  unheard: 0,
};

/** How things go: nothing goes wrong; anything does; above all calls leave doubts. */
export type Weather = 'calm' | 'rough' | 'in doubt';

/** Draws what goes wrong, swarm by swarm. */
export function drawFaults(random: Random, weather: Weather): FaultPlan {
  if (weather === 'calm') return NONE;
  const plan = weather === 'rough' ? drawSwarm(random) : { ...drawSwarm(random), ...drawDoubts(random) };
  return { ...plan, unheard: random.chance(0.2) ? 0.5 : 0 };
}

/** Of calls no one knows what became of them, or what they are worth. */
const drawDoubts = (random: Random): Partial<FaultPlan> => ({
  slow: random.next() * 0.5,
  tooLate: random.next() * 0.4,
  waits: random.next() * 0.8,
  untimed: random.chance(0.3) ? 0.8 : 0,
  refunds: random.next() * 0.6,
  refused: random.chance(0.3) ? 0.3 : 0,
});

function drawSwarm(random: Random): FaultPlan {
  const often = (most: number): number => (random.chance(0.5) ? random.next() * most : 0);
  const kinds = (['fails', 'busy', 'dies'] as const).filter(() => random.chance(0.5));
  const swarm: FaultPlan = {
    service: drawServiceFaults(random),
    lost: often(0.4),
    late: often(0.4),
    database: kinds.length > 0 ? often(0.5) : 0,
    kinds,
    mood: often(0.5),
    vanish: often(0.4),
    leap: often(0.4),
    forged: often(0.5),
    refused: often(0.5),
    blocked: often(0.2),
    apartMs: random.pick(APART_MS),
    jump: often(0.2),
    restart: often(0.15),
    slow: often(0.6),
    tooLate: often(0.5),
    echo: often(0.4),
    keyChange: random.chance(0.15) ? 0.5 : 0,
    rename: random.chance(0.15) ? 0.1 : 0,
    older: random.chance(0.2) ? 0.4 : 0,
    waits: 0,
    untimed: 0,
    refunds: 0,
    unheard: 0,
  };
  return random.chance(0.5) ? { ...swarm, kinds: [...kinds, 'does not answer'] } : swarm;
}

/** What goes wrong in a schedule, by name: a plan can be drawn {@link withoutFaults} of them. */
export const faultNames = ({ service, kinds, ...others }: FaultPlan): string[] => [
  ...Object.keys(service),
  ...kinds.map((kind) => `database ${kind}`),
  ...Object.entries(others).flatMap(([name, chance]) => (chance > 0 && name !== 'database' ? [name] : [])),
];

/** The same plan, without some of it. */
export function withoutFaults(plan: FaultPlan, without: ReadonlySet<string> = new Set()): FaultPlan {
  const { service, kinds, ...others } = plan;
  const left = kinds.filter((kind) => !without.has(`database ${kind}`));
  const chances = Object.entries(others).map(([name, chance]) => [name, without.has(name) ? 0 : chance]);
  return {
    ...plan,
    ...Object.fromEntries(chances),
    service: Object.fromEntries(Object.entries(service).filter(([kind]) => !without.has(kind))),
    kinds: left,
    ...(left.length === 0 ? { database: 0 } : {}),
  };
}

function drawServiceFaults(random: Random): FaultPlan['service'] {
  const kinds = SERVICE_FAULTS.filter(() => random.chance(0.35));
  const chances = kinds.map((kind) => [kind, random.next() * MOST_CHANCE] as const);
  const sum = chances.reduce((total, [, chance]) => total + chance, 0);
  const scale = Math.min(1, MOST_TOGETHER / sum);
  return Object.fromEntries(chances.map(([kind, chance]) => [kind, chance * scale]));
}

/** What is done again after a pause costs real time, so it is the rarer. */
const PAUSED: ReadonlySet<TroubleKind> = new Set(['busy', 'does not answer']);

/** What the database does to one piece of work. */
export function drawTrouble({ database, kinds }: FaultPlan, random: Random): Trouble | null {
  if (!random.chance(database)) return null;
  const kind = random.pick(kinds);
  if (PAUSED.has(kind) && !random.chance(0.2)) return null;
  return { kind, at: random.between(0, 14) };
}
