import type { Order } from '../../../src/protocol/order.types.js';
import type { PaymentError } from '../../../src/protocol/payment-error.js';
import { blameOf, retryGap } from '../../../src/shop/polling/poll-failure.js';
import { askedAgainAt, healingOf } from '../../../src/shop/polling/poll-doubt.js';
import { expiresAt, nextPollAt, type PollFacts } from '../../../src/shop/poll-schedule/poll-schedule.js';
import {
  pollFactsOf,
  hasEnded,
  hasPaid,
  isOwed,
  methodAfter,
  reportsEnd,
  wasRefused,
  type Subject,
} from '../../../src/shop/polling/poll-subject.js';
import type { PollEntity } from '../../../src/shop/poll-schedule/poll.entity.js';
import { settled } from '../../../src/support/fields/check-fields.js';
import { PollingOptions } from '../../../src/shop/core/options/polling.options.js';
import { WORK_LEASE_MS } from '../../../src/shop/workers/work-lease.js';
import type { Activity, Host, Round } from '../engine/host.js';
import type { Api, OrderAnswer } from './api.js';
import { HandlerTrouble, type Book, type ObservationKind } from './book.js';
import type { HostClock, Setting } from './setting.js';
import { claim, endWork, firstDue, type PollRow } from './tables.js';

/** The plan of polls that the module has unless it is told otherwise. */
export const POLLING = settled(PollingOptions);

const REPORTED_AFTER = 5;

/** Looks at orders of which nothing was heard: what the poller and `PollWorker` do. */
export class PollRound implements Round {
  constructor(
    private readonly setting: Setting,
    private readonly parts: { readonly book: Book; readonly api: Api; readonly clock: HostClock },
  ) {}

  due(now: number): number {
    return firstDue(this.setting.tables.polls.values()) - (this.parts.clock.now - now);
  }

  *step(_host: Host): Activity {
    const { agenda, random, tables } = this.setting;
    const token = tables.newId();
    const row = tables.run(() =>
      claim(tables.polls.values(), { now: this.parts.clock.now, leaseMs: WORK_LEASE_MS, token }),
    );
    if (row === null) return;
    yield agenda.now + random.between(1, 20);
    const subject = this.#subjectOf(row);
    const isSettled = subject === null || (hasPaid(subject) && row.askedAt <= row.polledAt);
    if (isSettled) return tables.run(() => void endWork(row, token, { state: 'done', attempts: 0 }));
    yield* this.#ask(row, token);
  }

  *#ask(row: PollRow, token: number): Activity {
    const { agenda, orderMonitor, tables } = this.setting;
    const { api, book } = this.parts;
    // One that stood still for longer than its lease reads once more: that is another's look by now, and counts for none.
    if (row.lease === token) {
      orderMonitor.polled(row.serviceOrderId, { now: agenda.now, wasAskedFor: row.isBroughtForward });
      row.isBroughtForward = false;
    }
    const before = this.#subjectOf(row)!;
    const answer = yield* api.read(row.serviceOrderId);
    if (!answer.ok) return tables.run(() => this.#fail(row, token, answer));
    const { order, modifiedAt } = answer.result;
    const observed = {
      serviceOrderId: row.serviceOrderId,
      source: 'poll' as const,
      order,
      modifiedAt,
      readAt: answer.startedAt,
    };
    const end = (kind: ObservationKind, notBefore?: number): void =>
      this.#settle(row, token, { kind, before, order, readAt: answer.startedAt, ...(notBefore && { notBefore }) });
    try {
      // Anyone who lost the lease still has an answer that counts.
      yield* book.observe(observed, { isMine: () => true, end });
    } catch (error) {
      if (!(error instanceof HandlerTrouble)) throw error;
      tables.run(() => this.#planAgain(row, token, 'row'));
    }
  }

  #settle(
    row: PollRow,
    token: number,
    seen: { kind: ObservationKind; before: Subject; order: Order; readAt: number; notBefore?: number },
  ): void {
    const { quirks } = this.setting;
    const { kind, before, order, readAt } = seen;
    const subject = this.#subjectOf(row)!;
    const done = { state: 'done' as const, polledAt: readAt, lastError: null, attempts: 0 };
    const { now } = this.parts.clock;
    const again = kind === 'ask' ? askedAgainAt(seen, entityOf(row), now) : null;
    if (again) return void endWork(row, token, { ...again, lastError: IN_VAIN, polledAt: readAt, askedAt: readAt + 1 });
    if (quirks.endsWatchEarly) return void endWork(row, token, done);
    if (hasPaid(subject)) {
      const at = row.askedAt > now ? row.askedAt : healingOf(subject, readAt);
      const next = at === null ? done : { ...done, state: 'pending' as const, dueAt: at, askedAt: at };
      return void endWork(row, token, next);
    }
    const method = methodAfter(entityOf(row), order, { before, after: subject, readAt });
    const dueAt = this.#nextAt({ ...this.#factsOf(row, subject), ...method });
    if (dueAt !== null) return void endWork(row, token, { ...done, ...method, state: 'pending', dueAt });
    endWork(row, token, reportsEnd(order, subject) ? done : { ...done, state: 'parked' });
  }

