import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  GroupSwitches,
  SANDBOX_SETTINGS,
  SandboxDatabase,
  type SandboxSettings,
  type SandboxSwitches,
  type ServiceFault,
  type Refused,
} from '../../core/index.js';
import type { NotificationTicket } from '../../notifications/index.js';
import {
  asTry,
  findFormerTry,
  habitsOf,
  OrderFinder,
  type RefundHabits,
  type SandboxOrderEntity,
  SandboxTransactionEntity,
  type ShownStatus,
  TransactionMaker,
} from '../../orders/index.js';
import { isUsedOrderId } from '../captures/order-split.js';
import { nextMidnight } from './midnight.js';
import { decideRefund, exceedsBalance } from './refund-verdict.js';
import { RefundEffects } from './refund-effects.js';
import { RefundHistory } from './refund-history.js';
import type { RefundRequest, RefundSource } from './refund.types.js';

/** A booked refund, or the refusal. */
export type RefundOutcome =
  | {
      ok: true;
      order: SandboxOrderEntity;
      refund: SandboxTransactionEntity;
      originalId: string;
      ticket: NotificationTicket | null;
    }
  | Refused;

/** Books refunds, each as its own order, and cancels them while that is possible (protocol §2.6, §2.7, §6). */
@Injectable()
export class Refunds {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    private readonly history: RefundHistory,
    private readonly effects: RefundEffects,
    private readonly maker: TransactionMaker,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Books a refund: reserved until midnight. Requests for one order run one after the other, so their sum stays correct. */
  book(orderKey: string, request: RefundRequest, source: RefundSource): Promise<RefundOutcome> {
    return this.database.run(async (em): Promise<RefundOutcome> => {
      const whole = await this.finder.byKey(em, orderKey);
      const { transactionKey } = request;
      const former = transactionKey ? await findFormerTry(em, whole, { id: transactionKey }) : null;
      const order = former === null ? whole : asTry(whole, former);
      const refundCase = await this.history.caseOf(em, order, request.amount);
      const decision = decideRefund(refundCase, source);
      const asked = request.amount ?? order.amount - refundCase.refunded;
      if (source === 'api') await this.history.note(em, order, asked);
      if (!decision.ok) return decision;
      const used = await this.#usedId(em, order, request.refundOrderId);
      if (used !== null) return { ok: false, fault: used };
      const original = await em.findOneBy(SandboxTransactionEntity, { id: order.transactionKey ?? '' });
      const isShort = exceedsBalance(refundCase, decision.amount);
      const refund = await this.#add(em, { order, original, request, amount: decision.amount, isShort });
      const ticket = await this.effects.follow(em, whole, refund);
      return { ok: true, order: whole, refund, originalId: original?.transactionId ?? '', ticket };
    });
  }

  /** Cancels a refund while it is only reserved. */
  cancel(refundKey: string): Promise<RefundOutcome> {
    return this.database.run(async (em): Promise<RefundOutcome> => {
      const refund = await em.findOneByOrFail(SandboxTransactionEntity, { id: refundKey });
      if (refund.status !== 'reserved' && refund.status !== 'initialized') {
        return { ok: false, fault: { code: 1034, detail: `a refund that is ${refund.status} cannot be cancelled` } };
      }
      return this.end(em, refund, 'void');
    });
  }

  /** Lets a refund wait another day; the shop is notified if that is visible. */
  async wait(em: EntityManager, refund: SandboxTransactionEntity): Promise<NotificationTicket | null> {
    const order = await this.finder.byKey(em, refund.orderKey);
    const { waiting = refund } = habitsOf(refund.method, this.switches.of(order.group)).refund;
    const isShown = waiting.status !== refund.status || waiting.financialStatus !== refund.financialStatus;
    const now = this.settings.clock.now();
    const { status, financialStatus } = waiting;
    const modifiedAt = isShown ? Math.max(now, refund.modifiedAt) : refund.modifiedAt;
    Object.assign(refund, { status, financialStatus, modifiedAt, dueAt: nextMidnight(now, this.settings.timeZone) });
    await em.save(refund);
    return isShown ? this.effects.follow(em, order, refund) : null;
  }

