import type { Transactions } from '../../../database/engine/index.js';
import { isPaymentError } from '../../../protocol/index.js';
import { KeyedMutex, type Clock } from '../../../support/index.js';
import type { ListPage, TransactionsClient } from '../../client/index.js';
import type { TerminalGroup } from '../../core/index.js';
import { whileRenewing, type SharedLease } from '../../workers/index.js';
import type { SweepRepository } from './sweep.repository.js';
import type { DuePoll, SweepPolls } from './sweep-polls.js';
import { isNextPageWorthwhile, SWEEP_PAGE } from './sweep-plan.js';
import { SweepWalk, type PageEffect } from './sweep-walk.js';
import type { SweepEntity } from './sweep.entity.js';

/** Most pages of one sweep: a longer list does not end. Older orders are read one by one. */
const MOST_PAGES = 1_000;
/** How long until a list that could not be read is tried again; after a refusal, the longer time counts. */
const TRY_AGAIN_MS = 60_000;
const REFUSED_MS = 3_600_000;

/** Limits of a sweep. */
export interface SweepBudget {
  /** Most pages; default: as many as save calls. */
  readonly pages?: number;
  /** Ends the sweep after the current page; the next sweep continues from there. */
  readonly signal?: AbortSignal;
}

/**
 * How a sweep ended. `needless`: single reads cost less, nothing was read. `elsewhere`: another process sweeps this group.
 * `worked-off`: no further page is worth its call. `list-ended`: by the rule of the specification, or where a list would not
 * end. `cut-short`: a limit was reached, or another process has taken over. `failed`: the list cannot be read.
 */
export type SweepEnding = 'needless' | 'elsewhere' | 'worked-off' | 'list-ended' | 'cut-short' | 'failed';

/** What a sweep has done. */
export interface SweepReport {
  readonly ending: SweepEnding;
  /** Pages read, one call each. */
  readonly pages: number;
  /** Polls that the pages have spared. */
  readonly spared: number;
  /** Polls that remain to be read one by one. */
  readonly left: number;
}

/** What a {@link SweepRun} needs. */
export interface SweepTools {
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly client: TransactionsClient;
  readonly repository: SweepRepository;
  readonly polls: SweepPolls;
  readonly timeZone: string;
}

/** One sweep, run by the process that holds its lease. */
export class SweepRun {
  private lease: SharedLease;
  /** The timer and each page renew the lease, one after the other. */
  private readonly mutex = new KeyedMutex();

  /** @param sweep - its row, as it was claimed; without a cursor it begins at the head of the list */
  constructor(
    private readonly group: TerminalGroup,
    private readonly sweep: SweepEntity,
    private readonly tools: SweepTools,
  ) {
    this.lease = { token: sweep.leaseToken ?? '', until: sweep.leaseUntil, equal: { group: group.name } };
  }

  /** Reads pages while each is worth its call. @param textOf - describes why the list could not be read */
  async walk(due: readonly DuePoll[], budget: SweepBudget, textOf: (error: unknown) => string): Promise<SweepReport> {
    const { polls, clock, timeZone } = this.tools;
    const claimed = await polls.claim(due, this.lease);
    const { place, pageMs } = this.sweep;
    const walk = new SweepWalk(claimed, { place: place ?? clock.now(), pageMs }, timeZone);
    const renew = (): Promise<void> => this.renew().catch(() => undefined);
    const ending = await whileRenewing({ leaseMs: polls.rows.leaseMs, renew }, async () => {
      try {
        return await this.walkOn(walk, budget);
      } catch (error) {
        await this.fail(error, textOf(error));
        return 'failed';
      }
    });
    return reportOf(ending, walk);
  }

  private async walkOn(walk: SweepWalk, { pages, signal }: SweepBudget): Promise<SweepEnding> {
    const { client, clock } = this.tools;
    const left = MOST_PAGES - this.sweep.pages;
    const maxPages = Math.max(1, Math.min(left, pages ?? left));
    const list = client.list(this.group, { limit: SWEEP_PAGE }, { from: this.sweep.cursor, maxPages });
    let readAt = clock.now();
    for await (const page of list.pages()) {
      if (!(await this.takePage(walk, page, readAt))) return 'cut-short';
      if (!isNextPageWorthwhile(walk.unseen, walk.progress)) return this.end('worked-off');
      if (signal?.aborted) return this.pause();
      readAt = clock.now();
    }
    const isCapped = list.ending?.reason === 'page-cap' && walk.progress.pages < left;
    return isCapped ? this.pause() : this.end('list-ended');
  }

