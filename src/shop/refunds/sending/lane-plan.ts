import { setImmediate as nextTurn } from 'node:timers/promises';
import { asWritten } from '../../../support/index.js';
import type { RefundRules } from '../../core/index.js';
import {
  LaneGuards,
  pairOf,
  type EarlierRefund,
  type GuardSnapshot,
  type RefundLikeness,
  type RefundEntity,
} from '../../refund-records/index.js';
import { LaneHeap } from './lane-heap.js';

/** A refund that waits to be sent. Held refunds are left out. */
export type QueuedRefund = RefundLikeness &
  Pick<RefundEntity, 'batchId' | 'notBefore'> & {
    /** Like {@link RefundEntity.refusedAt}. */
    readonly refusedAt?: number | null;
  };

/** The input of a plan. */
export interface LaneQueue {
  /** In any sequence. */
  readonly queued: readonly QueuedRefund[];
  /** Refunds for which others may have to wait. */
  readonly earlier: readonly EarlierRefund[];
}

/** The rules that a plan follows. */
export type PlanRules = Pick<RefundRules, 'mode' | 'spacingMs' | 'equalAmountGapMs' | 'quietMs'>;

/** The state of the lane. */
export interface LaneSnapshot extends GuardSnapshot {
  /** The earliest next slot, by the spacing and pauses. Epoch milliseconds. */
  readonly nextSlotAt: number;
}

/** The sequence and the times in which the refunds of a lane are sent. */
export interface LanePlan {
  /** The refund to send now; null when none may be sent. */
  readonly next: string | null;
  /** The time of each refund, epoch milliseconds, if every answer comes as expected; in the sequence of sending. */
  readonly plannedAt: ReadonlyMap<string, number>;
}

/** Equal amounts: only one of them may be sent within five minutes. */
interface Pile {
  /** Not of a batch: a person waits for it. */
  readonly isSingle: boolean;
  /** When they were refused; 0: never. */
  readonly refusedAt: number;
  /** Oldest first; never empty while it is in a heap. */
  readonly items: QueuedRefund[];
}

/** A pile with the time before which none of it may be sent. */
interface WaitingPile {
  readonly pile: Pile;
  readonly at: number;
}

/**
 * Plans a lane. The sequence: refunds that were not refused before refused ones (of these the longest ago first); single
 * refunds before those of batches; then the amount with the most copies left; then the oldest. So a batch takes the least
 * possible time: `max(n − 1, (K − 1) · gap + m − 1)` slots, where `K` is the most copies of one amount of one order, and `m`
 * the number of amounts with that many copies (design §8).
 *
 * Pure; ten thousand refunds take a fraction of a second.
 *
 * @example
 * const firstOf = (queued: QueuedRefund[], rules: PlanRules, now: number): string | null =>
 *   planLane({ queued, earlier: [] }, rules, { now, nextSlotAt: now, scope: 'order', roundTripMs: 300 }).next;
 */
export function planLane(queue: LaneQueue, rules: PlanRules, snapshot: LaneSnapshot): LanePlan {
  const planner = new Planner(queue, rules, snapshot);
  planner.run(Infinity);
  return planner.result();
}

/** Slots planned in one turn of the event loop. */
const STEP = 250;

/** Like {@link planLane}, for thousands: other work can run in the event loop meanwhile. */
export async function planLaneInSteps(queue: LaneQueue, rules: PlanRules, snapshot: LaneSnapshot): Promise<LanePlan> {
  const planner = new Planner(queue, rules, snapshot);
  while (!planner.run(STEP)) await nextTurn();
  return planner.result();
}

/** How long the lane is busy after it has sent one refund, in milliseconds. */
export const slotMs = ({ mode, spacingMs }: Pick<PlanRules, 'mode' | 'spacingMs'>, roundTripMs: number): number =>
  mode === 'strict' ? roundTripMs + spacingMs : spacingMs;

