import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { Money, type PaymentError } from '../../protocol/index.js';
import { storableText } from '../../support/index.js';
import { refusal, TRANSACTIONS } from '../../shop/core/index.js';
import { DECISION_WIDTH, DecisionEntity, type OperatorDecision } from '../../shop/decisions/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { RefundEntity } from '../../shop/refund-records/index.js';
import type { Refund, RefundRequest } from '../../shop/refunds/index.js';
import type { DashboardRole } from '../dashboard.options.js';
import { limitIn } from '../frame/rights.js';

/** States of refunds that pay no money. */
const ENDED_UNPAID: ReadonlySet<string> = new Set(['cancelled', 'rejected']);

type AskedRefund = RefundRequest & OperatorDecision;

/** Refunds that staff request, within the limit of their role. */
@Injectable()
export class StaffRefunds {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /**
   * Requests a refund. The limit covers all refunds of the order that this person has requested, and is checked under
   * the order's lock. So neither several small refunds nor two at once can exceed it.
   *
   * @throws PaymentError `REFUND_NOT_PERMITTED` beyond the limit, and like `payments.refunds.request`: nothing was
   *   written
   */
  async request(request: AskedRefund, role: DashboardRole): Promise<Refund> {
    if (role === 'everything') return this.payments.refunds.request(request);
    const ask = async (tx: EntityManager): Promise<Refund> => {
      // The request locks the order. If the total is too high, the transaction rolls the refund back.
      const refund = await this.payments.refunds.request({ ...request, manager: tx });
      const limit = limitIn(role, refund.amount.currency);
      if (limit !== null && (await askedFor(tx, refund, request.by)) > limit.amount) throw notPermitted(refund, limit);
      return refund;
    };
    return request.manager ? ask(request.manager) : this.transactions.run(ask);
  }
}

/** How much a person has requested for an order so far; refunds that pay nothing do not count. */
async function askedFor(tx: EntityManager, { group, orderId, amount }: Refund, person: string): Promise<number> {
  const by = storableText(person, DECISION_WIDTH.by);
  const where = { group, orderId };
  const refunds = await tx.find(RefundEntity, { where: { ...where, currency: amount.currency, origin: 'shop' } });
  // The name on a refund is erased with the order's personal data; the decision keeps it.
  const decided = await tx.find(DecisionEntity, { where: { ...where, about: 'refund', decision: 'requested' } });
  const own = new Set(decided.flatMap((row) => (row.by === by ? [row.subjectId] : [])));
  return refunds
    .filter(({ id, askedBy }) => askedBy === by || own.has(id))
    .filter(({ state }) => !ENDED_UNPAID.has(state))
    .reduce((sum, row) => sum + row.amount, 0);
}

const notPermitted = ({ group, orderId }: Refund, limit: Money): PaymentError =>
  refusal({
    code: 'REFUND_NOT_PERMITTED',
    message: `Nothing was done: you may refund at most ${limit.toString()} of this order, with all that you have requested before.`,
    httpStatus: 403,
    group,
    orderId,
  });
