import { In, IsNull, type EntityManager } from 'typeorm';
import { lockRows, updateRows, type Transactions } from '../../../database/engine/index.js';
import type { Clock } from '../../../support/index.js';
import { AttemptEntity, listedSubjects, PaymentOrderEntity } from '../../orders/index.js';
import type { TerminalGroup } from '../../core/index.js';
import { pollFactsOf, type Subject } from '../poll-subject.js';
import { nextPollAt, PollEntity } from '../../poll-schedule/index.js';
import { LeasedRows, type SharedLease } from '../../workers/index.js';

/** Most due polls that one sweep claims, so that memory has a bound; the next sweep takes the others. */
const MOST_DUE = 50_000;
/** Rows that one statement claims. */
const BATCH = 1_000;

/** A due poll that a page of the list may spare. */
export interface DuePoll {
  readonly id: string;
  readonly serviceOrderId: string;
  /** When the attempt was sent, epoch milliseconds. */
  readonly openedAt: number;
}

/** The result of a page for polls. */
export interface PageVerdict {
  /** The page shows them unchanged: this counts as their poll. */
  readonly same: ReadonlySet<string>;
  /** The page shows a difference: each needs a separate read. */
  readonly different: ReadonlySet<string>;
  /** When the read of the page began, epoch milliseconds. */
  readonly readAt: number;
}

/** The polls of a sweep: claimed for it as for single reads, and given back or ended with each page. */
export class SweepPolls {
  /** Claimed together. They count as attempts only when they are read one by one. */
  readonly rows: LeasedRows<PollEntity>;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly group: TerminalGroup,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: PollEntity });
  }

  /**
   * The due polls that the list can spare, the newest attempts first. It leaves out polls that need no call, requested ones,
   * those for which an earlier page showed a difference, and those that no page has shown.
   */
  async due(): Promise<DuePoll[]> {
    const { name, mode } = this.group;
    const rows = await this.transactions.run((tx) =>
      tx
        .createQueryBuilder(PollEntity, 'p')
        .innerJoin(AttemptEntity, 'a', 'a.group = p.group AND a.serviceOrderId = p.serviceOrderId')
        .innerJoin(PaymentOrderEntity, 'o', 'o.group = a.group AND o.orderId = a.orderId')
        .select(['p.id', 'p.serviceOrderId', 'p.openedAt'])
        .where('p.group = :name AND p.state = :state AND p.dueAt <= :now', {
          name,
          state: 'pending',
          now: this.clock.now(),
        })
        .andWhere('p.askedAt <= p.polledAt AND o.paidAt IS NULL AND o.mode = :mode', { mode })
        .andWhere('a.createState = :created', { created: 'created' })
        .orderBy('p.dueAt')
        .addOrderBy('p.id')
        .limit(MOST_DUE)
        .getMany(),
    );
    return rows.sort((one, other) => other.openedAt - one.openedAt);
  }

  /** Claims polls for a sweep. @returns those that no other process has claimed meanwhile */
  async claim(polls: readonly DuePoll[], lease: SharedLease): Promise<DuePoll[]> {
    const taken: DuePoll[] = [];
    for (let start = 0; start < polls.length; start += BATCH) {
      const some = polls.slice(start, start + BATCH);
      const ids = some.map(({ id }) => id);
      const mine = await this.transactions.run((tx) => this.rows.takeShared(tx, ids, lease));
      taken.push(...some.filter(({ id }) => mine.has(id)));
    }
    return taken;
  }

  /** Records the result of a page. @returns the polls that are done */
  async finish(tx: EntityManager, { same, different, readAt }: PageVerdict, lease: SharedLease): Promise<Set<string>> {
    const locked = await lockRows(tx, PollEntity, { property: 'id', values: [...same, ...different] });
    const rows = locked.filter(({ leaseToken }) => leaseToken === lease.token);
    const subjects = await this.subjectsOf(tx, rows);
    const now = this.clock.now();
    const over = new Set<string>();
    const changed = rows.map((row): PollEntity => {
      const free = { ...row, leaseToken: null, leaseUntil: null };
      const subject = subjects.get(row.serviceOrderId);
      // A poll may have been requested after the claim, and the page may have been read before the request.
      const isHint = same.has(row.id) && row.askedAt <= row.polledAt;
      const plan = { now, chance: Math.random() };
      const dueAt = isHint && subject ? nextPollAt(pollFactsOf(row, subject), this.group.polling, plan) : null;
      // A page alone is not enough for the last poll of an attempt, either.
      if (dueAt === null) return { ...free, dueAt: now, askedAt: now };
      over.add(row.id);
      return { ...free, dueAt, polledAt: readAt, attempts: 0, lastError: null, reason: null };
    });
    const times = ['dueAt', 'askedAt', 'polledAt'] as const;
    const written = [...times, 'attempts', 'lastError', 'reason', 'leaseToken', 'leaseUntil'] as const;
    if (changed.length > 0) await updateRows(tx, PollEntity, changed, { keys: ['id'], changed: written });
    return over;
  }

  /** Makes polls due after all that a newer page seemed to have spared. A poll in progress is soon enough. */
  async ask(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const now = this.clock.now();
    const waiting = { id: In([...ids].sort()), state: 'pending' as const, leaseToken: IsNull() };
    await tx.update(PollEntity, waiting, { dueAt: now, askedAt: now });
  }

  /**
   * Releases polls that no page has shown: they are due at once.
   *
   * @param isOver - no later page will show them either, so each needs a separate read
   */
  release(tx: EntityManager, lease: SharedLease, isOver: boolean): Promise<void> {
    return this.rows.releaseShared(tx, lease, isOver ? { askedAt: this.clock.now() } : {});
  }

  /** The subjects of polls, by the service's identifier of the attempt. */
  subjectsOf(tx: EntityManager, polls: readonly Pick<DuePoll, 'serviceOrderId'>[]): Promise<Map<string, Subject>> {
    return listedSubjects(
      tx,
      this.group.name,
      polls.map(({ serviceOrderId }) => serviceOrderId),
    );
  }
}
