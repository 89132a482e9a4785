import { Injectable } from '@nestjs/common';
import { RateLimiter } from 'limiter';
import { OrdersRepository } from '../../orders/index.js';
import { PollRequests } from '../../polling/index.js';
import { CallerLimit, TerminalGroups } from '../../core/index.js';
import { GroupLookup } from './group-lookup.js';
import { SourcePolicy } from './source-policy.js';
import { KnownOrders } from './known-orders.js';
import { NotificationRefused } from './notification-answer.js';
import { transactionIdOf, type IncomingNotification } from './notification-authenticator.js';

/** How many notifications by GET about known orders one address may cause work with. */
const FOR_EACH_ADDRESS = { times: 20, intervalMs: 10_000 };
/** The limit for all addresses together, each second. */
const FOR_ALL = { tokensPerInterval: 50, interval: 'second' } as const;
/** Width of the columns that the id is compared with. */
const MAX_ORDER_ID = 64;

/**
 * Handles notifications by GET (spec §4.4). They are not signed, so nothing in them is trusted: one may only bring forward
 * the next read of an order that is known and not finished (design §6, scenario W6).
 */
@Injectable()
export class GetNotifications {
  private readonly callers = new CallerLimit(FOR_EACH_ADDRESS);
  private readonly all = new RateLimiter(FOR_ALL);
  private readonly known: KnownOrders;

  constructor(
    private readonly groups: TerminalGroups,
    private readonly policy: SourcePolicy,
    private readonly lookup: GroupLookup,
    private readonly requests: PollRequests,
    orders: OrdersRepository,
  ) {
    this.known = new KnownOrders((group, ids) => orders.knownAmong(group, ids));
  }

  /**
   * The answer is the same whether the order exists or not, and whether the limit is exceeded.
   *
   * @throws NotificationRefused when the terminal group does not accept them, or the database does not answer
   */
  async take(incoming: IncomingNotification): Promise<void> {
    const refused = await this.lookup.begin(incoming);
    if (refused) throw new NotificationRefused(refused.refusal, refused.reason);
    const group = this.groups.find(incoming.params['group'] ?? '');
    if (!group?.takesGet) throw new NotificationRefused('ignored', 'by-get');
    const barred = this.policy.refuse(incoming, group);
    if (barred !== null) throw new NotificationRefused(barred.refusal, barred.reason);
    if (incoming.query['timestamp'] === undefined) throw new NotificationRefused('ignored', 'no-timestamp');
    const orderId = transactionIdOf(incoming.query);
    if (orderId === null || orderId.length > MAX_ORDER_ID || orderId.includes('\0')) return;
    await this.bringForward(group.name, orderId, incoming).catch((error: unknown) => {
      throw new NotificationRefused('unavailable', error instanceof Error ? error.message : 'unknown error');
    });
  }

  /** Requests about unknown orders must not use up the limit for requests about known ones. */
  private async bringForward(group: string, orderId: string, incoming: IncomingNotification): Promise<void> {
    if (!(await this.known.has(group, orderId))) return;
    if (!this.callers.admit(this.policy.addressOf(incoming)) || !this.all.tryRemoveTokens(1)) return;
    await this.requests.bringForward(group, orderId);
  }
}
