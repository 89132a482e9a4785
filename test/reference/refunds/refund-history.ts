import { Random } from '../../support/random.js';
import type { Answer } from './refund.reference.js';

/** One thing that happens, `wait` milliseconds after the last. Each stands for itself, so that any may be left out. */
export type RefundStepOfHistory =
  /** The lane offers a slot. If it is taken: how the request is answered, and when it arrives (null: never). */
  | { readonly kind: 'slot'; readonly wait: number; readonly answer: Answer; readonly arrivesAfter: number | null }
  /** The answer to a sending that was given up comes after all. */
  | { readonly kind: 'late-answer'; readonly wait: number }
  | { readonly kind: 'read'; readonly wait: number; readonly lag: number; readonly takes: number }
  | { readonly kind: 'notification'; readonly wait: number }
  /** The service, or the bank, does something with the newest row. */
  | { readonly kind: 'row'; readonly wait: number; readonly status: string }
  | { readonly kind: 'person'; readonly wait: number; readonly says: 'paid' | 'not-paid' }
  | { readonly kind: 'cancel'; readonly wait: number };

/** The course of one refund. */
export interface RefundHistory {
  readonly seed: number;
  readonly steps: readonly RefundStepOfHistory[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WAITS = [10, SECOND, 5 * SECOND, 40 * SECOND, MINUTE, 5 * MINUTE, 16 * MINUTE, 16 * MINUTE, 3 * HOUR, 25 * HOUR];
const ANSWERS: readonly Answer[] = [
  'accepted',
  'accepted',
  'refused',
  'barred',
  'not-sent',
  'unclear',
  'unclear',
  'unclear',
  'failing',
  'lost',
  'lost',
];
const ROW_STATUSES = ['reserved', 'uncleared', 'completed', 'completed', 'declined', 'void', 'cancelled'];

/** Requests that were not carried out do not arrive; those that were, have. */
function arrivalOf(random: Random, answer: Answer): number | null {
  if (answer === 'accepted') return 20;
  if (answer === 'refused' || answer === 'barred' || answer === 'not-sent') return null;
  return random.pick([null, null, 20, 20, 30 * SECOND, 10 * MINUTE, 14 * MINUTE, 2 * HOUR]);
}

function stepOf(random: Random): RefundStepOfHistory {
  const wait = random.pick(WAITS);
  const kind = random.pick([
    'slot',
    'slot',
    'slot',
    'read',
    'read',
    'read',
    'read',
    'notification',
    'row',
    'row',
    'rare',
  ]);
  if (kind === 'slot') {
    const answer = random.pick(ANSWERS);
    return { kind, wait, answer, arrivesAfter: arrivalOf(random, answer) };
  }
  if (kind === 'read') {
    const takes = random.pick([30, 30, 30, 2 * SECOND]);
    return { kind, wait, lag: random.pick([0, 0, 300, 4_900]), takes };
  }
  if (kind === 'notification') return { kind, wait };
  if (kind === 'row') return { kind, wait, status: random.pick(ROW_STATUSES) };
  return random.pick<RefundStepOfHistory>([
    { kind: 'cancel', wait },
    { kind: 'person', wait, says: random.pick(['paid', 'not-paid']) },
    { kind: 'person', wait, says: random.pick(['paid', 'not-paid']) },
    { kind: 'late-answer', wait },
  ]);
}

/** Days of doubt, which end with a person. */
function doubtOf(random: Random): RefundStepOfHistory[] {
  const wait = random.pick([16 * MINUTE, 25 * HOUR]);
  const answer = random.pick<Answer>(['unclear', 'lost', 'failing']);
  return [
    { kind: 'slot', wait: SECOND, answer, arrivesAfter: random.pick([null, 20, 10 * MINUTE]) },
    { kind: 'read', wait: MINUTE, lag: 0, takes: 30 },
    { kind: 'read', wait: 25 * HOUR, lag: 0, takes: 30 },
    { kind: 'slot', wait: SECOND, answer, arrivesAfter: null },
    { kind: 'read', wait, lag: 0, takes: 30 },
    { kind: 'person', wait: SECOND, says: random.pick(['paid', 'not-paid']) },
    { kind: 'slot', wait: MINUTE, answer: 'accepted', arrivesAfter: 20 },
  ];
}

/** The course of a seed. */
export function refundHistory(seed: number): RefundHistory {
  const random = new Random(seed, 2);
  if (random.chance(0.1)) return { seed, steps: [...doubtOf(random), ...doubtOf(random), stepOf(random)] };
  return { seed, steps: Array.from({ length: random.between(3, 22) }, () => stepOf(random)) };
}
