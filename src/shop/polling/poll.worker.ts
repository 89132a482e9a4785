import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { ServiceCaller } from '../client/index.js';
import { OrderReader, type ObserveOutcome, type ReadOrder } from '../orders/index.js';
import { type TerminalGroup, messages, CLOCK, TRANSACTIONS, ErrorRedactor, ThrottledLogger } from '../core/index.js';
import { isSpent, LeasedRows, MOST_SILENT_ENDS } from '../workers/index.js';
import { blameOf, isFailingAgain, retryGap, type Blame } from './poll-failure.js';
import { PollEscalation } from './poll-escalation.js';
import {
  expiresAt,
  nextPollAt,
  type PollFacts,
  unlessWanted,
  PollEntity,
  type PollState,
} from '../poll-schedule/index.js';
import { askedAgainAt, healingOf, staysInDoubt } from './poll-doubt.js';
import {
  pollFactsOf,
  hasEnded,
  hasPaid,
  isOwed,
  methodAfter,
  reportsEnd,
  subjectOf,
  wasRefused,
  type Subject,
} from './poll-subject.js';

/** How long a poll waits that has repeatedly ended its process, in milliseconds. */
const KILLED_GAP_MS = 900_000;
/** How long an expired attempt waits for a process in its mode, and the time between two tries, in milliseconds. */
const OTHER_MODE = { mostMs: 7 * 86_400_000, gapMs: 3_600_000 };

/** What a read leaves of earlier failures: if they begin again, they are reported again. */
const READ = { attempts: 0, lastError: null, reason: null };

/**
 * The outcome of a poll. `settled`: the attempt is paid. `ended`: nothing more is expected. `waiting`: it is polled again.
 * `parked`: a person was alerted. `failed`: the service, or the shop, failed.
 */
export type PollOutcome = 'settled' | 'ended' | 'waiting' | 'parked' | 'failed';

/** The result of a poll: its outcome, and the cause if it failed. */
export interface PollResult {
  readonly outcome: PollOutcome;
  readonly blame: Blame | null;
  readonly error: string | null;
  /** Whether the service was read. */
  readonly asked: boolean;
}

/** A poll in progress. */
interface PollContext {
  readonly group: TerminalGroup;
  readonly row: PollEntity;
  readonly subject: Subject;
}

