import { Inject, Injectable, Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { Transactions } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { OrderReader, type ObserveOutcome, type ReadOrder } from '../orders/index.js';
import {
  type TerminalGroup,
  messages,
  CLOCK,
  DATA_SOURCE,
  TRANSACTIONS,
  ErrorRedactor,
  ThrottledLogger,
} from '../core/index.js';
import { isSpent, LeasedRows, MOST_SILENT_ENDS } from '../workers/index.js';
import { blameOf, retryGap, type Blame } from './poll-failure.js';
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
  factsOf,
  hasEnded,
  hasPaid,
  isOwed,
  methodAfter,
  reportsEnd,
  subjectOf,
  wasRefused,
  type Subject,
} from './poll-subject.js';

/** Failures after which a person is told, while it goes on being tried. */
const WARN_AFTER = 5;
/** How long what has ended its process time and again is left alone. */
const KILLED_GAP_MS = 900_000;
/** How long an attempt of another mode whose time is over waits for a process of that mode, and how far apart it is tried. */
const OTHER_MODE = { mostMs: 7 * 86_400_000, gapMs: 3_600_000 };

/**
 * What came of a poll. `settled`: the attempt is paid. `ended`: nothing more is to come of it. `waiting`: it is polled
 * again. `parked`: a person was told. `failed`: the service, or the shop, could not.
 */
export type PollOutcome = 'settled' | 'ended' | 'waiting' | 'parked' | 'failed';

/** How a poll went: what came of it, and whose failure it was if it failed. */
export interface PollResult {
  readonly outcome: PollOutcome;
  readonly blame: Blame | null;
  readonly error: string | null;
  /** Whether the service was asked. */
  readonly asked: boolean;
}

/** A poll that is under way. */
interface PollContext {
  readonly group: TerminalGroup;
  readonly row: PollEntity;
  readonly subject: Subject;
}

