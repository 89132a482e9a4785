import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../protocol/index.js';
import { NotificationQueue, type NotificationTicket } from '../../notifications/index.js';
import {
  asTry,
  findFormerTry,
  habitsOf,
  isPayLater,
  SandboxOrderEntity,
  SandboxTransactionEntity,
} from '../../orders/index.js';
import { GroupSwitches, SANDBOX_SETTINGS, type SandboxSettings, type SandboxSwitches } from '../../core/index.js';
import { GiftCardReturns } from '../instruments/gift-card-returns.js';
import { restingStatus } from '../outcomes/resting-status.js';
import { RefundHistory } from './refund-history.js';

/** The effect of a refund on its original order: amount, status, notification (protocol §5.7, §6.3). */
@Injectable()
export class RefundEffects {
  constructor(
    private readonly history: RefundHistory,
    private readonly giftCards: GiftCardReturns,
    private readonly switches: GroupSwitches,
    private readonly queue: NotificationQueue,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Updates the order after its refunds, and notifies the shop, with the order as the body.
   *
   * @param refund the refund that has changed: it may be of a try that was paid besides the one whose state the order has.
   */
  async follow(
    em: EntityManager,
    order: SandboxOrderEntity,
    { referenceId }: Pick<SandboxTransactionEntity, 'referenceId'>,
  ): Promise<NotificationTicket | null> {
    const former = referenceId === null ? null : await findFormerTry(em, order, { transactionId: referenceId });
    const changed = former === null ? order : asTry(order, former);
    const shown = shownIn(this.switches.of(order.group));
    changed.amountRefunded = changed.amountChargedBack + (await this.history.given(em, changed, shown));
    changed.modifiedAt = Math.max(this.settings.clock.now(), changed.modifiedAt);
    const isVoidedHere = await this.#isShownAsVoid(em, changed);
    // The end of a refund does not bring back a payment that was taken back since.
    const isStanding = ORDER_STATUS_TABLE[changed.status].paid && changed.status !== 'chargedback';
    if (isVoidedHere || isStanding) await this.#rest(em, changed);
    if (isVoidedHere) showAsVoid(changed);
    const { status, financialStatus, modifiedAt, amountRefunded, transactionKey } = changed;
    if (former === null) {
      await em.save(order);
      await this.giftCards.follow(em, order);
    }
    if (transactionKey !== null) {
      const changes = { status, financialStatus, modifiedAt, ...(former && { amountRefunded }) };
      await em.update(SandboxTransactionEntity, { id: transactionKey }, changes);
    }
    return this.queue.add(em, order, 'refund', transactionKey);
  }

  /** Whether the account shows a refund of this order as void, and a part of it not at all. */
  async #isShownAsVoid(
    em: EntityManager,
    { group, transactionKey, completedAt }: SandboxOrderEntity,
  ): Promise<boolean> {
    // One that the shop has called off stays as it is.
    if (completedAt === null || this.switches.of(group).lentRefundForm !== 'void') return false;
    const paid = await em.findOneBy(SandboxTransactionEntity, { id: transactionKey ?? '' });
    return isPayLater(paid?.method ?? null);
  }

  async #rest(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const wasRefund = isRefund(order.financialStatus);
    order.status = restingStatus(order);
    const { refundStatusIn } = this.switches.of(order.group);
    // A lender still owes the money, even if parts are refunded.
    if (order.financialStatus === 'uncleared') return;
    if (isRefund(order.status) && refundStatusIn !== 'status') order.financialStatus = order.status;
    else if (wasRefund) order.financialStatus = await this.#paidAs(em, order);
    if (refundStatusIn === 'financial_status') order.status = restingStatus({ ...order, amountRefunded: 0 });
  }

  /** The status of a payment without refunds. */
  async #paidAs(em: EntityManager, { group, transactionKey }: SandboxOrderEntity): Promise<OrderStatus> {
    const paid = await em.findOneBy(SandboxTransactionEntity, { id: transactionKey ?? '' });
    const habits = habitsOf(paid?.method ?? null, this.switches.of(group));
    return habits.paid === 'initialized' ? 'initialized' : 'completed';
  }
}

/** The statuses of the refunds that the order's own status and amount show; undefined for all that move money. */
function shownIn({ amountRefundedAt, listedRefunds }: SandboxSwitches): readonly OrderStatus[] | undefined {
  if (listedRefunds === 'costs') return [];
  return amountRefundedAt === 'acceptance' ? undefined : ['completed'];
}

const isRefund = (status: string | null): boolean => status === 'refunded' || status === 'partial_refunded';

function showAsVoid(order: SandboxOrderEntity): void {
  if (order.status === 'refunded') Object.assign(order, { status: 'void', financialStatus: 'void' });
  else if (order.status === 'partial_refunded') order.status = order.shippedAt === null ? 'completed' : 'shipped';
}
