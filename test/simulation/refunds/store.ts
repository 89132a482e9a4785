import type { Random } from '../../support/random.js';
import { DatabaseTrouble } from '../engine/host.js';
import {
  NEW_REFUND,
  type RefundTrigger,
  type RefundFacts,
  type SeenStatus,
} from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import type { RefundMonitor } from './refund-monitor.js';
import type { Policy } from './policy.js';
import type { Journal } from './journal.js';

/** A refund in the database. Amounts in minor units, times in epoch milliseconds. */
export interface RefundRow {
  readonly id: number;
  readonly order: number;
  readonly orderId: string;
  readonly amount: number;
  /** What the service is to call it. */
  readonly tag: string;
  readonly askedAt: number;
  /** What it was asked for together with; null: by itself. */
  readonly batchId: string | null;
  /** How the service refuses it for good; null: it does not. Nothing that the shop could know. */
  readonly refusal: Refusal | null;
  facts: RefundFacts;
  /** Grows with every change. */
  fence: number;
  /** Until when its sender may be taken to be alive. */
  leaseUntil: number;
  /** Until when someone else reads the order for it. */
  readUntil: number;
  /** When its state was certain for the first time. */
  certainAt: number | null;
  wasManual: boolean;
  /** How long it was unknown whether it had been carried out: from the first time on, until that was found out. */
  readonly doubt: { since: number | null; clearedAfterMs: number | null };
}

/** As what the service refuses a single refund: `own` says so, `account` looks like wrong settings of the account. */
export interface Refusal {
  readonly fault: 'own' | 'account';
  readonly code: number | null;
  readonly httpStatus: number;
}

const REFUSALS: readonly Refusal[] = [
  { fault: 'own', code: 1002, httpStatus: 400 },
  { fault: 'own', code: null, httpStatus: 403 },
  { fault: 'account', code: 1032, httpStatus: 401 },
];

/** A refund that someone else made. */
export interface ForeignRow {
  readonly order: number;
  readonly amount: number;
  readonly status: SeenStatus;
}

/** The lane of the terminal group. */
export interface LaneRow {
  /** Anyone who has it; 0: no one. */
  holder: number;
  leaseUntil: number;
  nextSlotAt: number;
  pausedUntil: number;
  /** Of the account, in a row. */
  refusals: number;
}

/** The tables, with the semantics that the database has: a transaction is one step, and every write names the fence it saw. */
export class Store {
  readonly rows: RefundRow[] = [];
  readonly lane: LaneRow = { holder: 0, leaseUntil: 0, nextSlotAt: 0, pausedUntil: 0, refusals: 0 };
  /** Refunds that others made, by the service's number; as far as they were seen. */
  readonly foreign = new Map<string, ForeignRow>();
  readonly elsewhere = new Set<string>();
  /** Whether the service gives tags back; null while no one knows. */
  tagsEchoed: boolean | null = null;
  monitor: RefundMonitor;
  #tokens = 0;
  #asked = 0;
  #isChanged = false;

  constructor(
    private readonly parts: {
      readonly policy: Policy;
      readonly random: Random;
      readonly trouble: number;
      readonly refusedForGood: number;
      readonly journal: Journal;
    },
  ) {}

  /** Something is different from before, so that idle workers have to look again. */
  touch(): void {
    this.#isChanged = true;
  }

  /** Whether it was, since the last time. */
  takeChange(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }

  /** A number that no one else has. */
  newToken(): number {
    this.#tokens += 1;
    return this.#tokens;
  }

  /**
   * One transaction.
   *
   * @throws {DatabaseTrouble} before anything is changed, or after the commit: who is informed of it cannot know which
   */
  run<Result>(work: () => Result): Result {
    const { random, trouble, journal } = this.parts;
    const isTroubled = random.chance(trouble);
    if (isTroubled) journal.count('database');
    if (isTroubled && random.chance(0.5)) throw new DatabaseTrouble('rolled back');
    const result = work();
    if (isTroubled) throw new DatabaseTrouble('connection lost after the commit');
    return result;
  }

