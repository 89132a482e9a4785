import { Inject, Injectable } from '@nestjs/common';
import type { Transactions } from '../../database/engine/index.js';
import type { Money } from '../../protocol/index.js';
import { OrderMoneyReader } from '../../shop/admin/index.js';
import { TRANSACTIONS } from '../../shop/core/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundRequest } from '../../shop/refunds/index.js';
import type { DashboardRole } from '../dashboard.options.js';
import { StaffRefunds } from './staff-refunds.js';

/** The surplus of an order as a person saw it. */
type SeenSurplus = Pick<RefundRequest, 'orderId' | 'reason' | 'key'> &
  OperatorDecision & { readonly group: string; readonly amount: Money };

/** Gives back what a customer paid too much: the amount that a person saw, once, however often it is asked for. */
@Injectable()
export class SurplusRefunds {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly money: OrderMoneyReader,
    private readonly staffRefunds: StaffRefunds,
  ) {}

  /**
   * Asks for the refund, under the lock of the order. What another refund has given back meanwhile is no surplus any more.
   *
   * @returns null, and nothing is done, when the surplus is another one by now
   * @throws PaymentError as {@link StaffRefunds.request}
   */
  async giveBack(seen: SeenSurplus, role: DashboardRole): Promise<Refund | null> {
    return this.transactions.run(async (tx) => {
      const isCurrent = await this.money.isCurrent(tx, seen, { key: seen.key, next: seen.amount });
      return isCurrent ? this.staffRefunds.request({ ...seen, manager: tx }, role) : null;
    });
  }
}