/** Polls orders: one get-order each, observed like everything else (design §7), and plans the next poll. */
@Injectable()
export class PollWorker {
  /** The rows it works on. */
  readonly rows: LeasedRows<PollEntity>;
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Polling'));

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly reader: OrderReader,
    private readonly escalation: PollEscalation,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: PollEntity });
  }

  /** Polls an attempt under the lease of the row, and records how it ended. */
  async poll(group: TerminalGroup, row: PollEntity): Promise<PollResult> {
    const subject = await subjectOf(masterManager(this.dataSource), row);
    if (!subject) return this.end(row, 'ended');
    const context = { group, row, subject };
    if (isSpent(row, Infinity)) return this.killed(context);
    if (hasPaid(subject) && row.askedAt <= row.polledAt) return this.end(row, 'settled');
    // A copy of another environment's database: its orders are not asked about (scenario C3).
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
      // Another order has that id there: of this attempt the service knows nothing.
      if (seen.kind === 'unknown-order') return void (result.outcome = 'absent');
      const known = (await subjectOf(tx, row)) ?? subject;
      result.outcome = await this.planNext(tx, { group, row, subject: known }, { seen, before: subject, ...read });
    };
    await this.reader.read(subject.attempt, { source: 'poll', priority: 'poll', inTransaction });
    if (result.outcome === 'absent') return this.absent({ group, row, subject });
    if (result.outcome === null) return this.park({ group, row, subject }, null);
    return { outcome: result.outcome, blame: null, error: null, asked: true };
  }

  /** Plans the next poll. @returns null when its time is over, and nothing says how it ended */
  private async planNext(
    tx: EntityManager,
    { group, row, subject }: PollContext,
    { seen, before, order, readAt }: ReadOrder & { readonly seen: ObserveOutcome; readonly before: Subject },
  ): Promise<PollOutcome | null> {
    const done = { state: 'done' as const, polledAt: readAt, lastError: null, attempts: 0 };
    const again = seen.kind === 'ask' ? askedAgainAt(seen, row, this.clock.now()) : null;
    if (again !== null) {
      const lastError = messages.askedInVain;
      await this.finish(tx, row, { ...again, lastError, polledAt: readAt, askedAt: readAt + 1 });
      return 'waiting';
    }
    if (hasPaid(subject)) return this.settlePaid(tx, { group, row, subject }, readAt);
    const method = methodAfter(row, order, { before, after: subject, readAt });
    const dueAt = this.nextAt(group, { ...factsOf(row, subject), ...method });
    if (dueAt === null && !reportsEnd(order, subject)) return null;
    const state = await this.finish(tx, row, dueAt === null ? done : { ...done, ...method, state: 'pending', dueAt });
    return state === 'done' ? 'ended' : 'waiting';
  }

  /** Nothing more is waited for, unless the order does not look like one that is paid, or somebody wants a later read. */
  private async settlePaid(tx: EntityManager, { row, subject }: PollContext, readAt: number): Promise<PollOutcome> {
    const done = { state: 'done' as const, polledAt: readAt, lastError: null, attempts: 0 };
    const at = healingOf(subject, readAt);
    const change = at === null ? done : { ...done, state: 'pending' as const, dueAt: at, askedAt: at };
    if ((await this.finish(tx, row, change)) !== 'done') return 'waiting';
    if (staysInDoubt(subject)) await this.escalation.leaveInDoubt(tx, subject);
    return 'settled';
  }

  /** Ends a poll that the service has answered, or that asked nothing. @returns what becomes of its row */
  private async finish(tx: EntityManager, row: PollEntity, change: Partial<PollEntity>): Promise<PollState> {
    const since = change.polledAt ?? Math.max(row.polledAt, row.askedAt);
    const written = await unlessWanted(tx, row, { change, since, now: this.clock.now() });
    await this.rows.end(tx, row, written);
    return written.state ?? 'pending';
  }

  private nextAt({ polling }: TerminalGroup, facts: PollFacts): number | null {
    return nextPollAt(facts, polling, { now: this.clock.now(), chance: Math.random() });
  }

  /** Leaves it to a process that has the group in the mode of the order: how it ended must not go unasked meanwhile. */
  private async postpone({ group, row, subject }: PollContext): Promise<PollResult> {
    const facts = factsOf(row, subject);
    const now = this.clock.now();
    const isOver = now >= expiresAt(facts, group.polling) + group.polling.graceMs + OTHER_MODE.mostMs;
    if (isOver) return this.end(row, 'ended');
    const dueAt = this.nextAt(group, facts) ?? now + OTHER_MODE.gapMs;
    await this.write(row, { dueAt, attempts: 0 });
    return { outcome: 'waiting', blame: null, error: null, asked: false };
  }

  private async fail(context: PollContext, error: unknown): Promise<PollResult> {
    const blame = blameOf(error);
    if (blame === 'absent') return this.absent(context);
    const lastError = this.texts.of(error);
    const { row, group } = context;
    const isBlamed = blame === 'row';
    if (isBlamed) {
      const { orderId } = context.subject.order;
      this.logger.warn(messages.pollFailed(orderId, row.group, lastError), `${row.group}: ${lastError}`);
    }
    const now = this.clock.now();
    const facts = factsOf(row, context.subject);
    const dueAt = this.nextAt(group, facts);
    // What fails at the very end of its time is tried again, but not for ever.
    const isTried = isBlamed && row.attempts >= WARN_AFTER;
    const isOver = dueAt === null && (isTried || now >= expiresAt(facts, group.polling) + 2 * group.polling.graceMs);
    if (isOver) return this.park(context, lastError);
    if (isBlamed && row.attempts === WARN_AFTER) await this.escalation.report(context.subject, lastError);
    const gapMs = dueAt === null ? Infinity : dueAt - now;
    const change = { dueAt: now + retryGap(blame, { attempts: row.attempts, gapMs }), lastError };
    // What was not sent is not counted as tried.
    const isCounted = blame !== 'held' && blame !== 'group';
    await this.again(row, isCounted ? change : { ...change, attempts: row.attempts - 1 }, blame !== 'held');
    return { outcome: 'failed', blame, error: lastError, asked: blame !== 'held' };
  }

  /** The service knows no such order. Its creation may be under way; what it has acknowledged it should know. */
  private async absent(context: PollContext): Promise<PollResult> {
    const { row, group, subject } = context;
    const now = this.clock.now();
    const dueAt = this.nextAt(group, factsOf(row, subject));
    const isLost = wasRefused(subject, now) || now >= row.openedAt + group.polling.graceMs;
    if (isOwed(subject) ? dueAt === null && hasEnded(subject) : isLost) return this.end(row, 'ended', true);
    if (dueAt === null) return this.park(context, messages.unknownToService);
    await this.write(row, { dueAt, attempts: 0, polledAt: now, lastError: messages.unknownToService });
    return { outcome: 'waiting', blame: 'absent', error: null, asked: true };
  }

  /**
   * It ended the process time and again, without a word. Mostly something else ended it, and an order must not hang on
   * that: a person is told, and it is tried once in a while, by itself.
   */
  private async killed(context: PollContext): Promise<PollResult> {
    const { group, row, subject } = context;
    const lastError = messages.workKilled(row.attempts - 1);
    const dueAt = this.nextAt(group, factsOf(row, subject));
    if (dueAt === null) return this.park(context, lastError);
    await this.escalation.report(subject, lastError);
    // One more end without a word, and it is told of again.
    await this.write(row, { dueAt: Math.max(dueAt, this.clock.now() + KILLED_GAP_MS), attempts: MOST_SILENT_ENDS - 1 });
    return { outcome: 'failed', blame: 'row', error: lastError, asked: false };
  }

  private async park({ row, subject }: PollContext, lastError: string | null): Promise<PollResult> {
    const reason = lastError === null || lastError === messages.unknownToService ? 'expired_unconfirmed' : 'unreadable';
    const change = { polledAt: this.clock.now(), lastError, state: 'parked' as const, reason } as const;
    await this.escalation.park(subject, reason, { error: lastError, end: (tx) => this.rows.end(tx, row, change) });
    return { outcome: 'parked', blame: null, error: null, asked: true };
  }

  private async end(row: PollEntity, outcome: PollOutcome, asked = false): Promise<PollResult> {
    await this.write(row, { state: 'done', attempts: 0, ...(asked ? { polledAt: this.clock.now() } : {}) });
    return { outcome, blame: null, error: null, asked };
  }

  /** Where the service was asked, strangers have to wait again; whoever asked for the poll has not been answered yet. */
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
