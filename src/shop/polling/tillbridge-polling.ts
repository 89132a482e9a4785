import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual, type DataSource, type FindOptionsWhere } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type GroupName, CLOCK, DATA_SOURCE } from '../core/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { PromisedPayments } from './promised-payments.js';
import { Poller, type PollTick, type TickOptions } from './poller.js';

/** The polls of the orders of one terminal group. Times in epoch milliseconds (UTC). */
export interface PollStatus {
  readonly group: string;
  /** Polls that are due now. */
  readonly dueNow: number;
  /** How long the poll that has waited longest has been due, in milliseconds; null when none is due. */
  readonly oldestDueAgeMs: number | null;
  /** When the next poll is due; in the past when one is due now, null when nothing is polled. */
  readonly nextDueAt: number | null;
  /** Attempts that are not polled any more and were reported to a person. */
  readonly parked: number;
  /** Whether this process holds polls back, because the service does not answer or refuses the key. */
  readonly held: boolean;
}

/**
 * Polls orders when no notification arrives: `payments.polling`.
 *
 * @example
 * ```ts
 * const tick = await payments.polling.tick('web');
 * ```
 */
@Injectable()
export class TillbridgePolling {
  constructor(
    private readonly poller: Poller,
    private readonly promises: PromisedPayments,
    private readonly groups: TerminalGroups,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Processes the polls that are due, in one terminal group or in all, and waits for them: for a scheduler of your own. Safe
   * to call at any time and in any number of processes: no two processes work on the same poll.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   * @example
   * ```ts
   * const { groups } = await payments.polling.tick();
   * for (const { group, settled, calls } of groups) console.log(`${group}: ${settled} paid, ${calls} calls`);
   * ```
   */
  async tick(group?: GroupName, options?: TickOptions): Promise<PollTick> {
    await this.promises.requestIfDue();
    return this.poller.tick(group, { ...options });
  }

  /**
   * The state of the polls, in one terminal group or in each.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   * @example
   * ```ts
   * const late = (await payments.polling.status()).filter(({ oldestDueAgeMs }) => (oldestDueAgeMs ?? 0) > 600_000);
   * ```
   */
  async status(group?: GroupName): Promise<PollStatus[]> {
    const groups = group === undefined ? await this.groups.sought() : [await this.groups.resolve(group)];
    const found: PollStatus[] = [];
    for (const each of groups) {
      const pending: FindOptionsWhere<PollEntity> = { group: each.name, state: 'pending' };
      const now = this.clock.now();
      const manager = masterManager(this.dataSource);
      const [next] = await manager.find(PollEntity, { where: pending, order: { dueAt: 'ASC' }, take: 1 });
      found.push({
        group: each.name,
        dueNow: await manager.countBy(PollEntity, { ...pending, dueAt: LessThanOrEqual(now) }),
        oldestDueAgeMs: next && next.dueAt <= now ? now - next.dueAt : null,
        nextDueAt: next?.dueAt ?? null,
        parked: await manager.countBy(PollEntity, { group: each.name, state: 'parked' }),
        held: this.poller.isHeld(each),
      });
    }
    return found;
  }
}