  #fail(row: PollRow, token: number, { error }: OrderAnswer & { readonly ok: false }): void {
    const blame = blameOf(error);
    if (blame === 'absent') this.#absent(row, token);
    else this.#planAgain(row, token, blame, error);
  }

  #planAgain(
    row: PollRow,
    token: number,
    blame: Exclude<ReturnType<typeof blameOf>, 'absent'>,
    error?: PaymentError,
  ): void {
    const { now } = this.parts.clock;
    const facts = this.#factsOf(row, this.#subjectOf(row)!);
    const dueAt = this.#nextAt(facts);
    const lastError = error?.code ?? 'a handler of the shop has failed';
    const isTried = blame === 'row' && row.attempts >= REPORTED_AFTER;
    const isOver = dueAt === null && (isTried || now >= expiresAt(facts, POLLING) + 2 * POLLING.graceMs);
    if (isOver) return void endWork(row, token, { state: 'parked', lastError });
    const gapMs = dueAt === null ? Infinity : dueAt - now;
    const isCounted = blame !== 'held' && blame !== 'group';
    const attempts = isCounted ? row.attempts : row.attempts - 1;
    const times = { polledAt: now, askedAt: row.askedAt > row.polledAt ? now + 1 : row.askedAt };
    endWork(row, token, {
      dueAt: now + retryGap(blame, { attempts: row.attempts, gapMs }),
      lastError,
      attempts,
      ...times,
    });
  }

  /** The service knows no such order. */
  #absent(row: PollRow, token: number): void {
    const { now } = this.parts.clock;
    const subject = this.#subjectOf(row)!;
    const dueAt = this.#nextAt(this.#factsOf(row, subject));
    const isLost = wasRefused(subject, now) || now >= row.openedAt + POLLING.graceMs;
    const isOver = isOwed(subject) ? dueAt === null && hasEnded(subject) : isLost;
    if (isOver) return void endWork(row, token, { state: 'done', polledAt: now });
    if (dueAt === null) return void endWork(row, token, { state: 'parked', polledAt: now });
    endWork(row, token, { dueAt, attempts: 0, polledAt: now, lastError: 'unknown to the service' });
  }

  #nextAt(facts: PollFacts): number | null {
    return nextPollAt(facts, POLLING, { now: this.parts.clock.now, chance: this.setting.random.next() });
  }

  #factsOf(row: PollRow, subject: Subject): PollFacts {
    return pollFactsOf(entityOf(row), subject);
  }

  #subjectOf(row: PollRow): Subject | null {
    const { tables } = this.setting;
    const attempt = tables.attempts.get(row.serviceOrderId);
    const order = attempt && tables.orders.get(attempt.orderId);
    return attempt && order ? { order, attempt } : null;
  }
}

const IN_VAIN = 'the order changed while the service was asked about it';

/** As the row would be read. */
const entityOf = (row: PollRow): PollEntity => ({
  ...row,
  id: row.serviceOrderId,
  group: 'web',
  leaseToken: null,
  reason: null,
});
