import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { DAY_MS, messageOf, type Clock } from '../../support/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../orders/index.js';
import { CLOCK, messages, TerminalGroups, ThrottledLogger, TRANSACTIONS, WORKER_FAILURES } from '../core/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { Hourly } from '../workers/index.js';
import { PollRequests } from './poll-requests.js';

/**
 * After so many days without a reported shipment a lender's promise lapses (protocol §4.1): 28, 30 or 90, by the payment
 * method, and 14 at the soonest; where the shop has asked for more time, 42 later.
 */
const LAPSES_AFTER_DAYS = [14, 28, 30, 56, 70, 72, 90, 132];
/** A read comes this long after the day, in milliseconds: the notification of the lapse has been there by then. */
const MARGIN_MS = DAY_MS;
/** How late a read may still be made up for, in milliseconds: no process may have run for days. */
const MADE_UP_FOR_MS = 7 * DAY_MS;
/** Most reads that are requested at a time; the others follow an hour later. */
const MOST_REQUESTED = 500;

/**
 * Payments that a lender has promised, for goods that were never reported as shipped. Such an order is paid and so no longer
 * polled, but the promise lapses: without the notification of that, the shop would count on money that does not come.
 */
@Injectable()
export class PromisedPayments {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Polling'));
  /** Groups of stored orders that this process does not have. */
  private readonly foreign = new Set<string>();
  private readonly hourly: Hourly;

  constructor(
    private readonly requests: PollRequests,
    private readonly groups: TerminalGroups,
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.hourly = new Hourly(clock);
  }

  /** Requests the polls of promises that may have lapsed, once an hour. A failure is logged, and delays no other poll. */
  async requestIfDue(): Promise<void> {
    if (!this.hourly.begin()) return;
    try {
      const found = await this.transactions.read((em) => lapsing(em, this.clock.now(), [...this.foreign]));
      for (const { group, serviceOrderId } of found)
        if (await this.isOwn(group)) await this.requests.bringForward(group, serviceOrderId);
    } catch (error) {
      const message = messageOf(error);
      this.logger.error(messages.workerFailed(WORKER_FAILURES.run, message), message);
    }
  }

  /** Whether this process has the group. Rows of other groups are left out of the next search, or they might fill it. */
  private async isOwn(group: string): Promise<boolean> {
    if (this.foreign.has(group)) return false;
    const found = await this.groups.learn(group);
    if (!found) this.foreign.add(group);
    return found !== null;
  }
}

/** Attempts of promised payments that were not read since the promise may have lapsed; oldest first. */
async function lapsing(
  em: EntityManager,
  now: number,
  foreign: readonly string[],
): Promise<Pick<AttemptEntity, 'group' | 'serviceOrderId'>[]> {
  const found: Pick<AttemptEntity, 'group' | 'serviceOrderId'>[] = [];
  for (const days of LAPSES_AFTER_DAYS) {
    const afterMs = days * DAY_MS + MARGIN_MS;
    const [from, until] = [now - afterMs - MADE_UP_FOR_MS, now - afterMs];
    const rows = await em
      .createQueryBuilder(PaymentOrderEntity, 'o')
      .innerJoin(AttemptEntity, 'a', "a.group = o.group AND a.orderId = o.orderId AND a.createState = 'created'")
      .leftJoin(PollEntity, 'p', 'p.group = a.group AND p.serviceOrderId = a.serviceOrderId')
      .select('a.group', 'group')
      .addSelect('a.serviceOrderId', 'serviceOrderId')
      .where("o.paidAt > :from AND o.paidAt <= :until AND o.financialStatus = 'uncleared'")
      // The rest of one that was given back in part is promised, too.
      .andWhere("o.status IN ('completed', 'partial_refunded')")
      // A poll after its time is parked by one failed read: it has not told whether the promise stands.
      .andWhere("(p.id IS NULL OR p.polledAt < o.paidAt + :afterMs OR p.state = 'parked')")
      .andWhere(foreign.length > 0 ? 'o.group NOT IN (:...foreign)' : '1 = 1')
      .orderBy('o.paidAt', 'ASC')
      .setParameters({ from, until, afterMs, foreign })
      .limit(MOST_REQUESTED - found.length)
      .getRawMany<Pick<AttemptEntity, 'group' | 'serviceOrderId'>>();
    found.push(...rows);
    if (found.length >= MOST_REQUESTED) break;
  }
  return found;
}
