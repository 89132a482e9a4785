import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import { createId } from '../../../support/index.js';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../../core/index.js';
import { SandboxOrderEntity, SandboxTransactionEntity, TransactionMaker } from '../../orders/index.js';

/** A part of an order that becomes an order of its own. */
export interface SplitPart {
  readonly type: 'capture' | 'shipment';
  readonly orderId: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly status: OrderStatus;
  readonly financialStatus: OrderStatus;
}

const SERIAL_DIGITS = 4;

/**
 * Splits partial captures and shipments off their order: each becomes an order with its own transaction
 * (protocol §2.3, §2.4).
 */
@Injectable()
export class OrderSplit {
  constructor(
    private readonly maker: TransactionMaker,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Makes the part's order; null if its `order_id` is in use on the website. */
  async split(em: EntityManager, order: SandboxOrderEntity, part: SplitPart): Promise<SplitResult | null> {
    const orderId = part.orderId ?? (await this.#serialId(em, order));
    if (await isUsedOrderId(em, order.site, orderId)) return null;
    const now = Math.max(this.settings.clock.now(), order.modifiedAt);
    const { status, financialStatus, amount } = part;
    const own = Object.assign(new SandboxOrderEntity(), order, {
      id: createId(this.settings.clock),
      orderId,
      authOrderId: order.orderId,
      status,
      financialStatus,
      amount,
      amountRefunded: 0,
      capture: null,
      captureRemain: null,
      captureExpiresAt: null,
      createdAt: now,
      modifiedAt: now,
      completedAt: now,
    });
    const original = await em.findOneByOrFail(SandboxTransactionEntity, { id: order.transactionKey ?? '' });
    const transaction = await this.maker.add(em, own, {
      type: part.type,
      parentKey: order.id,
      referenceId: original.transactionId,
      method: original.method,
      status,
      financialStatus,
      amount,
      completedAt: now,
    });
    own.transactionKey = transaction.id;
    await em.save(own);
    return { order: own, transaction };
  }

  async #serialId(em: EntityManager, { id, orderId }: SandboxOrderEntity): Promise<string> {
    const count = await em.countBy(SandboxTransactionEntity, { parentKey: id });
    return `${orderId}-${String(count + 1).padStart(SERIAL_DIGITS, '0')}`;
  }
}

/** The split-off order and transaction. */
export interface SplitResult {
  readonly order: SandboxOrderEntity;
  readonly transaction: SandboxTransactionEntity;
}

/** Whether an order, or a refund or similar, has this `order_id` on the website. */
export async function isUsedOrderId(em: EntityManager, site: string, orderId: string): Promise<boolean> {
  if (await em.existsBy(SandboxOrderEntity, { site, orderId })) return true;
  return em.existsBy(SandboxTransactionEntity, { site, orderId });
}
