import { Inject, Injectable, Logger } from '@nestjs/common';
import { createId, type Clock } from '../../../support/index.js';
import { CLOCK, messages, passesByItself, type AttentionReason } from '../../core/index.js';
import { isUnknownThere } from '../../client/index.js';
import { Ledger, ObservationEntity, OrderReader, type ListedSubject } from '../../orders/index.js';
import { unseenReason, type UnseenTry } from './unseen-try.js';

const NOTHING = { changes: [], isNew: false } as const;

/**
 * Follows listed money that a read by the order's id does not show: the page had several tries, and the service shows another
 * one. It is read by its own transaction id; if that does not explain it, a person is told, once.
 */
@Injectable()
export class UnseenMoney {
  private readonly logger = new Logger('Tillbridge:Reconciliation');

  constructor(
    private readonly reader: OrderReader,
    private readonly ledger: Ledger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Reads a try, once. An answer that is not about this try of this order changes nothing, nor does one that knows no such id.
   *
   * @throws PaymentError as a read of an order
   */
  async read({ attempt, transactionId }: UnseenTry): Promise<void> {
    try {
      await this.reader.readTry(attempt, transactionId, { source: 'sync', priority: 'sweep' });
    } catch (error) {
      if (!isUnknownThere(error)) throw error;
    }
  }

  /**
   * Tells a person of money that stays unexplained: `attention` of the order, an entry in its timeline, an error in the log.
   *
   * @param remains - decides again under the lock of the order: a notification may have come meanwhile
   */
  async tell({ attempt, transactionId }: UnseenTry, remains: (subject: ListedSubject) => boolean): Promise<void> {
    const { group, orderId } = attempt;
    const reason = unseenReason(transactionId);
    const { isNew } = await this.ledger.applyRefundChanges({ group, orderId, source: 'sync' }, async (tx, order) => {
      const isReported = await tx.existsBy(ObservationEntity, { group, orderId, reason });
      if (isReported || !remains({ order, attempt })) return NOTHING;
      await tx.insert(ObservationEntity, {
        id: createId(this.clock),
        group,
        orderId,
        attempt: attempt.number,
        source: 'sync',
        notificationId: null,
        rawStatus: null,
        decision: 'failed',
        reason,
        observedAt: this.clock.now(),
      });
      // Another reason stays first: this one takes its place when that one is acknowledged.
      const isFree = order.attention === null || passesByItself(order.attention);
      const attention = isFree ? { attention: 'payment_unseen' satisfies AttentionReason } : {};
      return { changes: [], isNew: true, ...attention };
    });
    if (isNew) this.logger.error(messages.paymentUnseen(orderId, group, transactionId));
  }
}
