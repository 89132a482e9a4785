import { Monitor } from '../engine/monitor.js';
import type { Breach } from '../engine/schedules.js';
import type {
  RefundCommand,
  RefundTrigger,
  RefundFacts,
} from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { isLive, type BookedRefund, type Ledger } from './ledger.js';
import { PauseWatch } from './pause-watch.js';
import type { RefundRow } from './store.js';
import type { Sending } from './wire.js';

/**
 * What must hold in every schedule, whatever the faults, in the order in which it is shown.
 * - S1: at most one refund is booked for one intent. S2: never more than was paid, nor another amount than was meant.
 * - S3: a second between two arrivals of a lane. S4: five minutes between equal amounts of one order.
 * - S4': sent again only after the quiet time, with two clean reads in it. S4o: one refund of an order in flight.
 * - S12: written down as sending, and still so, before the first byte leaves.
 * - T1 accepted, T1 rejected: what is said to be accepted or rejected is. L3: everything ends in time.
 * - L5: no healthy refund that could be sent waits while the lane pauses for more refusals than there are refunds that the
 *   service refuses for good. T2: nothing that the service has is left rejected or cancelled three days later.
 * - E1: the shop is told each thing once, and of the acceptance before the settlement.
 */
export const EVERYWHERE = [
  'S1',
  'S2',
  'S3',
  'S4',
  "S4'",
  'S4o',
  'S12',
  'T1 accepted',
  'T1 rejected',
  'L3',
  'E1',
] as const;

/** Those and what only the simulation of refunds puts to the test. */
export const INVARIANTS = [...EVERYWHERE, 'T2', 'L5'] as const;
export type Invariant = (typeof INVARIANTS)[number];

// Written here again, so that a change of the module's rules does not change what is demanded of it.
const QUIET_MS = 900_000;
const CLEAN_READ_GAP_MS = 60_000;
const SPACING_MS = 1_000;
const EQUAL_AMOUNT_MS = 300_000;
const FOLLOWED_MS = 72 * 3_600_000;

/** Longest time from the request of a refund to a state that is certain, or to a person. */
const CERTAIN_WITHIN_MS = 72 * 3_600_000;

/** What is known of an intent that may have left, as an onlooker who sees everything the shop saw. */
interface Proof {
  readonly since: number;
  readonly cleanReads: number[];
}

interface Watched {
  proof: Proof | null;
  /** As it was before the last slot, in case nothing left. */
  before: Proof | null;
  readonly reported: Set<string>;
  writtenAt: number | null;
}

/** A violation of one invariant. */
export type Violation = Breach<Invariant>;

/** Watches refunds; it shares no code with the module. */
export class RefundMonitor extends Monitor<Invariant> {
  /** Arrivals that no client could have spaced: a copy on the way, or one that came after it had been given up. */
  unavoidable = 0;
  readonly #watched = new Map<RefundRow, Watched>();
  readonly #sent: Sending[] = [];
  readonly #pauses: PauseWatch;
  #lastArrival: { readonly at: number; readonly wasLate: boolean } | null = null;

  constructor(
    private readonly ledger: Ledger,
    private readonly paid: readonly number[],
    private readonly rows: readonly RefundRow[],
  ) {
    super();
    this.#pauses = new PauseWatch(rows);
  }