  /** Ends a reserved refund, and updates its order. */
  async end(
    em: EntityManager,
    refund: SandboxTransactionEntity,
    status: 'completed' | 'declined' | 'void',
  ): Promise<RefundOutcome & { ok: true }> {
    const order = await this.finder.byKey(em, refund.orderKey);
    const now = Math.max(this.settings.clock.now(), refund.modifiedAt);
    const completedAt = status === 'completed' ? now : null;
    const { refund: words } = habitsOf(refund.method, this.switches.of(order.group));
    const financialStatus = status === 'completed' ? words.doneFinancial : status;
    const { listedRefunds } = this.switches.of(order.group);
    const isListed = listedRefunds === 'all' || (listedRefunds === 'standing' && status === 'completed');
    const parentKey = isListed ? refund.parentKey : null;
    Object.assign(refund, { status, financialStatus, modifiedAt: now, completedAt, dueAt: null, parentKey });
    await em.save(refund);
    const ticket = await this.effects.follow(em, order, refund);
    return { ok: true, order, refund, originalId: refund.referenceId ?? '', ticket };
  }

  async #usedId(em: EntityManager, order: SandboxOrderEntity, id: string | null): Promise<ServiceFault | null> {
    if (id === null || id === order.orderId) return null;
    const refund = await em.existsBy(SandboxTransactionEntity, { site: order.site, refundOrderId: id });
    const { refundOrderIdReuse } = this.switches.of(order.group);
    if (refund) return refundOrderIdReuse === 'accepted' ? null : { code: 1006, detail: 'refund_order_id is in use' };
    const used = await isUsedOrderId(em, order.site, id);
    return used ? { code: 1006, detail: 'refund_order_id is in use for an order' } : null;
  }

  // Tags that the account does not return are not stored where an answer could show them.
  async #add(em: EntityManager, booking: Booking): Promise<SandboxTransactionEntity> {
    const { order, original, request, amount } = booking;
    const switches = this.switches.of(order.group);
    const method = original?.method ?? order.gateway ?? '';
    const tags = new Set(switches.untaggedMethods.includes(method) ? [] : switches.refundTags);
    const begun = this.#begun(booking, habitsOf(method, switches).refund);
    const now = Math.max(this.settings.clock.now(), order.createdAt);
    const isDone = begun.status === 'completed';
    const isOver = isDone || begun.status === 'declined';
    const refund = await this.maker.add(em, order, {
      type: 'refund',
      parentKey: isLeftOut(switches.listedRefunds) ? null : order.id,
      inCosts: switches.listedRefunds === 'costs',
      referenceId: original?.transactionId ?? null,
      refundOrderId: request.refundOrderId,
      method,
      ...begun,
      amount,
      variables: tags.has('var') ? request.variables : {},
      completedAt: isDone ? now : null,
      dueAt: isOver ? null : nextMidnight(this.settings.clock.now(), this.settings.timeZone),
    });
    const isOwnId = request.refundOrderId !== null;
    if (isOwnId) refund.orderId = tags.has('refund_order_id') ? String(request.refundOrderId) : refund.transactionId;
    const text = tags.has('description') ? request.description : null;
    refund.description = text ?? `Refund of order ${order.orderId}`;
    return em.save(refund);
  }

  // A method without a waiting state is refused at once; other methods are refused at midnight.
  #begun({ order, isShort }: Booking, { begun }: RefundHabits): ShownStatus {
    const { lowBalance } = this.switches.of(order.group);
    const isRefused = isShort && lowBalance === 'declined' && begun.status === 'completed';
    return isRefused ? { status: 'declined', financialStatus: 'declined' } : begun;
  }
}

const isLeftOut = (listed: SandboxSwitches['listedRefunds']): boolean => listed === 'none' || listed === 'costs';

interface Booking {
  readonly order: SandboxOrderEntity;
  readonly original: SandboxTransactionEntity | null;
  readonly request: RefundRequest;
  readonly amount: number;
  /** Whether the balance is too low for it. */
  readonly isShort: boolean;
}
