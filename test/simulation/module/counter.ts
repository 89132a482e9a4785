import type { Activity } from '../engine/host.js';
import type { Api } from './api.js';
import { HandlerTrouble, type Book } from './book.js';
import type { Creation } from './creation.js';
import type { RequestQueue } from './request-queue.js';
import { strikes, type HostClock, type Setting } from './setting.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const LEAST_GAP_MS = 10_000;
const SECOND_READ_MS = 30_000;

/** What a replica is asked for besides notifications: payment pages, returns, looks, replays, by shoppers, people and strangers. */
export class Counter {
  constructor(
    private readonly setting: Setting,
    private readonly parts: {
      readonly queues: readonly RequestQueue[];
      readonly creation: Creation;
      readonly book: Book;
      readonly api: Api;
    },
  ) {}

  /** An order of the shop is to be paid; who wants its page asks again until it is there. */
  open(orderId: string): void {
    const { random } = this.setting;
    const amount = random.pick([1_900, 2_400, 3_000]);
    const activeMs = random.pick([30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR, 72 * HOUR]);
    const isReservedFirst = random.chance(0.15);
    const request = { orderId, amount, activeMs, isReservedFirst };
    const opensAfter = random.between(0, 10 * MINUTE);
    const times = [0, random.between(0, 2 * SECOND), random.between(5 * SECOND, 5 * MINUTE)];
    for (const after of times) this.#later(opensAfter + after, () => this.#create(request));
    if (!random.chance(0.25)) return;
    // The cart has changed.
    const other = { ...request, amount: amount + random.pick([-400, 500]) };
    this.#later(opensAfter + random.between(MINUTE, 3 * HOUR), () => this.#create(other));
  }

  /** What may be asked for at any time of an attempt that is at the service. */
  attend(serviceOrderId: string): void {
    const { random, faults } = this.setting;
    if (random.chance(0.4)) this.#later(random.between(10 * SECOND, HOUR), () => this.#return(serviceOrderId));
    if (random.chance(0.1)) this.#later(random.between(MINUTE, 24 * HOUR), () => this.#return(serviceOrderId));
    if (strikes(this.setting, 'replayed', faults.replayed)) {
      this.#later(random.between(MINUTE, 48 * HOUR), () => this.#replay(serviceOrderId));
    }
    if (strikes(this.setting, 'asked by strangers', faults.asked)) this.#flood(serviceOrderId);
  }

  #create(request: Omit<Parameters<Creation['create']>[0], 'token'>): void {
    const token = `t${this.setting.tables.newId()}`;
    this.#put(() => this.parts.creation.create({ ...request, token }));
  }

  /** The shopper is back, or someone wants to know: the service is asked once. */
  #return(serviceOrderId: string): void {
    this.#put(() => this.#read(serviceOrderId));
  }

  *#read(serviceOrderId: string): Activity {
    const { tables, agenda, random } = this.setting;
    const row = tables.polls.get(serviceOrderId);
    const dueAt = agenda.now + SECOND_READ_MS;
    if (row?.state === 'pending' && row.lease === 0 && row.dueAt > dueAt)
      tables.run(() => Object.assign(row, { dueAt }));
    const answer = yield* this.parts.api.read(serviceOrderId);
    if (!answer.ok) return;
    const { order, modifiedAt } = answer.result;
    const source = random.chance(0.5) ? ('return' as const) : ('sync' as const);
    try {
      yield* this.parts.book.observe({ serviceOrderId, source, order, modifiedAt, readAt: answer.startedAt });
    } catch (error) {
      if (!(error instanceof HandlerTrouble)) throw error;
    }
  }

  /** A person has stored notifications worked off once more. */
  #replay(serviceOrderId: string): void {
    const { tables, agenda } = this.setting;
    for (const row of tables.inbox) {
      if (row.orderId !== serviceOrderId || row.state === 'pending') continue;
      Object.assign(row, { state: 'pending', dueAt: agenda.now, attempts: 0, lastError: null });
    }
    tables.refunds.touch();
  }

  /** No one has signed these: each may only bring forward the next poll. */
  #flood(serviceOrderId: string): void {
    const { random } = this.setting;
    const from = random.between(0, 24 * HOUR);
    for (let left = random.between(4, 10); left > 0; left -= 1) {
      this.#later(from + random.between(0, 2 * MINUTE), () =>
        this.#put((clock) => this.#bringForward(serviceOrderId, clock)),
      );
    }
  }

  *#bringForward(serviceOrderId: string, clock: HostClock): Activity {
    const { tables, quirks, agenda } = this.setting;
    yield agenda.now + 1;
    tables.run(() => {
      const row = tables.polls.get(serviceOrderId);
      const attempt = tables.attempts.get(serviceOrderId);
      if (!row || !attempt || tables.orders.get(attempt.orderId)?.status === 'refunded') return;
      const { now } = clock;
      row.askedAt = now;
      if (row.lease !== 0) return;
      const dueAt = quirks.readsWhenAsked ? now : Math.max(now, row.polledAt + LEAST_GAP_MS);
      Object.assign(row, { state: 'pending', attempts: 0, dueAt, isBroughtForward: dueAt < row.dueAt });
    });
  }

  #put(task: (clock: HostClock) => Activity): void {
    this.setting.random.pick(this.parts.queues).put(task);
  }

  #later(inMs: number, act: () => void): void {
    const { agenda } = this.setting;
    agenda.at(agenda.now + inMs, act);
  }
}