  /** Keeps what the shop has seen and done. @returns what makes that all that it knows again; what the service did stays */
  backUp(): () => void {
    const copy = (watched: Watched): Watched => ({
      ...watched,
      proof: copyOf(watched.proof),
      before: copyOf(watched.before),
      reported: new Set(watched.reported),
    });
    const kept = new Map([...this.#watched].map(([row, watched]) => [row, copy(watched)]));
    return () => {
      this.#watched.clear();
      for (const [row, watched] of kept) this.#watched.set(row, watched);
      this.#pauses.restart();
    };
  }

  /** A refund was reserved. */
  reserved(row: RefundRow): void {
    let sum = 0;
    for (const each of this.rows) if (each.order === row.order && isReserved(each.facts)) sum += each.amount;
    if (sum > this.paid[row.order]!) this.report('S2', `${row.tag}: ${sum} reserved of ${this.paid[row.order]!}`);
  }

  /** A refund is written down as being sent. */
  written(row: RefundRow, now: number): void {
    const watched = this.#of(row);
    const { proof } = watched;
    if (proof !== null && !isProved(proof, now)) {
      const reads = proof.cleanReads.length;
      this.report("S4'", `${row.tag}: sent again after ${now - proof.since} ms and ${reads} clean reads`);
    }
    const isOther = (each: RefundRow): boolean => each !== row && each.order === row.order;
    const other = this.rows.find((each) => isOther(each) && isOpen(each.facts));
    if (other) this.report('S4o', `${row.tag}: sent while ${other.tag} is ${other.facts.state}`);
    watched.before = proof;
    watched.proof = { since: now, cleanReads: [] };
    watched.writtenAt = now;
    this.#pauses.written(row, now);
  }

  /** The first byte leaves. */
  sent(sending: Sending): void {
    const { row, sentAt, isStalled } = sending;
    const { writtenAt } = this.#of(row);
    const isHeld = row.facts.state === 'sending' && row.fence === sending.fence;
    if (writtenAt === null || (!isStalled && !isHeld)) {
      this.report('S12', `${row.tag}: sent while ${row.facts.state}, fence ${row.fence} (${sending.fence})`);
    }
    for (const other of this.#sent) {
      if (other.row === row || other.wasNotSent || !isEqual(other.row, row)) continue;
      const gap = sentAt - other.sentAt;
      if (gap < EQUAL_AMOUNT_MS) this.report('S4', `${row.tag}: sent ${gap} ms after ${other.row.tag}`);
    }
    this.#sent.push(sending);
  }

  /** A request reaches the service. */
  arrived(sending: Sending, now: number, isCopy: boolean): void {
    const wasLate = isCopy || sending.isStalled || now > sending.givenUpAt;
    const last = this.#lastArrival;
    if (last !== null && now - last.at < SPACING_MS) {
      if (wasLate || last.wasLate) this.unavoidable += 1;
      else this.report('S3', `${sending.row.tag}: arrives ${now - last.at} ms after another`);
    }
    this.#lastArrival = { at: now, wasLate };
  }

  /** The service books a refund of ours. */
  booked(booked: BookedRefund, row: RefundRow): void {
    // A copy of one that was cancelled in the meantime is no double: it pays once.
    const same = this.ledger.refunds.filter((each) => each.tag === row.tag && isLive(each));
    if (same.length > 1) this.report('S1', `${row.tag}: booked ${same.length} times`);
    if (booked.amount !== row.amount) this.report('S2', `${row.tag}: ${booked.amount} instead of ${row.amount}`);
    if (this.ledger.refundedOf(row.order) > this.paid[row.order]!) this.report('S2', `${row.tag}: more than paid`);
    for (const other of this.rows) {
      if (other === row || !isEqual(other, row)) continue;
      const earlier = this.ledger.refunds.find(
        ({ tag, acceptedAt }) => tag === other.tag && booked.acceptedAt - acceptedAt < EQUAL_AMOUNT_MS,
      );
      if (earlier) this.report('S4', `${row.tag}: booked less than five minutes after ${other.tag}`);
    }
  }

  /** The shop has read the order, and could see what the service shows. */
  read(row: RefundRow, startedAt: number, showsIt: boolean): void {
    const { proof } = this.#of(row);
    if (proof === null || showsIt || startedAt < proof.since + QUIET_MS) return;
    const last = proof.cleanReads.at(-1);
    if (last === undefined || startedAt - last >= CLEAN_READ_GAP_MS) proof.cleanReads.push(startedAt);
  }

  /** It is known for certain that the last sending was not carried out. */
  notCarriedOut(row: RefundRow): void {
    const watched = this.#of(row);
    watched.proof = watched.before;
  }

  /** The database changed. */
  changed(row: RefundRow, before: RefundFacts, { event, commands }: Change): void {
    const { state } = row.facts;
    if (event.type === 'decided') {
      this.#of(row).proof = null;
      // What it was refused for counts as mended: it takes its turn as if it had not been refused.
      this.#pauses.restart();
    }
    // That it is over may be overtaken when the service shows it; not when it is concluded here.
    const isShown = isOver(state) && (event.type === 'read' || event.type === 'reported');
    if (state !== before.state && !isShown) this.#judge(row);
    if (isOver(state)) this.#of(row).reported.clear();
    for (const command of commands) {
      if (command.type === 'notify') this.#reported(row, command.kind);
      if (command.type === 'pause-lane' && command.refusals !== undefined) {
        const wrong = this.#pauses.paused(row);
        if (wrong !== null) this.report('L5', wrong);
      }
    }
  }

  /** The schedule is over. */
  ended(now: number): void {
    for (const row of this.rows) {
      this.#judge(row);
      const { state } = row.facts;
      const isThere = ({ tag, acceptedAt }: BookedRefund): boolean => tag === row.tag && acceptedAt < now - FOLLOWED_MS;
      if (isOver(state) && this.ledger.refunds.some((each) => isThere(each) && isLive(each))) {
        this.report('T2', `${row.tag}: left ${state}, and the service has it`);
      }
      if (!ENDS.has(state) && !isOfAccount(row)) this.report('L3', `${row.tag}: still ${state} at the end`);
    }
  }

  /** It would not come to an end. */
  endless(): void {
    this.report('L3', 'the schedule goes round in circles');
  }

  /** The state of a refund became certain, so long after it was asked for. */
  certain(row: RefundRow, afterMs: number): void {
    if (afterMs > CERTAIN_WITHIN_MS && !isOfAccount(row))
      this.report('L3', `${row.tag}: certain after ${afterMs} ms only`);
  }

  #judge(row: RefundRow): void {
    const { state } = row.facts;
    const booked = this.ledger.refunds.filter(({ tag }) => tag === row.tag);
    if ((state === 'accepted' || state === 'settled') && booked.length === 0) {
      this.report('T1 accepted', `${row.tag}: ${state}, and the service has none`);
    }
    if (!isOver(state)) return;
    if (booked.some(isLive)) this.report('T1 rejected', `${row.tag}: ${state}, and the service has it`);
  }

  #reported(row: RefundRow, kind: string): void {
    const { reported } = this.#of(row);
    if (kind === 'settled' && !reported.has('accepted')) this.report('E1', `${row.tag}: settled before accepted`);
    if (reported.has(kind) && (kind === 'accepted' || kind === 'settled'))
      this.report('E1', `${row.tag}: ${kind} twice`);
    reported.add(kind);
  }

