import type { Agenda } from '../engine/agenda.js';
import type { Activity, Host, Round } from '../engine/host.js';
import type { Random } from '../../support/random.js';
import type { FirstRead } from './first-read.js';
import type { RefundMonitor } from './refund-monitor.js';
import type { Policy } from './policy.js';
import { chooseNext, worthLookingAt } from './lane-choice.js';
import type { RefundRow, Seen, Store } from './store.js';
import { REQUEST_TIMEOUT_MS, type Sending, type Wire, type WireAnswer } from './wire.js';

/** How long the lane waits for its holder. */
const LANE_LEASE_MS = REQUEST_TIMEOUT_MS + 10_000;

/** How long anyone who sends a refund is taken to be alive. */
const SENDING_LEASE_MS = REQUEST_TIMEOUT_MS + 10_000;

const READ_AGAIN_MS = 1_000;

/** What the rounds of a replica work with. */
export interface WorkerParts {
  readonly agenda: Agenda;
  /** By which a replica compares slots, leases and spacing: the database's, unless someone goes by its own. */
  readonly clock: { readonly now: number };
  readonly random: Random;
  readonly store: Store;
  readonly wire: Wire;
  readonly monitor: RefundMonitor;
  readonly policy: Policy;
  /** Whether an acceptance that comes after its refund was given up is still written down. */
  readonly keepsLateAnswers: boolean;
  /** What looks at the order of a refund that has waited for long; absent where databases are never older than the service. */
  readonly firstRead?: FirstRead;
}

interface Slot {
  readonly token: number;
  readonly row: RefundRow;
  readonly sending: Sending;
  takenAt: number;
  /** The refund as it was written down. */
  seen: Seen;
  /** Whether the lane was taken for it, to read its order first. */
  isHeld: boolean;
}

/** Sends refunds, one at a time on however many replicas: slot, write-ahead, last look, one request, answer. */
export class LaneRound implements Round {
  constructor(private readonly parts: WorkerParts) {}

  due(now: number): number {
    const { store, policy, clock } = this.parts;
    const { lane, rows } = store;
    const isHeld = lane.holder !== 0 && lane.leaseUntil > clock.now;
    const held = Math.max(
      worthLookingAt(rows, policy),
      isHeld ? lane.leaseUntil : 0,
      lane.nextSlotAt,
      lane.pausedUntil,
    );
    return held - (clock.now - now);
  }

