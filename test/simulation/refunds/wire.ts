import type { Agenda } from '../engine/agenda.js';
import type { Host } from '../engine/host.js';
import type { Random } from '../../support/random.js';
import type { FaultLimits } from './fault-plan.js';
import type { Journal } from './journal.js';
import type { BookedRefund, Ledger, RefundAsk, ShownRefund } from './ledger.js';
import type { RefundMonitor } from './refund-monitor.js';
import type { RefundRow } from './store.js';

/** How a request ended for the client. */
export type WireAnswer =
  | { readonly kind: 'accepted'; readonly id: string }
  | {
      readonly kind: 'error';
      readonly code: number | null;
      readonly httpStatus: number;
      readonly retryAfterMs: number | null;
    }
  /** No connection could be made. */
  | { readonly kind: 'refused' }
  /** Time-out, or the connection broke. */
  | { readonly kind: 'silence' };

/** One request to refund on its way. Times in epoch milliseconds. */
export interface Sending {
  readonly row: RefundRow;
  /** The fence of the refund when it was written down as being sent. */
  readonly fence: number;
  /** Of the first byte. */
  sentAt: number;
  /** Whether its process stood still between the last check and the first byte. */
  isStalled: boolean;
  /** When the client gives up at the latest. */
  givenUpAt: number;
  /** Known not to have been carried out. */
  wasNotSent: boolean;
}

/** An order as it was read. */
export interface OrderRead {
  readonly startedAt: number;
  /** Null: no usable answer came. */
  readonly shown: readonly ShownRefund[] | null;
}

/** Of a request: how long the client waits for its answer. */
export const REQUEST_TIMEOUT_MS = 30_000;

const silence: WireAnswer = { kind: 'silence' };

/** Stretches of time in which the account does not pay or the key does not work. */
export interface Spell {
  readonly from: number;
  readonly until: number;
}

const isIn = ({ from, until }: Spell, now: number): boolean => now >= from && now < until;

/** Everything between the replicas and the service's books: requests and reads, and what becomes of them on the way. */
export class Wire {
  constructor(
    private readonly parts: {
      readonly agenda: Agenda;
      readonly random: Random;
      readonly faults: FaultLimits;
      readonly journal: Journal;
      readonly ledger: Ledger;
      readonly monitor: RefundMonitor;
      readonly misconfigured: Spell;
      readonly onBooked: (booked: BookedRefund) => void;
    },
  ) {}

  /** Sends a refund once, and waits for its end. */
  *post(host: Host, sending: Sending, ask: RefundAsk): Generator<number, WireAnswer, void> {
    const { agenda, random, faults, journal, monitor } = this.parts;
    if (random.chance(faults.lateStall)) {
      journal.count('late stall');
      const stall = random.between(1, faults.lateStallMs);
      sending.isStalled = true;
      host.freeze(stall);
      yield agenda.now + stall;
    }
    sending.sentAt = agenda.now;
    sending.givenUpAt = agenda.now + REQUEST_TIMEOUT_MS;
    if (random.chance(faults.refused)) {
      sending.wasNotSent = true;
      journal.count('refused');
      journal.note(agenda.now, () => `${ask.tag}: no connection`);
      yield agenda.now + random.between(1, 3_000);
      return { kind: 'refused' };
    }
    journal.note(agenda.now, () => `${ask.tag}: leaves`);
    monitor.sent(sending);
    return yield* this.#await(sending, ask);
  }

  /** Reads an order. */
  *read(order: number): Generator<number, OrderRead, void> {
    const { agenda, random, faults, journal, ledger } = this.parts;
    const startedAt = agenda.now;
    const isSlow = random.chance(faults.slowRead);
    if (isSlow) journal.count('slow read');
    yield agenda.now + (isSlow ? random.between(500, 14_000) : random.between(10, 150));
    const isStale = random.chance(faults.staleRead);
    if (isStale) journal.count('stale read');
    // What lags behind shows what was there before the read was begun; a slow answer may be as old as its beginning.
    const asOf = (isSlow ? startedAt : agenda.now) - (isStale ? random.between(0, faults.staleReadMs) : 0);
    const shown = ledger.shown(order, asOf);
    yield agenda.now + (isSlow ? random.between(500, 14_000) : random.between(10, 150));
    if (!random.chance(faults.failedRead)) return { startedAt, shown };
    journal.count('failed read');
    return { startedAt, shown: null };
  }

