import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Transactions } from '../../../database/engine/index.js';
import type { Clock } from '../../../support/index.js';
import { TransactionsClient } from '../../client/index.js';
import {
  TerminalGroups,
  type TerminalGroup,
  messages,
  CLOCK,
  TRANSACTIONS,
  ErrorRedactor,
  ThrottledLogger,
} from '../../core/index.js';
import { SweepRepository } from './sweep.repository.js';
import { SweepPolls, type DuePoll } from './sweep-polls.js';
import { startOfSweep, type SweepStart } from './sweep-plan.js';
import { SweepRun, type SweepBudget, type SweepReport } from './sweep-run.js';
import type { SweepEntity } from './sweep.entity.js';

/**
 * Reads the due orders through the list of transactions, a thousand at a time, where that costs fewer calls than reading each
 * (design §9). An unchanged item counts as that order's poll. Orders that differ, and orders that the list does not show, get
 * a separate get-order. So the list only saves calls: nothing is booked from it.
 */
@Injectable()
export class Sweep {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Polling'));
  private readonly repository: SweepRepository;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly client: TransactionsClient,
    private readonly groups: TerminalGroups,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.repository = new SweepRepository(transactions, clock);
  }

  /** Sweeps a group if that saves calls. Safe at any time, in any number of processes: one of them sweeps. */
  async run(group: TerminalGroup, budget: SweepBudget = {}): Promise<SweepReport> {
    const polls = new SweepPolls(this.transactions, this.clock, group);
    const due = await polls.due();
    const nothing = { pages: 0, spared: 0, left: due.length };
    const needless = { ending: 'needless', ...nothing } as const;
    if (due.length < 2 || this.startFor(due, await this.repository.find(group.name)) === null) return needless;
    const sweep = await this.repository.take(group.name);
    if (!sweep) return { ending: 'elsewhere', ...nothing };
    // Checked once more: another sweep may have ended since.
    const start = this.startFor(due, sweep);
    if (start === null) {
      await this.transactions.run((tx) => this.repository.end(tx, sweep, {}));
      return needless;
    }
    const { transactions, clock, client, repository } = this;
    const tools = { transactions, clock, client, repository, polls, timeZone: this.groups.timeZone };
    const run = new SweepRun(group, start === 'head' ? fromHead(sweep) : sweep, tools);
    return run.walk(due, budget, (error) => {
      const text = this.texts.of(error);
      this.logger.warn(messages.sweepFailed(group.name, text));
      return text;
    });
  }

  private startFor(due: readonly DuePoll[], sweep: SweepEntity | null): SweepStart | null {
    const now = this.clock.now();
    if (sweep && now < sweep.notBefore) return null;
    const { state, cursor, place, pageMs, headPageMs } = sweep ?? {};
    const canGoOn = state === 'walking' && cursor && typeof place === 'number';
    const checkpoint = canGoOn ? { place, pageMs: pageMs ?? null } : null;
    const times = due.map(({ openedAt }) => openedAt);
    return startOfSweep(times, { now, pageMs: headPageMs ?? null, checkpoint });
  }
}

const fromHead = (sweep: SweepEntity): SweepEntity => ({ ...sweep, cursor: null, place: null, pageMs: null, pages: 0 });
