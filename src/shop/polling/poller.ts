import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Transactions } from '../../database/engine/index.js';
import { waitAtMost, type Clock } from '../../support/index.js';
import {
  ErrorRedactor,
  TerminalGroups,
  type TerminalGroup,
  messages,
  CLOCK,
  TRANSACTIONS,
  ThrottledLogger,
} from '../core/index.js';
import { RowWorker } from '../workers/index.js';
import { GroupPollQueue, type PollQueueParts, type PollTally } from './group-poll-queue.js';
import { PollBackoff } from './poll-backoff.js';
import { PollWorker } from './poll.worker.js';
import type { PollEntity } from '../poll-schedule/index.js';
import { Sweep } from './sweep/sweep.js';
import type { SweepReport } from './sweep/sweep-run.js';

/** Options of a tick. */
export interface TickOptions {
  /** Most polls in each terminal group; default: all that are due. */
  readonly most?: number;
  /**
   * Once aborted, no more polls are claimed: the tick ends after those in progress. Claimed polls that have not begun are due
   * again.
   */
  readonly signal?: AbortSignal;
}

/** What a tick has done in one terminal group, without the polls of other processes. */
export interface GroupTick extends Readonly<PollTally> {
  readonly group: string;
  /** Polls that pages of the transactions list have spared. Each page is one of the calls. */
  readonly spared: number;
  /** Whether polls are held back now, because the service does not answer or refuses the key, or no key is valid. */
  readonly held: boolean;
}

/** What a tick has done. */
export interface PollTick {
  readonly groups: readonly GroupTick[];
}

/** Ends a loop before the database is closed. Rows not given back are due when their leases end; the tick reports it. */
async function stopped(loop: RowWorker<PollEntity>, queue: GroupPollQueue, patienceMs: number): Promise<void> {
  await loop.stop(patienceMs);
  await queue.close().catch(() => undefined);
}

/**
 * Processes the polls that are due. Any number of ticks may run at a time, in any number of processes: each row is under the
 * lease of one of them (scenario P1). The rows of a killed process are due again when their lease ends.
 */
@Injectable()
export class Poller {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Polling'));
  private readonly backoffs = new Map<string, PollBackoff>();
  private readonly loops = new Map<RowWorker<PollEntity>, GroupPollQueue>();
  private readonly sweeps = new Set<Promise<unknown>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly worker: PollWorker,
    private readonly sweep: Sweep,
    private readonly groups: TerminalGroups,
    private readonly texts: ErrorRedactor,
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Processes what is due now, in one terminal group or in all of them, and waits for it. After {@link stop} it does nothing.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   */
  async tick(group?: string, options: TickOptions = {}): Promise<PollTick> {
    const groups = group === undefined ? await this.groups.sought() : [await this.groups.resolve(group)];
    return { groups: await Promise.all(groups.map((each) => this.tickOf(each, options))) };
  }

  /** Whether the polls of a group are held back now, so that a tick would do nothing. */
  isHeld(group: TerminalGroup): boolean {
    return !this.groups.hasKey(group) || this.backoffOf(group.name).room(this.clock.now()) === 0;
  }

  /** Begins no more polls, and waits for those in progress, at most so long; other claimed polls are released. */
  async stop(patienceMs: number): Promise<void> {
    this.stopping.abort();
    // A sweep ends after the current page.
    await waitAtMost(Promise.all(this.sweeps), { ms: patienceMs, late: () => undefined });
    await Promise.all([...this.loops].map(([loop, queue]) => stopped(loop, queue, patienceMs)));
  }

  private async tickOf(group: TerminalGroup, { most = Infinity, signal }: TickOptions): Promise<GroupTick> {
    const stopping = signal ? AbortSignal.any([this.stopping.signal, signal]) : this.stopping.signal;
    const { worker, transactions, clock } = this;
    const backoff = this.backoffOf(group.name);
    const onHeld: PollQueueParts['onHeld'] = (...cause) => this.logger.error(messages.pollsHeld(group.name, ...cause));
    const queue = new GroupPollQueue(group, { worker, transactions, clock, backoff, onHeld, stopping }, most);
    // Without a valid key each poll would fail unsent, and those whose time to pay is over would be given up unread.
    if (!this.groups.hasKey(group)) return { group: group.name, ...queue.tally, spared: 0, held: true };
    const swept = await this.sweepOf(group, most, stopping);
    const isBackingOff = backoff.room(clock.now()) !== Infinity;
    await this.workOff(queue);
    // The single try succeeded: the others need not wait for the next tick, which may be an hour away.
    if (isBackingOff && backoff.room(clock.now()) === Infinity) await this.workOff(queue);
    const calls = queue.tally.calls + (swept?.pages ?? 0);
    return { group: group.name, ...queue.tally, calls, spared: swept?.spared ?? 0, held: this.isHeld(group) };
  }

  private async workOff(queue: GroupPollQueue): Promise<void> {
    const loop = new RowWorker(queue, this.logger);
    this.loops.set(loop, queue);
    try {
      await loop.run();
      await queue.close();
    } finally {
      this.loops.delete(loop);
    }
  }

  /** Runs before the single polls, so that these read only what no page could spare. If a sweep fails, they still run. */
  private async sweepOf(group: TerminalGroup, most: number, signal: AbortSignal): Promise<SweepReport | null> {
    const isBackingOff = this.backoffOf(group.name).room(this.clock.now()) !== Infinity;
    if (signal.aborted || isBackingOff) return null;
    const swept = this.sweep.run(group, { pages: most, signal }).catch((error: unknown) => {
      this.logger.error(messages.sweepFailed(group.name, this.texts.of(error)));
      return null;
    });
    this.sweeps.add(swept);
    return swept.finally(() => this.sweeps.delete(swept));
  }

  private backoffOf(group: string): PollBackoff {
    const backoff = this.backoffs.get(group) ?? new PollBackoff();
    this.backoffs.set(group, backoff);
    return backoff;
  }
}