  *step(host: Host): Activity {
    const { agenda, random, store, policy } = this.parts;
    const slot = policy.quirks.sendsBeforeWriting ? this.#peek() : store.run(() => this.#take());
    const mayBeSent = slot !== null && (!slot.isHeld || (yield* this.#readFirst(slot)));
    // Overtaken, or the plan sees more than the hint did: not again at once.
    if (slot === null || !mayBeSent) return void (yield agenda.now + READ_AGAIN_MS);
    yield agenda.now + random.between(1, 15);
    if (!this.#mayStillSend(slot)) return this.#withhold(slot);
    const { row, sending } = slot;
    const amount = policy.quirks.leavesAmountOut ? null : row.amount;
    const answer = yield* this.parts.wire.post(host, sending, { order: row.order, amount, tag: row.tag });
    if (policy.quirks.sendsBeforeWriting) store.run(() => this.#writeDown(slot));
    store.run(() => this.#finish(slot, answer));
    yield agenda.now + random.between(1, 15);
  }

  /** Slot and write-ahead, in one transaction; or the lane, while the order of a refund that has waited is read. */
  #take(): Slot | null {
    const slot = this.#peek();
    if (slot === null) return null;
    if (!this.parts.firstRead?.isDue(slot.row)) return this.#writeDown(slot) ? slot : null;
    slot.isHeld = true;
    Object.assign(this.parts.store.lane, { holder: slot.token, leaseUntil: this.parts.clock.now + LANE_LEASE_MS });
    return slot;
  }

  /** Reads the order first, and writes the refund down where it may be sent. @returns whether it may */
  *#readFirst(slot: Slot): Generator<number, boolean, void> {
    const { store, wire, firstRead, clock } = this.parts;
    const { row, token } = slot;
    const read = yield* wire.read(row.order);
    if (read.shown === null) return store.run(() => this.#leave(slot));
    store.run(() => firstRead?.conclude(row.order, read));
    slot.takenAt = clock.now;
    return store.run(() => {
      if (store.lane.holder === token && this.#isNext(slot) && this.#writeDown(slot)) return true;
      this.#release(slot);
      return false;
    });
  }

  /** As it was when the lane was taken for it. */
  #isNext({ row, sending }: Slot): boolean {
    const { clock, store, policy } = this.parts;
    return row.fence + 1 === sending.fence && chooseNext(store, policy, clock.now) === row;
  }

  /** The order could not be read: nothing is sent. */
  #leave(slot: Slot): false {
    const { store, agenda } = this.parts;
    const event = { type: 'unread', code: 'TIMEOUT', isOfAccount: false, laneRefusals: store.lane.refusals } as const;
    const { row, sending } = slot;
    if (row.fence + 1 === sending.fence) store.change(row, row, event, agenda.now);
    this.#release(slot);
    return false;
  }

  #peek(): Slot | null {
    const { clock, store, policy } = this.parts;
    const { now } = clock;
    const { lane } = store;
    const isHeld = lane.holder !== 0 && lane.leaseUntil > now;
    if (isHeld || lane.nextSlotAt > now || lane.pausedUntil > now) return null;
    const row = chooseNext(store, policy, now);
    if (row === null) return null;
    const fence = row.fence + 1;
    const sending = { row, fence, sentAt: 0, isStalled: false, givenUpAt: 0, wasNotSent: false };
    return { token: store.newToken(), row, sending, takenAt: now, seen: row, isHeld: false };
  }

  #writeDown(slot: Slot): boolean {
    const { token, row } = slot;
    const { agenda, clock, store, monitor, policy } = this.parts;
    const { now } = clock;
    // Asked of a copy first: what is written down is what was decided.
    if ('ignored' in policy.step(row.facts, { type: 'slot' }, now, policy.rules)) return false;
    monitor.written(row, agenda.now);
    const { mode, spacingMs } = policy.rules;
    const isHeld = mode === 'strict';
    Object.assign(
      store.lane,
      isHeld ? { holder: token, leaseUntil: now + LANE_LEASE_MS } : { nextSlotAt: now + spacingMs },
    );
    row.leaseUntil = now + SENDING_LEASE_MS;
    const isWritten = store.change(row, row, { type: 'slot' }, now);
    slot.seen = { fence: row.fence, facts: row.facts };
    return isWritten;
  }

  /** The check at the last instant: anyone who was held up has lost the turn. */
  #mayStillSend({ takenAt }: Slot): boolean {
    const { clock, policy } = this.parts;
    if (policy.quirks.skipsLastCheck || policy.quirks.sendsBeforeWriting) return true;
    return clock.now - takenAt < policy.rules.sendWithinMs;
  }

  #withhold(slot: Slot): void {
    const { agenda, store, monitor } = this.parts;
    store.run(() => {
      const { row, seen } = slot;
      if (store.change(row, seen, { type: 'withheld' }, agenda.now)) monitor.notCarriedOut(row);
      this.#release(slot);
    });
  }

  #finish(slot: Slot, answer: WireAnswer): void {
    const { agenda, store, monitor, policy } = this.parts;
    const { row, sending } = slot;
    const outcome = policy.classify(answer);
    const event = { type: 'answered', laneRefusals: store.lane.refusals, ...outcome } as const;
    const isMine = row.fence === sending.fence;
    const isWorthIt = this.parts.keepsLateAnswers && outcome.outcome === 'accepted' && row.facts.state !== 'sending';
    const seen = isMine || !isWorthIt ? slot.seen : row;
    const isChanged = store.change(row, seen, event, agenda.now);
    const isRefused = outcome.outcome === 'rejected' && outcome.retryable;
    if (isChanged && isMine && (answer.kind === 'refused' || isRefused)) monitor.notCarriedOut(row);
    if (isRefused) sending.wasNotSent = true;
    this.#release(slot);
  }

  /** The next slot comes a second after the end of this one, so that arrivals are a second apart however the network behaves. */
  #release({ token }: Slot): void {
    const { clock, store, policy } = this.parts;
    if (store.lane.holder !== token) return;
    Object.assign(store.lane, { holder: 0, nextSlotAt: clock.now + policy.rules.spacingMs });
    store.touch();
  }
}
