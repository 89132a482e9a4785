import { Injectable } from '@nestjs/common';
import { isPaymentError, type RelatedTransaction } from '../../protocol/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import type { RecordedDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundProof } from '../../shop/refunds/index.js';
import { TerminalGroups } from '../../shop/core/index.js';

/** What the service has of an order now, or why it could not be asked. */
export type ServiceReading =
  | { readonly status: string | null; readonly rows: readonly RelatedTransaction[] }
  | { readonly failure: string };

/** One refund, and all that is known of it. */
export interface RefundDetails {
  readonly refund: Refund;
  /** Oldest first. */
  readonly proofs: readonly RefundProof[];
  readonly decisions: readonly RecordedDecision[];
  /** The other refunds of its order, the newest first; at most as many as a page has. */
  readonly siblings: readonly Refund[];
  /** When it would be sent at the earliest, if a person says that the service does not have it. Epoch milliseconds. */
  readonly quietUntil: number | null;
  /** Null when the service was not asked. */
  readonly reading: ServiceReading | null;
}

const MOST_SIBLINGS = 25;

/** Gathers what a person has to know to decide about a refund. */
@Injectable()
export class RefundDetailsService {
  constructor(
    @InjectPayments() private readonly payments: Payments,
    private readonly groups: TerminalGroups,
  ) {}

  /** Null when there is no such refund. @param isAsked - whether to ask the service what it has now; it changes nothing */
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