/** Polls orders: one get-order each, observed like everything else (design §7). Then it plans the next poll. */
@Injectable()
export class PollWorker {
  /** The rows it works on. */
  readonly rows: LeasedRows<PollEntity>;
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Polling'));

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly reader: OrderReader,
    private readonly escalation: PollEscalation,
    private readonly texts: ErrorRedactor,
    private readonly caller: ServiceCaller,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: PollEntity });
  }

  /** Polls an attempt under the lease of the row, and records the result. */
  async poll(group: TerminalGroup, row: PollEntity): Promise<PollResult> {
    const subject = await this.transactions.read((em) => subjectOf(em, row));
    if (!subject) return this.end(row, 'ended');
    const context = { group, row, subject };
    if (isSpent(row, Infinity)) return this.killed(context);
    if (hasPaid(subject) && row.askedAt <= row.polledAt) return this.end(row, 'settled');
    // In a copy of another environment's database, its orders must not be read (scenario C3).
    if (subject.order.mode !== group.mode) return this.postpone(context);
    try {
      return await this.ask(context);
    } catch (error) {
      return this.fail(context, error);
    }
  }

  private async ask({ group, row, subject }: PollContext): Promise<PollResult> {
    const result: { outcome: PollOutcome | 'absent' | null } = { outcome: null };
    const inTransaction = async (tx: EntityManager, seen: ObserveOutcome, read: ReadOrder): Promise<void> => {
      // Another order has this id at the service: the service does not know this attempt.
      if (seen.kind === 'unknown-order') return void (result.outcome = 'absent');
      const known = (await subjectOf(tx, row)) ?? subject;
      result.outcome = await this.planNext(tx, { group, row, subject: known }, { seen, before: subject, ...read });
    };
    await this.reader.read(subject.attempt, { source: 'poll', priority: 'poll', inTransaction });
    if (result.outcome === 'absent') return this.absent({ group, row, subject });
    if (result.outcome === null) return this.park({ group, row, subject }, null);
    return { outcome: result.outcome, blame: null, error: null, asked: true };
  }

  /** Plans the next poll. @returns null when its time is over and no answer says how it ended */
  private async planNext(
    tx: EntityManager,
    { group, row, subject }: PollContext,
    { seen, before, order, readAt }: ReadOrder & { readonly seen: ObserveOutcome; readonly before: Subject },
  ): Promise<PollOutcome | null> {
    const done = { ...READ, state: 'done' as const, polledAt: readAt };
    const again = seen.kind === 'ask' ? askedAgainAt(seen, row, this.clock.now()) : null;
    if (again !== null) {
      const lastError = messages.askedInVain;
      await this.finish(tx, row, { ...again, lastError, polledAt: readAt, askedAt: readAt + 1 });
      return 'waiting';
    }
    if (hasPaid(subject)) return this.settlePaid(tx, { group, row, subject }, readAt);
    const method = methodAfter(row, order, { before, after: subject, readAt });
    const dueAt = this.nextAt(group, { ...pollFactsOf(row, subject), ...method });
    if (dueAt === null && !reportsEnd(order, subject)) return null;
    const state = await this.finish(tx, row, dueAt === null ? done : { ...done, ...method, state: 'pending', dueAt });
    return state === 'done' ? 'ended' : 'waiting';
  }

  /** Ends the polls of a paid attempt, unless answers contradict the payment or a later read is requested. */
  private async settlePaid(tx: EntityManager, { row, subject }: PollContext, readAt: number): Promise<PollOutcome> {
    const done = { ...READ, state: 'done' as const, polledAt: readAt };
    const at = healingOf(subject, readAt);
    const change = at === null ? done : { ...done, state: 'pending' as const, dueAt: at, askedAt: at };
    if ((await this.finish(tx, row, change)) !== 'done') return 'waiting';
    if (staysInDoubt(subject)) await this.escalation.leaveInDoubt(tx, subject);
    return 'settled';
  }

  /** Ends a poll that the service has answered, or that read nothing. @returns the state of its row */
  private async finish(tx: EntityManager, row: PollEntity, change: Partial<PollEntity>): Promise<PollState> {
    const since = change.polledAt ?? Math.max(row.polledAt, row.askedAt);
    const written = await unlessWanted(tx, row, { change, since, now: this.clock.now() });
    await this.rows.end(tx, row, written);
    return written.state ?? 'pending';
  }

  private nextAt({ polling }: TerminalGroup, facts: PollFacts): number | null {
    return nextPollAt(facts, polling, { now: this.clock.now(), chance: Math.random() });
  }

  /** Leaves the attempt to a process with the group in the order's mode: meanwhile its polls must not end without a read. */
  private async postpone({ group, row, subject }: PollContext): Promise<PollResult> {
    const facts = pollFactsOf(row, subject);
    const now = this.clock.now();
    const isOver = now >= expiresAt(facts, group.polling) + group.polling.graceMs + OTHER_MODE.mostMs;
    if (isOver) return this.end(row, 'ended');
    const dueAt = this.nextAt(group, facts) ?? now + OTHER_MODE.gapMs;
    await this.write(row, { dueAt, attempts: 0, reason: null });
    return { outcome: 'waiting', blame: null, error: null, asked: false };
  }

  private async fail(context: PollContext, error: unknown): Promise<PollResult> {
    const { row, group } = context;
    const lastSuccessAt = this.caller.health(group).lastSuccessAt ?? 0;
    const blame = blameOf(error, row.attempts > 1 && lastSuccessAt >= row.polledAt);
    if (blame === 'absent') return this.absent(context);
    const lastError = this.texts.of(error);
    if (blame === 'row') {
      const { orderId } = context.subject.order;
      this.logger.warn(messages.pollFailed(orderId, row.group, lastError), `${row.group}: ${lastError}`);
    }
    const now = this.clock.now();
    const facts = pollFactsOf(row, context.subject);
    const dueAt = this.nextAt(group, facts);
    // A failure at the very end of its time is tried again, but not forever.
    const isTried = isFailingAgain(blame, row.attempts);
    const isOver = dueAt === null && (isTried || now >= expiresAt(facts, group.polling) + 2 * group.polling.graceMs);
    if (isOver) return this.park(context, lastError);
    if (isTried && row.reason === null) await this.escalation.report(context.subject, lastError);
    const gapMs = dueAt === null ? Infinity : dueAt - now;
    const dueAgainAt = now + retryGap(blame, { attempts: row.attempts, gapMs });
    const change = { dueAt: dueAgainAt, lastError, reason: isTried ? 'unreadable' : row.reason } as const;
    // A call that was not sent does not count as an attempt.
    const isCounted = blame !== 'held' && blame !== 'group';
    await this.again(row, isCounted ? change : { ...change, attempts: row.attempts - 1 }, blame !== 'held');
    return { outcome: 'failed', blame, error: lastError, asked: blame !== 'held' };
  }

  /** The service knows no such order. Its creation may be in progress; an order that it has acknowledged it should know. */
  private async absent(context: PollContext): Promise<PollResult> {
    const { row, group, subject } = context;
    const now = this.clock.now();
    const dueAt = this.nextAt(group, pollFactsOf(row, subject));
    const isLost = wasRefused(subject, now) || now >= row.openedAt + group.polling.graceMs;
    if (isOwed(subject) ? dueAt === null && hasEnded(subject) : isLost) return this.end(row, 'ended', true);
    if (dueAt === null) return this.park(context, messages.unknownToService);
    await this.write(row, { ...READ, dueAt, polledAt: now, lastError: messages.unknownToService });
    return { outcome: 'waiting', blame: 'absent', error: null, asked: true };
  }

  /**
   * The poll repeatedly ended the process without a recorded error. Mostly something else ended the process, and the order
   * must still be polled: a person is alerted, and the poll is tried now and then, alone.
   */
  private async killed(context: PollContext): Promise<PollResult> {
    const { group, row, subject } = context;
    const lastError = messages.workKilled(row.attempts - 1);
    const dueAt = this.nextAt(group, pollFactsOf(row, subject));
    if (dueAt === null) return this.park(context, lastError);
    await this.escalation.report(subject, lastError);
    // After one more end without a recorded error, it is reported again.
    const againAt = Math.max(dueAt, this.clock.now() + KILLED_GAP_MS);
    await this.write(row, { dueAt: againAt, attempts: MOST_SILENT_ENDS - 1, reason: 'unreadable' });
    return { outcome: 'failed', blame: 'row', error: lastError, asked: false };
  }

  private async park({ row, subject }: PollContext, lastError: string | null): Promise<PollResult> {
    const reason = lastError === null || lastError === messages.unknownToService ? 'expired_unconfirmed' : 'unreadable';
    const change = { polledAt: this.clock.now(), lastError, state: 'parked' as const, reason } as const;
    await this.escalation.park(subject, reason, { error: lastError, end: (tx) => this.rows.end(tx, row, change) });
    return { outcome: 'parked', blame: null, error: null, asked: true };
  }

  private async end(row: PollEntity, outcome: PollOutcome, asked = false): Promise<PollResult> {
    await this.write(row, {
      state: 'done',
      attempts: 0,
      reason: null,
      ...(asked ? { polledAt: this.clock.now() } : {}),
    });
    return { outcome, blame: null, error: null, asked };
  }

  /** After a read, strangers must wait again. A requested poll, however, is still to be done. */
  private async again(row: PollEntity, change: Partial<PollEntity>, asked: boolean): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { askedAt, polledAt } = (await tx.findOneBy(PollEntity, { id: row.id })) ?? row;
      const now = this.clock.now();
      const times = { polledAt: now, ...(askedAt > polledAt ? { askedAt: now + 1 } : {}) };
      await this.rows.end(tx, row, asked ? { ...change, ...times } : change);
    });
  }

  private async write(row: PollEntity, change: Partial<PollEntity>): Promise<void> {
    await this.transactions.run((tx) => this.finish(tx, row, change));
  }
}
