import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, MoreThan, Not } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import { createId } from '../../../support/index.js';
import { readOrderRecord, type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import { GroupSwitches, SANDBOX_SETTINGS, type SandboxSettings } from '../../core/index.js';
import { Chargebacks } from '../outcomes/chargebacks.js';
import type { RefundCase } from './refund-verdict.js';
import { SandboxRefundRequestEntity } from './sandbox-refund-request.entity.js';

/** Statuses of refunds that count: neither voided nor declined. */
const LIVE: readonly OrderStatus[] = ['initialized', 'reserved', 'uncleared', 'completed'];

/** Earlier refunds and refund requests, which decide about the next refund. */
@Injectable()
export class RefundHistory {
  constructor(
    private readonly switches: GroupSwitches,
    private readonly chargebacks: Chargebacks,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Collects the data that decides about a refund of an order. */
  async caseOf(em: EntityManager, order: SandboxOrderEntity, amount: number | null): Promise<RefundCase> {
    const switches = this.switches.of(order.group);
    // A shipped part is refunded with the id of its shipment (protocol §2.3), so it counts only there.
    const shipped = await em.sum(SandboxTransactionEntity, 'amount', { parentKey: order.id, type: 'shipment' });
    const given = (await this.given(em, order)) + (await this.chargebacks.sum(em, order));
    const refunded = given + (shipped ?? 0);
    const { transaction, parts } = await readOrderRecord(em, order);
    const now = this.settings.clock.now();
    const wanted = { order, amount: amount ?? order.amount - refunded, since: now - switches.refundGuardMs };
    return {
      order,
      amount,
      refunded,
      // Not needed if the balance is unlimited.
      paidOut:
        switches.payoutBalance === null ? 0 : await this.sum(em, { group: order.group, currency: order.currency }),
      methods: [...parts, ...(transaction === null ? [] : [transaction])].map(({ method }) => method),
      now,
      lastEqualAt: await this.#lastEqualAt(em, wanted),
      lastRequestAt: await this.#lastRequestAt(em, order.site),
      switches,
    };
  }

  /** The sum of the refunds of one payment, in minor units: another try may have been paid as well. */
  async given(em: EntityManager, order: SandboxOrderEntity, statuses?: readonly OrderStatus[]): Promise<number> {
    const { tries } = await readOrderRecord(em, order);
    const others = tries.filter(({ id }) => id !== order.transactionKey).map(({ transactionId }) => transactionId);
    const isOwn = others.length === 0 ? {} : { referenceId: Not(In(others)) };
    return this.sum(em, { orderKey: order.id, ...isOwn }, statuses);
  }

  /** The sum of refunds, including promised ones, in minor units. */
  async sum(
    em: EntityManager,
    where: Pick<FindOptionsWhere<SandboxTransactionEntity>, 'orderKey' | 'group' | 'currency' | 'referenceId'>,
    statuses: readonly OrderStatus[] = LIVE,
  ): Promise<number> {
    const total = await em.sum(SandboxTransactionEntity, 'amount', { ...where, type: 'refund', status: In(statuses) });
    return total ?? 0;
  }

  /** Records a refund request, accepted or refused. */
  async note(em: EntityManager, { id: orderKey, site }: SandboxOrderEntity, amount: number): Promise<void> {
    const { clock } = this.settings;
    await em.insert(SandboxRefundRequestEntity, { id: createId(clock), site, orderKey, amount, at: clock.now() });
  }

  async #lastEqualAt(em: EntityManager, { order, amount, since }: EqualSearch): Promise<number | null> {
    const { refundGuard, refundGuardAnchor } = this.switches.of(order.group);
    const scope = refundGuard === 'site' ? { site: order.site } : { orderKey: order.id };
    if (refundGuardAnchor === 'requested') {
      const where = { ...scope, amount, at: MoreThan(since) };
      return em.maximum(SandboxRefundRequestEntity, 'at', where);
    }
    const where = { ...scope, amount, type: 'refund' as const, status: In(LIVE), createdAt: MoreThan(since) };
    return em.maximum(SandboxTransactionEntity, 'createdAt', where);
  }

  #lastRequestAt(em: EntityManager, site: string): Promise<number | null> {
    return em.maximum(SandboxRefundRequestEntity, 'at', { site });
  }
}

interface EqualSearch {
  readonly order: SandboxOrderEntity;
  readonly amount: number;
  readonly since: number;
}
