import type { Transactions } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import type { TerminalGroup } from '../core/index.js';
import { mayHaveCrashed, WORK_LEASE_MS, type RowHandler, type RowSource } from '../workers/index.js';
import type { PollBackoff } from './poll-backoff.js';
import type { PollEntity } from '../poll-schedule/index.js';
import type { PollOutcome, PollWorker } from './poll.worker.js';

/** Most polls at a time, in a group whose budget allows it. */
const MOST_PLACES = 20;
const MOST_CLAIMED = 50;
/** The share of a claim that takes the latest due polls: orders whose shopper may still be waiting. */
const NEWEST_SHARE = 0.75;
/** How many seconds' worth of calls is claimed at a time. */
const CLAIM_SECONDS = 10;

/** The outcomes of the polls so far. */
export type PollTally = Record<PollOutcome, number> & { calls: number };

/** What {@link GroupPollQueue} needs. */
export interface PollQueueParts {
  readonly worker: PollWorker;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly backoff: PollBackoff;
  /** Called once, when the group's polls begin to be held back: the service does not work, or refuses the account. */
  readonly onHeld: (error: string, isRefusal: boolean) => void;
  /** Once aborted, no more polls are claimed. */
  readonly stopping: AbortSignal;
}

/**
 * The due polls of one terminal group, as work. It claims some at a time: mostly the newest, and for the rest those that have
 * waited longest (scenario P3). It begins no more at once than the group's budget of calls allows, and only one while the
 * service does not work.
 */
export class GroupPollQueue implements RowHandler<PollEntity> {
  readonly rows: RowSource<PollEntity>;
  readonly tally: PollTally = { settled: 0, ended: 0, waiting: 0, parked: 0, failed: 0, calls: 0 };
  readonly places: number;
  private readonly batch: number;
  /** Claimed polls that have not begun. */
  private readonly claimed: PollEntity[] = [];
  private left: number;
  private closing: Promise<void> = Promise.resolve();
  /** The poll that is in progress alone, because it may have killed a process. */
  private suspect: PollEntity | null = null;

  /** @param most - most polls of this queue */
  constructor(
    private readonly group: TerminalGroup,
    private readonly tools: PollQueueParts,
    most: number,
  ) {
    const { callsPerSecond, maxWaitMs } = group.calls;
    // A call that waits for too long ends unsent. So only half of the longest wait is used; the rest is left to other calls.
    const passable = Math.floor((callsPerSecond * maxWaitMs) / 2_000);
    this.places = Math.max(1, Math.min(MOST_PLACES, passable));
    this.batch = Math.max(this.places, Math.min(MOST_CLAIMED, Math.floor(callsPerSecond * CLAIM_SECONDS)));
    this.left = most;
    const { rows } = tools.worker;
    this.rows = {
      leaseMs: rows.leaseMs,
      idleMs: null,
      claim: (limit) => this.claim(limit),
      renew: (row) => rows.renew(row),
      release: (some) => this.release(some),
      mayHaveCrashed: (row) => rows.mayHaveCrashed(row),
      unrecorded: (some) => rows.unrecorded(some),
      recordLate: () => rows.recordLate(),
    };
  }

  private async claim(limit: number): Promise<PollEntity[]> {
    const { stopping } = this.tools;
    if (this.suspect !== null || stopping.aborted) return [];
    const room = Math.min(limit, this.tools.backoff.room(this.tools.clock.now()));
    if (room === 0) await this.close();
    if (this.claimed.length < room) await this.fetch(room === 1 ? 1 : this.batch);
    // Polls that were fetched meanwhile are released with the rest.
    if (stopping.aborted) return [];
    const stale = this.claimed.filter((row) => !this.isFresh(row));
    if (stale.length > 0) await this.release(stale);
    const fresh = this.claimed.splice(0).filter((row) => !stale.includes(row));
    const suspect = room > 0 ? fresh.find(mayHaveCrashed) : undefined;
    if (suspect) return this.alone(suspect, fresh);
    const taken = fresh.splice(0, room);
    this.claimed.push(...fresh);
    return taken;
  }

  /**
   * A killed process leaves many suspects, and all but one are innocent. They are taken one after the other within the same
   * tick, because the next tick may be minutes away. The others are released first, so that a second crash does not count for
   * them.
   */
  private async alone(suspect: PollEntity, claimed: readonly PollEntity[]): Promise<PollEntity[]> {
    const others = claimed.filter((row) => row !== suspect);
    this.left += others.length;
    await this.tools.worker.rows.release(others, 0);
    this.suspect = suspect;
    return [suspect];
  }

  /** Polls one attempt. */
  async perform(row: PollEntity): Promise<void> {
    const { worker, backoff, clock, onHeld } = this.tools;
    const { outcome, blame, asked, error } = await worker.poll(this.group, row).finally(() => this.ended(row));
    this.tally[outcome] += 1;
    if (asked) this.tally.calls += 1;
    if (blame === 'service' || blame === 'group' || blame === 'held') {
      const isRefusal = blame === 'group';
      if (backoff.failed(clock.now(), isRefusal)) onHeld(error ?? '', isRefusal);
    } else if (asked) backoff.succeeded();
  }

  private ended(row: PollEntity): void {
    if (this.suspect === row) this.suspect = null;
  }

  private release(rows: readonly PollEntity[]): Promise<void> {
    this.left += rows.length;
    return this.tools.worker.rows.release(rows);
  }

  /** Releases everything that was claimed and not begun. A call meanwhile waits for the same release. */
  close(): Promise<void> {
    const rows = this.claimed.splice(0);
    if (rows.length > 0)
      this.closing = Promise.all([this.closing.catch(() => undefined), this.release(rows)]).then(() => undefined);
    return this.closing;
  }

  private async fetch(wanted: number): Promise<void> {
    const limit = Math.min(wanted, this.left);
    if (limit === 0) return;
    const equal = { group: this.group.name };
    const { rows } = this.tools.worker;
    await rows.recordLate();
    const found = await this.tools.transactions.run(async (tx) => {
      const share = Math.ceil(limit * NEWEST_SHARE);
      const newest = await rows.take(tx, { limit: share, equal, first: 'newest' });
      if (newest.length < share || share === limit) return newest;
      return [...newest, ...(await rows.take(tx, { limit: limit - share, equal }))];
    });
    this.left -= found.length;
    this.claimed.push(...found);
  }

  /** Whether enough of the lease is left: a row that was kept here for long may soon belong to another process. */
  private isFresh({ leaseUntil }: PollEntity): boolean {
    return (leaseUntil ?? 0) - this.tools.clock.now() > WORK_LEASE_MS / 2;
  }
}
