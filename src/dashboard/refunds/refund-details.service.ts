import { Injectable } from '@nestjs/common';
import { isPaymentError, type RelatedTransaction } from '../../protocol/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import type { RecordedDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundProof } from '../../shop/refunds/index.js';
import { TerminalGroups } from '../../shop/core/index.js';

/** The service's current data of an order, or why it could not be read. */
export type ServiceReading =
  | { readonly status: string | null; readonly rows: readonly RelatedTransaction[] }
  | { readonly failure: string };

/** One refund, and all that is known about it. */
export interface RefundDetails {
  readonly refund: Refund;
  /** Oldest first. */
  readonly proofs: readonly RefundProof[];
  readonly decisions: readonly RecordedDecision[];
  /** The other refunds of its order, newest first; at most one page. */
  readonly siblings: readonly Refund[];
  /** The earliest time of its sending if a person decides that the service does not have it. Epoch milliseconds. */
  readonly quietUntil: number | null;
  /** Null if the service was not read. */
  readonly reading: ServiceReading | null;
}

const MOST_SIBLINGS = 25;

/** Collects what a person needs in order to decide about a refund. */
@Injectable()
export class RefundDetailsService {
  constructor(
    @InjectPayments() private readonly payments: Payments,
    private readonly groups: TerminalGroups,
  ) {}

  /** Null if the refund does not exist. @param isAsked - whether to read the service's current data, which changes nothing */
  async read(id: string, isAsked: boolean): Promise<RefundDetails | null> {
    const { refunds } = this.payments;
    const refund = await refunds.find(id);
    if (refund === null) return null;
    const ofOrder = { group: refund.group, orderId: refund.orderId };
    const [proofs, decisions, { items: all }, reading] = await Promise.all([
      refunds.evidence(id),
      refunds.decisions(id),
      refunds.list({ ...ofOrder, order: 'newest-first', limit: MOST_SIBLINGS + 1 }),
      isAsked ? this.reading(refund) : null,
    ]);
    const siblings = all.filter((other) => other.id !== id).slice(0, MOST_SIBLINGS);
    return { refund, proofs, decisions, siblings, reading, quietUntil: this.quietUntil(refund) };
  }

  private quietUntil({ group, lastSentAt }: Refund): number | null {
    const rules = this.groups.find(group)?.refunds;
    return rules === undefined || lastSentAt === null ? null : lastSentAt + rules.quietMs;
  }

  private async reading({ group, serviceOrderId }: Refund): Promise<ServiceReading> {
    try {
      const order = await this.payments.orders.fetch(serviceOrderId, { group });
      return { status: order.status, rows: order.related_transactions };
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      return { failure: `${error.message} ${error.advice}` };
    }
  }
}
