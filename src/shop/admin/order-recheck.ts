import { Inject, Injectable, Logger, Optional, type OnApplicationBootstrap } from '@nestjs/common';
import { readPage, type Transactions } from '../../database/engine/index.js';
import { isPaymentError } from '../../protocol/index.js';
import type { Page } from '../../support/index.js';
import type { OperatorDecision } from '../decisions/index.js';
import { countStanding, OrdersRepository, OTHER_MODE, PaymentOrderEntity, STANDING } from '../orders/index.js';
import { type ProcessRole, TerminalGroups, messages, PROCESS_ROLE, TRANSACTIONS } from '../core/index.js';
import { OrderAdminService } from './order-admin.service.js';
import type { RecheckedOrder, RecheckOptions, RecheckReport } from './order-recheck.types.js';

/** Rows that are read at once. */
const PAGE_ROWS = 100;

/**
 * Orders whose record is older than the rule that would decide about them now. An upgrade reports nothing by itself: the
 * orders are counted, and a person has them read.
 */
@Injectable()
export class OrderRecheck implements OnApplicationBootstrap {
  private readonly logger = new Logger('Tillbridge:Orders');

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly orderAdmin: OrderAdminService,
    private readonly repository: OrdersRepository,
    private readonly groups: TerminalGroups,
    @Optional() @Inject(PROCESS_ROLE) private readonly role: ProcessRole = 'server',
  ) {}

  /** Logs one line for the people who read the log of the first start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.role === 'cli') return;
    // Missing tables are logged elsewhere.
    const count = await this.count().catch(() => 0);
    if (count > 0) this.logger.warn(messages.ordersToRecheck(count));
  }

  /** How many there are; 10,000 stands for "so many or more". */
  count(): Promise<number> {
    return this.transactions.run(countStanding);
  }

  /** All of them, the oldest of each terminal group first. Nothing is read from the service. */
  async list(group?: string): Promise<RecheckedOrder[]> {
    const all: RecheckedOrder[] = [];
    for await (const row of this.standing(group)) all.push(toRechecked(row, 'listed'));
    return all;
  }

  /**
   * Reads each of them from the service. For a payment there, handlers run as for any other payment. With `silent`, it is
   * only recorded, with who and why, and no handler runs. It may be repeated: it continues where it was stopped.
   *
   * @returns the outcome of each; an order that could not be read stays on the list
   */
  async apply(decision: OperatorDecision, options: RecheckOptions = {}): Promise<RecheckReport> {
    const orders: RecheckedOrder[] = [];
    for await (const row of this.standing(options.group)) {
      if (options.signal?.aborted) return { orders, complete: false };
      orders.push(await this.applyOne(row, decision, options.silent === true));
      options.onProgress?.(orders.length);
    }
    return { orders, complete: true };
  }

  private async applyOne(
    row: PaymentOrderEntity,
    decision: OperatorDecision,
    silent: boolean,
  ): Promise<RecheckedOrder> {
    // In a copy of the production database in another environment, the order must not be read (scenario C3).
    if (row.mode !== (await this.groups.resolve(row.group)).mode)
      return { ...toRechecked(row, 'unread'), error: OTHER_MODE };
    try {
      await (silent ? this.orderAdmin.correct(row, decision) : this.orderAdmin.sync(row, decision, 'poll'));
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      return { ...toRechecked(row, 'unread'), error: error.code };
    }
    const { order: now } = await this.repository.get(row.orderId, row.group);
    if (now.status === 'authorised') await this.markRead(now);
    return toRechecked(now, now.paidAt === null ? 'not-paid' : silent ? 'corrected' : 'told');
  }

  /** The order was read and its record is right: it need not be read again. */
  private async markRead({ group, orderId }: PaymentOrderEntity): Promise<void> {
    const standing = { ...STANDING, group, orderId };
    await this.transactions.run((tx) => tx.update(PaymentOrderEntity, standing, { serviceStatus: 'completed' }));
  }

  private async *standing(group?: string): AsyncGenerator<PaymentOrderEntity> {
    const names = group === undefined ? (await this.groups.sought()).map(({ name }) => name) : [group];
    for (const name of names) {
      const where = { ...STANDING, group: name };
      const list = { entity: PaymentOrderEntity, where, key: ['createdAt', 'orderId'], isRising: true } as const;
      for (let cursor: string | null = ''; cursor !== null;) {
        const options = { cursor, limit: PAGE_ROWS };
        const page: Page<PaymentOrderEntity> = await this.transactions.run((tx) => readPage(tx, list, options));
        yield* page.items;
        cursor = page.next;
      }
    }
  }
}

const toRechecked = (row: PaymentOrderEntity, outcome: RecheckedOrder['outcome']): RecheckedOrder => ({
  group: row.group,
  orderId: row.orderId,
  amount: { amount: row.amount, currency: row.currency },
  createdAt: row.createdAt,
  status: row.status,
  outcome,
});
