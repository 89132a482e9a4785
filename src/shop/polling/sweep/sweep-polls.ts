import { In, IsNull, type EntityManager } from 'typeorm';
import { lockRows, updateRows, type Transactions } from '../../../database/engine/index.js';
import type { Clock } from '../../../support/index.js';
import { AttemptEntity, listedSubjects, PaymentOrderEntity } from '../../orders/index.js';
import type { TerminalGroup } from '../../core/index.js';
import { factsOf, type Subject } from '../poll-subject.js';
import { nextPollAt, PollEntity } from '../../poll-schedule/index.js';
import { LeasedRows, type SharedLease } from '../../workers/index.js';

/** Due polls that one sweep claims at most, so that memory has a bound; the next sweep takes the others. */
const MOST_DUE = 50_000;
/** Rows that one statement claims. */
const BATCH = 1_000;

/** A poll that is due, and that a page of the list may spare. */
export interface DuePoll {
  readonly id: string;
  readonly serviceOrderId: string;
  /** When the attempt was sent, epoch milliseconds. */
  readonly openedAt: number;
}

/** What a page has said of polls. */
export interface PageVerdict {
  /** Seen as they are known: that was their poll. */
  readonly same: ReadonlySet<string>;
  /** Seen to differ: each needs attention of its own. */
  readonly different: ReadonlySet<string>;
  /** When the page was asked for, epoch milliseconds. */
  readonly readAt: number;
}

/** The polls that a sweep is about: claimed for it as they are for single reads, and given back or ended with each page. */
export class SweepPolls {
  /** They are claimed together, and count as tried only when they are read singly. */
  readonly rows: LeasedRows<PollEntity>;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly group: TerminalGroup,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: PollEntity });
  }

  /**
   * The polls that are due and that the list can spare, the newest attempts first. Those that need no call are not among
   * them, nor those that somebody asked for, that an earlier page has shown to differ, or that no page has shown.
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

  /** Takes polls for a sweep. @returns those that nobody else has taken meanwhile */
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

  /** Writes down what a page has shown. @returns the polls that are over */
  async finish(tx: EntityManager, { same, different, readAt }: PageVerdict, lease: SharedLease): Promise<Set<string>> {
    const locked = await lockRows(tx, PollEntity, { property: 'id', values: [...same, ...different] });
    const rows = locked.filter(({ leaseToken }) => leaseToken === lease.token);
    const subjects = await this.subjectsOf(tx, rows);
    const now = this.clock.now();
    const over = new Set<string>();
    const changed = rows.map((row): PollEntity => {
      const free = { ...row, leaseToken: null, leaseUntil: null };
      const subject = subjects.get(row.serviceOrderId);
      // Somebody has asked since it was claimed, and the page may have been read before.
      const isHint = same.has(row.id) && row.askedAt <= row.polledAt;
      const plan = { now, chance: Math.random() };
      const dueAt = isHint && subject ? nextPollAt(factsOf(row, subject), this.group.polling, plan) : null;
      // The last poll of all must not be a hint either.
      if (dueAt === null) return { ...free, dueAt: now, askedAt: now };
      over.add(row.id);
      return { ...free, dueAt, polledAt: readAt, attempts: 0, lastError: null };
    });
    const written = ['dueAt', 'askedAt', 'polledAt', 'attempts', 'lastError', 'leaseToken', 'leaseUntil'] as const;
    if (changed.length > 0) await updateRows(tx, PollEntity, changed, { keys: ['id'], changed: written });
    return over;
  }

  /** Makes polls due after all that a newer page seemed to have spared. One that is under way is soon enough. */
  async ask(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const now = this.clock.now();
    const waiting = { id: In([...ids].sort()), state: 'pending' as const, leaseToken: IsNull() };
    await tx.update(PollEntity, waiting, { dueAt: now, askedAt: now });
  }

  /**
   * Lets go of what no page has shown: it is due at once.
   *
   * @param isOver - no page is going to show it either, so each needs attention of its own
   */
  release(tx: EntityManager, lease: SharedLease, isOver: boolean): Promise<void> {
    return this.rows.releaseShared(tx, lease, isOver ? { askedAt: this.clock.now() } : {});
  }

  /** What polls are about, by the service's identifier of the attempt. */
  subjectsOf(tx: EntityManager, polls: readonly Pick<DuePoll, 'serviceOrderId'>[]): Promise<Map<string, Subject>> {
    return listedSubjects(
      tx,
      this.group.name,
      polls.map(({ serviceOrderId }) => serviceOrderId),
    );
  }
}
