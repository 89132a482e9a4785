import { Inject, Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { Money, type PaymentError } from '../../protocol/index.js';
import { storableText } from '../../support/index.js';
import { refusal, TRANSACTIONS } from '../../shop/core/index.js';
import { DECISION_WIDTH, DecisionEntity, type OperatorDecision } from '../../shop/decisions/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { RefundEntity, UNPAID_STATES } from '../../shop/refund-records/index.js';
import type { Refund, RefundRequest } from '../../shop/refunds/index.js';
import type { DashboardRole } from '../dashboard.options.js';
import { limitIn } from '../frame/rights.js';

/** What a member of staff asks for. */
type AskedRefund = RefundRequest &
  OperatorDecision & {
    /** The newest refund of the order when the page was shown, see {@link newestRefundOf}; left out: not compared. */
    readonly newestSeen?: string;
  };

/** The order got another refund since the page was shown. */
export class RefundMeanwhile extends Error {
  readonly amount: Money;
  /** Null for one that no member of staff has requested here. */
  readonly askedBy: string | null;

  constructor({ amount, currency, askedBy }: RefundEntity) {
    super('another refund of the order is newer than the page');
    this.amount = Money.ofMinor(amount, currency);
    this.askedBy = askedBy;
  }
}

/** What a page shows as the newest refund of its order; it is empty where there is none. */
export const newestRefundOf = ([newest]: readonly Refund[]): string => newest?.id ?? '';

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
   * Two who answer the same customer would pay twice, as long as both amounts are left. So nothing is written where the
   * order got another refund since the page was shown.
   *
   * @throws RefundMeanwhile where there is a newer refund than `newestSeen`: nothing was written
   * @throws PaymentError `REFUND_NOT_PERMITTED` beyond the limit, and like `payments.refunds.request`: nothing was
   *   written
   */
  async request({ newestSeen, ...request }: AskedRefund, role: DashboardRole): Promise<Refund> {
    const ask = async (tx: EntityManager): Promise<Refund> => {
      // The request locks the order. If it may not be, the transaction rolls the refund back.
      const refund = await this.payments.refunds.request({ ...request, manager: tx });
      const other = refund.isNew && newestSeen !== undefined ? await newestBeside(tx, refund) : null;
      if (other !== null && other.id !== newestSeen) throw new RefundMeanwhile(other);
      const limit = limitIn(role, refund.amount.currency);
      if (limit !== null && (await askedFor(tx, refund, request.by)) > limit.amount) throw notPermitted(refund, limit);
      return refund;
    };
    return request.manager ? ask(request.manager) : this.transactions.run(ask);
  }
}

/** The newest refund of the order apart from this one, of all that its page lists. */
const newestBeside = (tx: EntityManager, { id, group, orderId }: Refund): Promise<RefundEntity | null> =>
  tx.findOne(RefundEntity, { where: { group, orderId, id: Not(id) }, order: { id: 'DESC' } });

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
    .filter(({ state }) => !UNPAID_STATES.has(state))
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
