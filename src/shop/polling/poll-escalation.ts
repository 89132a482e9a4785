import { Inject, Injectable, Logger } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { afterCommit } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import { Ledger, ObservationEntity, PaymentOrderEntity } from '../orders/index.js';
import { messages, CLOCK, passesByItself, type AttentionReason } from '../core/index.js';
import type { ParkReason } from '../poll-schedule/index.js';
import type { Subject } from './poll-subject.js';

/** What was stored. No refund changes by it. */
interface Noted {
  readonly changes: readonly never[];
  readonly attention?: string;
  /** Whether a person must be alerted. */
  readonly isNew: boolean;
}

const NOTHING: Noted = { changes: [], isNew: false };

/** How a wait ends that would otherwise not end. */
interface Parking {
  /** Why the last poll failed; null when it succeeded but gave no final status. */
  readonly error: string | null;
  /** Stores that the row is parked. @returns false when another process has the row by now */
  readonly end: (tx: EntityManager) => Promise<boolean>;
}

/**
 * Alerts a person, once, about an order that polling alone cannot finish: `attention` of the order, an entry in its timeline,
 * an error in the log. A paid order needs no one.
 */
@Injectable()
export class PollEscalation {
  private readonly logger = new Logger('Tillbridge:Polling');

  constructor(
    private readonly ledger: Ledger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stops the polls of the attempt. */
  async park(subject: Subject, reason: ParkReason, { error, end }: Parking): Promise<void> {
    const { isNew } = await this.change(subject, async (tx, order) => {
      if (!(await end(tx))) return NOTHING;
      return this.note(tx, order, { subject, reason, decision: 'parked' });
    });
    if (!isNew) return;
    const { group, orderId } = subject.order;
    this.logger.error(messages.pollParked({ orderId, group, reason, error }));
  }

  /** Reports an attempt whose polls fail repeatedly. It is still polled. */
  async report(subject: Subject, error: string): Promise<void> {
    const reason = 'unreadable';
    const { isNew } = await this.change(subject, (tx, order) =>
      this.note(tx, order, { subject, reason, decision: 'failed' }),
    );
    if (!isNew) return;
    this.logger.error(messages.pollUnreadable(subject.order.orderId, subject.order.group, error));
  }

  /**
   * Marks a paid order whose answers contradict it even after the last read. Runs in the transaction of that read, under the
   * lock of the order.
   */
  async leaveInDoubt(tx: EntityManager, { order, attempt }: Subject): Promise<void> {
    const { group, orderId, status, attention } = order;
    // What passes by itself would leave nothing behind.
    const known = attention !== null && passesByItself(attention) ? attention : IsNull();
    const change = { attention: 'payment_in_doubt' satisfies AttentionReason };
    await tx.update(PaymentOrderEntity, { group, orderId, attention: known }, change);
    const text = messages.paymentInDoubt(attempt.serviceOrderId, group, String(status));
    afterCommit(tx, () => this.logger.error(text));
  }

  private async change(
    { order: { group, orderId } }: Subject,
    act: (tx: EntityManager, order: PaymentOrderEntity) => Promise<Noted>,
  ): Promise<Noted> {
    return this.ledger.applyRefundChanges({ group, orderId, source: 'poll' }, act);
  }

  private async note(
    tx: EntityManager,
    order: PaymentOrderEntity,
    { subject, reason, decision }: { subject: Subject; reason: ParkReason; decision: 'parked' | 'failed' },
  ): Promise<Noted> {
    if (order.paidAt !== null) return NOTHING;
    await tx.insert(ObservationEntity, {
      id: createId(this.clock),
      group: order.group,
      orderId: order.orderId,
      attempt: subject.attempt.number,
      source: 'poll',
      notificationId: null,
      rawStatus: null,
      decision,
      reason,
      observedAt: this.clock.now(),
    });
    // An existing `attention` is more serious, or was set earlier.
    return {
      changes: [],
      isNew: true,
      ...(order.attention === null ? { attention: reason satisfies AttentionReason } : {}),
    };
  }
}