  /** Stores the result of a page together with the progress of the sweep. @returns false when another process has taken over */
  private takePage(walk: SweepWalk, page: ListPage, readAt: number): Promise<boolean> {
    return this.exclusively(async () => {
      const { items } = page;
      const until = this.tools.clock.now() + this.tools.polls.rows.leaseMs;
      const { comparisons, over, isMine } = await this.tools.transactions.run(async (tx) => {
        const { polls, repository } = this.tools;
        const seen = walk.compare(items, await polls.subjectsOf(tx, walk.soughtOn(items)));
        const done = await polls.finish(tx, { ...seen, readAt }, this.lease);
        await polls.ask(tx, seen.after);
        await polls.rows.renewShared(tx, this.lease, until);
        const kept = await repository.keep(
          tx,
          this.sweep,
          this.checkpoint(walk, page, { over: done, after: seen.after }),
          until,
        );
        return { comparisons: seen, over: done, isMine: kept };
      });
      this.lease = { ...this.lease, until };
      walk.advance(items, comparisons, over);
      return isMine;
    });
  }

  /** If a page has no next one, the sweep that continues reads it again, which is harmless. */
  private checkpoint(walk: SweepWalk, { items, cursor, next }: ListPage, effect: PageEffect) {
    const { pages, place, pageMs } = walk.progressWith(items, effect);
    const isHead = cursor === null && pageMs !== null;
    const head = isHead ? { headPageMs: Math.round(pageMs) } : {};
    const about = { pages: this.sweep.pages + pages, place, pageMs: pageMs === null ? null : Math.round(pageMs) };
    return { ...about, ...head, state: 'walking' as const, cursor: next ?? cursor, notBefore: 0, lastError: null };
  }

  /** Polls that no page has shown are read one by one. */
  private async end(ending: SweepEnding): Promise<SweepEnding> {
    const atRest = { state: 'idle' as const, cursor: null, place: null, pageMs: null, pages: 0 };
    await this.letGo(atRest, true);
    return ending;
  }

  /** The checkpoint stays. The next sweep may show the other polls. */
  private async pause(): Promise<SweepEnding> {
    await this.letGo({}, false);
    return 'cut-short';
  }

  /** Single reads continue without the list. After a refusal the cursor is dropped, as it may be the cause. */
  private async fail(error: unknown, lastError: string): Promise<void> {
    const isRefused = isPaymentError(error) && error.kind !== 'temporary' && error.kind !== 'unknown';
    const notBefore = this.tools.clock.now() + (isRefused ? REFUSED_MS : TRY_AGAIN_MS);
    const place = isRefused ? { state: 'idle' as const, cursor: null, place: null, pageMs: null, pages: 0 } : {};
    await this.letGo({ ...place, notBefore, lastError }, false);
  }

  private letGo(change: Partial<SweepEntity>, isOver: boolean): Promise<void> {
    const { transactions, polls, repository } = this.tools;
    return this.exclusively(() =>
      transactions.run(async (tx) => {
        await polls.release(tx, this.lease, isOver);
        await repository.end(tx, this.sweep, change);
      }),
    );
  }

  private renew(): Promise<void> {
    return this.exclusively(async () => {
      const { transactions, clock, polls, repository } = this.tools;
      const until = clock.now() + polls.rows.leaseMs;
      await transactions.run(async (tx) => {
        await polls.rows.renewShared(tx, this.lease, until);
        await repository.keep(tx, this.sweep, {}, until);
      });
      this.lease = { ...this.lease, until };
    });
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.mutex.run(this.group.name, work);
  }
}

const reportOf = (ending: SweepEnding, { progress, unseen, different }: SweepWalk): SweepReport => ({
  ending,
  pages: progress.pages,
  spared: progress.saved,
  left: unseen.length + different,
});
