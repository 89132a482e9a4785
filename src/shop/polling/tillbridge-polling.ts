import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual, type DataSource, type FindOptionsWhere } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type GroupName, CLOCK, DATA_SOURCE } from '../core/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { Poller, type PollTick, type TickOptions } from './poller.js';

/** The polls of the orders of one terminal group. Times in epoch milliseconds (UTC). */
export interface PollStatus {
  readonly group: string;
  /** Looks that are due now. */
  readonly dueNow: number;
  /** For how long the one that has waited longest has been due, in milliseconds; null when none is. */
  readonly oldestDueAgeMs: number | null;
  /** When the next poll is due; in the past when one is due now, null when nothing is polled. */
  readonly nextDueAt: number | null;
  /** Attempts that are not polled any more and of which a person was told. */
  readonly parked: number;
  /** Whether this process holds polls back, because the service does not answer or refuses the key. */
  readonly held: boolean;
}

/**
 * Looks at orders when no notification tells of them: `payments.polling`.
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
    private readonly groups: TerminalGroups,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Works off the polls that are due, in one terminal group or in all, and waits for it: for a scheduler of your own. Safe
   * to call at any time and in any number of processes; what one is working on the others leave alone.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   * @example
   * ```ts
   * const { groups } = await payments.polling.tick();
   * for (const { group, settled, calls } of groups) console.log(`${group}: ${settled} paid, ${calls} calls`);
   * ```
   */
  tick(group?: GroupName, options?: TickOptions): Promise<PollTick> {
    return this.poller.tick(group, { ...options });
  }

  /**
   * How the polls stand, in one terminal group or in each.
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