class Planner {
  private readonly guards: LaneGuards;
  private readonly ready = new LaneHeap<Pile>(goesFirst);
  private readonly waiting = new LaneHeap<WaitingPile>((a, b) => a.at < b.at);
  private readonly plannedAt = new Map<string, number>();
  private at: number;

  constructor(
    { queued, earlier }: LaneQueue,
    private readonly rules: PlanRules,
    private readonly snapshot: LaneSnapshot,
  ) {
    this.guards = new LaneGuards(earlier, rules, snapshot);
    for (const pile of pilesOf(queued, snapshot)) this.ready.add(pile);
    this.at = Math.max(snapshot.now, snapshot.nextSlotAt);
  }

  /** Plans at most so many slots. @returns whether all are planned */
  run(most: number): boolean {
    const { roundTripMs } = this.snapshot;
    for (let slots = 0; slots < most; slots += 1) {
      this.wake(this.at);
      const refund = this.take(this.at);
      if (refund !== null) {
        this.plannedAt.set(refund.id, this.at);
        this.guards.sent(refund, this.at + roundTripMs);
        this.at += slotMs(this.rules, roundTripMs);
      } else {
        const next = this.waiting.first;
        if (next === undefined) return true;
        this.at = next.at;
      }
    }
    return false;
  }

  result(): LanePlan {
    const [first] = this.plannedAt;
    const next = first !== undefined && first[1] <= this.snapshot.now ? first[0] : null;
    return { next, plannedAt: this.plannedAt };
  }

  private wake(at: number): void {
    for (let next = this.waiting.first; next !== undefined && next.at <= at; next = this.waiting.first) {
      this.waiting.take();
      this.ready.add(next.pile);
    }
  }

  /** The best refund that may be sent at this instant. */
  private take(at: number): QueuedRefund | null {
    for (let pile = this.ready.take(); pile !== undefined; pile = this.ready.take()) {
      const chosen = this.candidate(pile, at);
      const isFree = chosen !== undefined && this.guards.pairFreeAt(chosen) <= at;
      if (isFree) pile.items.splice(pile.items.indexOf(chosen), 1);
      // The rest of the pile waits: for other refunds, or for the one that was just taken.
      if (pile.items.length > 0) this.waiting.add({ pile, at: isFree ? at : this.freeAt(pile, chosen) });
      if (isFree) return chosen;
    }
    return null;
  }

  /** The oldest refund that may be sent at all. */
  private candidate(pile: Pile, at: number): QueuedRefund | undefined {
    return pile.items.find(({ notBefore, orderId }) => notBefore <= at && this.guards.orderFreeAt(orderId) <= at);
  }

  private freeAt({ items }: Pile, chosen: QueuedRefund | undefined): number {
    if (chosen !== undefined) return this.guards.pairFreeAt(chosen);
    return items.reduce(
      (soonest, { notBefore, orderId }) => Math.min(soonest, Math.max(notBefore, this.guards.orderFreeAt(orderId))),
      Infinity,
    );
  }
}

function pilesOf(queued: readonly QueuedRefund[], { scope }: LaneSnapshot): Iterable<Pile> {
  const piles = new Map<string, Pile>();
  for (const refund of asWritten(queued)) {
    const isSingle = refund.batchId === null;
    const refusedAt = refund.refusedAt ?? 0;
    const name = `${refusedAt} ${isSingle} ${pairOf(refund, scope)}`;
    const pile = piles.get(name) ?? { isSingle, refusedAt, items: [] };
    pile.items.push(refund);
    piles.set(name, pile);
  }
  return piles.values();
}

function goesFirst(a: Pile, b: Pile): boolean {
  if (a.refusedAt !== b.refusedAt) return a.refusedAt < b.refusedAt;
  if (a.isSingle !== b.isSingle) return a.isSingle;
  if (a.items.length !== b.items.length) return a.items.length > b.items.length;
  return (a.items[0]?.id ?? '') < (b.items[0]?.id ?? '');
}