  #of(row: RefundRow): Watched {
    let watched = this.#watched.get(row);
    if (!watched) {
      watched = { proof: null, before: null, reported: new Set(), writtenAt: null };
      this.#watched.set(row, watched);
    }
    return watched;
  }
}

/** A change of the database. */
export interface Change {
  readonly event: RefundTrigger;
  readonly commands: readonly RefundCommand[];
}

const copyOf = (proof: Proof | null): Proof | null => proof && { ...proof, cleanReads: [...proof.cleanReads] };

const ENDS: ReadonlySet<string> = new Set(['settled', 'rejected', 'manual', 'cancelled']);

const isOver = (state: RefundFacts['state']): boolean => state === 'rejected' || state === 'cancelled';
const isReserved = ({ state }: RefundFacts): boolean => !isOver(state);
const isOpen = ({ state }: RefundFacts): boolean => state === 'sending' || state === 'unknown';
const isEqual = (one: RefundRow, other: RefundRow): boolean => one.order === other.order && one.amount === other.amount;
/** As long as nothing shows that the account is in order, it waits with the account; a person was told. */
const isOfAccount = ({ refusal }: RefundRow): boolean => refusal?.fault === 'account';
const isProved = ({ since, cleanReads }: Proof, now: number): boolean =>
  now - since >= QUIET_MS && cleanReads.length >= 2;
