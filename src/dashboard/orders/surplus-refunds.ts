import { Inject, Injectable } from '@nestjs/common';
import type { Transactions } from '../../database/engine/index.js';
import type { Money } from '../../protocol/index.js';
import { OrderMoneyReader } from '../../shop/admin/index.js';
import { TRANSACTIONS } from '../../shop/core/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundRequest } from '../../shop/refunds/index.js';
import type { DashboardRole } from '../dashboard.options.js';
import { StaffRefunds } from './staff-refunds.js';

/** An order's overpayment as the user saw it. */
type SeenSurplus = Pick<RefundRequest, 'orderId' | 'reason' | 'key'> &
  OperatorDecision & { readonly group: string; readonly amount: Money };

/** Refunds an overpayment: the amount that the user saw, once, even if it is requested several times. */
@Injectable()
export class SurplusRefunds {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly money: OrderMoneyReader,
    private readonly staffRefunds: StaffRefunds,
  ) {}

  /**
   * Requests the refund, under the order's lock. What another refund has paid back meanwhile is no longer an
   * overpayment.
   *
   * @returns null if the overpayment has changed; then nothing is done
   * @throws PaymentError like {@link StaffRefunds.request}
   */
  async giveBack(seen: SeenSurplus, role: DashboardRole): Promise<Refund | null> {
    return this.transactions.run(async (tx) => {
      const isCurrent = await this.money.isCurrent(tx, seen, { key: seen.key, next: seen.amount });
      return isCurrent ? this.staffRefunds.request({ ...seen, manager: tx }, role) : null;
    });
  }
}
