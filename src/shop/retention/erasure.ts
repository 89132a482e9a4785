import { Inject, Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual, Not, type EntityManager } from 'typeorm';
import type { Clock } from '../../support/index.js';
import { OutboxEntity } from '../effects/index.js';
import { dropParts, NotificationEntity } from '../notifications/index.js';
import { AttemptEntity, GIVEN_UP, PaymentOrderEntity, type PaymentStatus } from '../orders/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { RefundEntity, RefundEvidenceEntity, RefundWatchEntity, UNSENT_STATES } from '../refund-records/index.js';
import { CLOCK } from '../core/index.js';

/** The states in which a notification needs no more work. */
const FINISHED = ['done', 'unmatched'] as const;

/** What stays of a notification: its keys, times and state, which identify a repeat (promise 2). */
const WITHOUT_CONTENT = { state: 'erased', body: Buffer.alloc(0), lastError: null } as const;

/**
 * Where personal data is, and how it is erased: bodies of notifications, the description and payment pages of orders,
 * texts of errors. Keys, hashes, amounts, statuses, transitions and decisions stay (decision 017).
 */
@Injectable()
export class Erasure {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Empties notifications by id, except those that still wait for something. @returns how many were emptied */
  async notifications(tx: EntityManager, ids: readonly string[]): Promise<number> {
    const { affected } = await tx.update(
      NotificationEntity,
      { id: In([...ids]), state: In([...FINISHED]) },
      WITHOUT_CONTENT,
    );
    await dropParts(tx, { id: In([...ids]) });
    return affected ?? 0;
  }

  /** Empties the finished notifications about one order. @returns how many were emptied, and how many are not finished */
  async notificationsOf(tx: EntityManager, order: PaymentOrderEntity): Promise<[number, number]> {
    const ids = [...new Set([order.orderId, ...(await serviceIdsOf(tx, order))])];
    const about = { group: order.group, orderId: In(ids) };
    const { affected } = await tx.update(NotificationEntity, { ...about, state: In([...FINISHED]) }, WITHOUT_CONTENT);
    await dropParts(tx, about);
    const kept = await tx.countBy(NotificationEntity, { ...about, state: In(['pending', 'parked']) });
    return [affected ?? 0, kept];
  }

  /**
   * Erases the data of an order, its attempts, its refunds and the work about it. A refund that may still be sent keeps its
   * data, and the order stays due for erasure.
   *
   * @param order - the locked row
   * @param pages - false: its payment pages stay, and the order stays due for erasure
   * @returns how many refunds keep their data
   */
  async order(tx: EntityManager, order: PaymentOrderEntity, pages: boolean): Promise<number> {
    const { group, orderId } = order;
    const keptRefunds = await this.refundsOf(tx, order);
    const erasedAt = pages && keptRefunds === 0 ? this.clock.now() : 0;
    await tx.update(PaymentOrderEntity, { group, orderId }, { description: '', erasedAt });
    const ended = In(['done', 'discarded']);
    await tx.update(OutboxEntity, { group, orderId, state: ended }, { lastError: null });
    const ids = In(await serviceIdsOf(tx, order));
    await tx.update(PollEntity, { group, serviceOrderId: ids, state: In(['done', 'parked']) }, { lastError: null });
    if (pages) await tx.update(AttemptEntity, { group, orderId }, { paymentUrl: null, sessionId: null });
    return keptRefunds;
  }

  /** Whether a refund of the order may still be sent, or has changed since. */
  async hasFreshRefund(tx: EntityManager, { group, orderId }: PaymentOrderEntity, since: number): Promise<boolean> {
    const open = { group, orderId, state: In([...UNSENT_STATES]) };
    return tx.existsBy(RefundEntity, [open, { group, orderId, updatedAt: MoreThanOrEqual(since) }]);
  }

  /** Erases the texts of finished refunds, and who asked for them. @returns how many are not finished */
  private async refundsOf(tx: EntityManager, { group, orderId }: PaymentOrderEntity): Promise<number> {
    const rows = await tx.find(RefundEntity, { select: { id: true, state: true }, where: { group, orderId } });
    const over = rows.filter(({ state }) => !UNSENT_STATES.has(state)).map(({ id }) => id);
    if (over.length > 0) {
      await tx.update(RefundEntity, { id: In(over) }, { description: '', askedBy: null, cart: null });
      // A person's decision and its reason stay.
      await tx.update(RefundEvidenceEntity, { refundId: In(over), kind: Not('decision') }, { text: null });
      await tx.update(RefundWatchEntity, { id: In(over), state: 'done' }, { lastError: null });
    }
    return rows.length - over.length;
  }
}

/** The order's ids at the service, which its notifications use. */
async function serviceIdsOf(tx: EntityManager, { group, orderId }: PaymentOrderEntity): Promise<string[]> {
  const attempts = await tx.find(AttemptEntity, { select: { serviceOrderId: true }, where: { group, orderId } });
  return attempts.map(({ serviceOrderId }) => serviceOrderId);
}

/** The unpaid ends of an order. Another try needs a new attempt. */
export const ENDED_UNPAID: ReadonlySet<PaymentStatus> = new Set([...GIVEN_UP, 'declined']);

/** Whether the order's payment pages are no longer needed. */
export const isAtRest = ({ paidAt, status }: Pick<PaymentOrderEntity, 'paidAt' | 'status'>): boolean =>
  paidAt !== null || (status !== null && ENDED_UNPAID.has(status));