  /** Adds a refund that waits. */
  add({ order, amount, now }: { order: number; amount: number; now: number }): RefundRow {
    const id = (this.#asked += 1);
    const tag = `refund-${id}`;
    const facts = NEW_REFUND;
    const batchId = this.parts.random.chance(0.5) ? 'batch' : null;
    const orderId = `order ${order}`;
    const refusal = this.#drawRefusal();
    const row = {
      id,
      order,
      orderId,
      batchId,
      refusal,
      amount,
      tag,
      askedAt: now,
      facts,
      fence: 0,
      leaseUntil: 0,
      readUntil: 0,
    };
    const doubt = { since: null, clearedAfterMs: null };
    const added: RefundRow = { ...row, certainAt: null, wasManual: false, doubt };
    this.rows.push(added);
    this.parts.journal.note(now, () => `${tag}: order ${order}, ${amount}, is asked for`);
    this.monitor.reserved(added);
    this.touch();
    return added;
  }

  /** Keeps the tables as they are. @returns what makes them that again, whatever was written meanwhile */
  backUp(): () => void {
    const { lane, rows, foreign, elsewhere, tagsEchoed } = this;
    const kept = {
      lane: { ...lane },
      rows: rows.map((row) => ({ row, was: { ...row, doubt: { ...row.doubt } } })),
      foreign: [...foreign],
      elsewhere: [...elsewhere],
    };
    const restoreMonitor = this.monitor.backUp();
    return () => {
      Object.assign(lane, kept.lane);
      rows.length = 0;
      for (const { row, was } of kept.rows) rows.push(Object.assign(row, was));
      foreign.clear();
      for (const [id, row] of kept.foreign) foreign.set(id, row);
      elsewhere.clear();
      for (const id of kept.elsewhere) elsewhere.add(id);
      this.tagsEchoed = tagsEchoed;
      restoreMonitor();
      this.touch();
    };
  }

  #drawRefusal(): Refusal | null {
    const { random, refusedForGood, journal } = this.parts;
    if (!random.chance(refusedForGood)) return null;
    journal.count('refused for good');
    return random.pick(REFUSALS);
  }

  /**
   * Lets an event happen to a refund, if it is still as it was seen.
   *
   * @returns false when someone else has changed it since, or the event cannot be
   */
  change(row: RefundRow, seen: Seen, event: RefundTrigger, now: number): boolean {
    const { policy, journal } = this.parts;
    if (!this.rows.includes(row)) return false;
    if (row.fence !== seen.fence && !policy.quirks.writesBlindly) return false;
    const before = row.facts;
    const step = policy.step(policy.quirks.writesBlindly ? seen.facts : before, event, now, policy.rules);
    if ('ignored' in step) {
      journal.note(now, () => `${row.tag}: ${textOf(event)} is ignored: ${step.ignored}`);
      return false;
    }
    row.facts = step.facts;
    row.fence += 1;
    journal.note(now, () => `${row.tag}: ${textOf(event)}: ${before.state} → ${step.facts.state}`);
    for (const command of step.commands) {
      if (command.type === 'clear-lane') this.#clearLane(now);
      if (command.type !== 'pause-lane') continue;
      this.lane.pausedUntil = Math.max(this.lane.pausedUntil, now + command.forMs);
      this.lane.refusals = command.refusals ?? this.lane.refusals;
    }
    this.monitor.changed(row, before, { event, commands: step.commands });
    this.#keepCertainty(row, now);
    this.touch();
    return true;
  }

  #clearLane(now: number): void {
    Object.assign(this.lane, { refusals: 0, pausedUntil: 0 });
    for (const row of this.rows) {
      if (row.facts.state === 'queued' && row.facts.refusedAt !== null) this.change(row, row, { type: 'blamed' }, now);
    }
  }

  #keepCertainty(row: RefundRow, now: number): void {
    const { state } = row.facts;
    const { doubt } = row;
    if (state === 'unknown') doubt.since ??= now;
    else if (doubt.since !== null && state !== 'sending') doubt.clearedAfterMs ??= now - doubt.since;
    if (state === 'manual') row.wasManual = true;
    if (row.certainAt !== null || state === 'queued' || state === 'sending' || state === 'unknown') return;
    row.certainAt = now;
    this.monitor.certain(row, now - row.askedAt);
  }
}

/** A refund as it was read. */
export interface Seen {
  readonly fence: number;
  readonly facts: RefundFacts;
}

const textOf = ({ type, ...rest }: RefundTrigger): string => {
  const details = Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value));
  return [type, ...details].join(' ');
};