  *#await(sending: Sending, ask: RefundAsk): Generator<number, WireAnswer, void> {
    const { agenda, random } = this.parts;
    const journey = this.#journey();
    const deadline = sending.givenUpAt;
    sending.givenUpAt = Math.min(deadline, journey.cutAt);
    let answer: WireAnswer = silence;
    const arrive = (): void => {
      answer = this.#arrive(sending, ask, journey);
    };
    if (journey.arrivesAt !== Infinity) agenda.at(journey.arrivesAt, arrive);
    // Anyone who copied it passes on what comes of the copy.
    if (journey.copyAt !== Infinity) agenda.at(journey.copyAt, arrive);
    yield Math.min(journey.answersAt, sending.givenUpAt);
    if (journey.answersAt > sending.givenUpAt) return silence;
    // A process that stood still finds its time-out beside the answer, and may look at that first.
    return agenda.now > deadline && random.chance(0.5) ? silence : answer;
  }

  /** Draws what becomes of a request on its way. */
  #journey(): Journey {
    const { agenda, random, faults, journal } = this.parts;
    const strikes = (kind: string, probability: number): boolean => {
      const does = random.chance(probability);
      if (does) journal.count(kind);
      return does;
    };
    const isLost = strikes('lost request', faults.lostRequest);
    const isLate = !isLost && strikes('late arrival', faults.lateArrival);
    const isMute = !isLost && strikes('lost response', faults.lostResponse);
    const arrivesAt = isLost ? Infinity : agenda.now + (isLate ? this.#lateness() : random.between(5, 200));
    const copyAt = strikes('copied', faults.copied) ? arrivesAt + random.between(10, 60_000) : Infinity;
    const cameAt = copyAt === Infinity ? arrivesAt : copyAt;
    const isCut = (isLost || isLate || isMute) && random.chance(0.5);
    return {
      arrivesAt,
      copyAt,
      answersAt: isMute ? Infinity : cameAt + random.between(5, 400),
      cutAt: isCut ? agenda.now + random.between(300, REQUEST_TIMEOUT_MS) : Infinity,
      gate: gateOf(strikes, faults),
      hasBalance: !strikes('no balance', faults.noBalance),
    };
  }

  /** Half of what is late is as late as can be. */
  #lateness(): number {
    const { random, faults } = this.parts;
    const most = faults.lateArrivalMs;
    return random.chance(0.5) ? random.between(0, most) : random.between(Math.floor(most * 0.95), most);
  }

  #arrive(sending: Sending, ask: RefundAsk, { gate, hasBalance, arrivesAt, copyAt }: Journey): WireAnswer {
    const { agenda, random, ledger, monitor, journal, misconfigured, onBooked } = this.parts;
    const { now } = agenda;
    monitor.arrived(sending, now, now === copyAt);
    if (gate === 'error') return problem(null, random.pick([500, 502, 503, 504]));
    if (gate === 'throttle') return problem(null, 429, random.between(1, 60) * 1_000);
    if (gate === 'refusal') return problem(1016, 400);
    // A copy fares like the first: a clear refusal after an acceptance is nothing that the service would say.
    const cameAt = now === copyAt ? arrivesAt : now;
    if (isIn(misconfigured, cameAt)) {
      journal.count('misconfigured');
      return random.chance(0.5) ? problem(1032, 401) : problem(null, 401);
    }
    const { refusal } = sending.row;
    if (refusal !== null) return problem(refusal.code, refusal.httpStatus);
    const booked = ledger.ask(ask, now, hasBalance);
    journal.note(now, () => `${ask.tag}: arrives; ${typeof booked === 'number' ? booked : `booked as ${booked.id}`}`);
    if (typeof booked !== 'number') {
      monitor.booked(booked, sending.row);
      onBooked(booked);
    }
    if (gate === 'error after') return problem(null, random.pick([500, 502, 504]));
    return typeof booked === 'number' ? problem(booked, 400) : { kind: 'accepted', id: booked.id };
  }
}

/** What stands before the service, or behind it. */
type Gate = 'open' | 'error' | 'error after' | 'throttle' | 'refusal';

interface Journey {
  /** `Infinity`: never. */
  readonly arrivesAt: number;
  readonly copyAt: number;
  readonly answersAt: number;
  /** The connection breaks. */
  readonly cutAt: number;
  readonly gate: Gate;
  readonly hasBalance: boolean;
}

function gateOf(strikes: (kind: string, probability: number) => boolean, faults: FaultLimits): Gate {
  if (strikes('5xx before', faults.errorBefore)) return 'error';
  if (strikes('5xx after', faults.errorAfter)) return 'error after';
  if (strikes('throttled', faults.throttled)) return 'throttle';
  return strikes('refusal', faults.refusal) ? 'refusal' : 'open';
}

const problem = (code: number | null, httpStatus: number, retryAfterMs: number | null = null): WireAnswer => ({
  kind: 'error',
  code,
  httpStatus,
  retryAfterMs,
});
