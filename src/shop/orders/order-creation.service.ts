import { Inject, Injectable } from '@nestjs/common';
import { isPaymentError, type CreateOrderInput, type Order } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { PaymentsClient, type CreatedOrder } from '../client/index.js';
import { TerminalGroups, type TerminalGroup } from '../terminal-groups/index.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { Ledger } from './ledger.service.js';
import { orderClosed, orderConflict, orderPaid } from './orders.errors.js';
import { OrdersRepository } from './orders.repository.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';
import { GIVEN_UP } from './payment-status.js';

const ORDER_ID_USED_OR_UNKNOWN = 1006;

/**
 * Creates orders so that none is created twice and none is lost: the row is committed before the first byte is sent,
 * an unknown outcome is resolved by reading, and the same order asked for again gets its open payment page back.
 */
@Injectable()
export class OrderCreation {
  constructor(
    private readonly groups: TerminalGroups,
    private readonly client: PaymentsClient,
    private readonly orders: OrdersRepository,
    private readonly ledger: Ledger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** See `payments.group(name).orders.create`. */
  async create(groupName: string, input: CreateOrderInput): Promise<PaymentOrderEntity> {
    const group = this.groups.get(groupName);
    const request = { notificationUrl: group.notificationUrl, ...input };
    this.client.checkOrder(group, request);
    const { row, isNew } = await this.orders.add(this.newRow(group, input));
    if (!isNew) {
      assertSameOrder(row, input);
      if (row.createState === 'created' && row.paymentUrl) return row;
      if (await this.adoptFromService(group, row)) return this.orders.get(row.orderId, group.name);
    }
    await this.send(group, row, request);
    return this.orders.get(row.orderId, group.name);
  }

  private newRow(group: TerminalGroup, input: CreateOrderInput): Partial<PaymentOrderEntity> {
    const now = this.clock.now();
    return {
      group: group.name,
      orderId: input.orderId,
      mode: group.mode,
      amount: input.amount.amount,
      currency: input.amount.currency,
      description: input.description,
      createState: 'creating',
      amountRefunded: 0,
      version: 0,
      createdAt: now,
      updatedAt: now,
    };
  }

  private async send(group: TerminalGroup, row: PaymentOrderEntity, request: CreateOrderInput): Promise<void> {
    try {
      await this.store(row, await this.client.createOrder(group, request));
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      const mayExist = error.execution === 'unknown' || error.serviceCode === ORDER_ID_USED_OR_UNKNOWN;
      if (mayExist && (await this.adoptIfFound(group, row))) return;
      if (error.execution === 'not-executed')
        await this.orders.update(row, { createState: 'failed', updatedAt: this.clock.now() });
      throw error;
    }
  }

  /** After a failed call: what it left behind, if it can be read. If not, that call's own error is what matters. */
  private async adoptIfFound(group: TerminalGroup, row: PaymentOrderEntity): Promise<boolean> {
    try {
      return await this.adoptFromService(group, row);
    } catch (error) {
      if (isPaymentError(error) && error.kind === 'temporary') return false;
      throw error;
    }
  }

  private store(row: PaymentOrderEntity, created: CreatedOrder): Promise<void> {
    return this.orders.update(row, {
      createState: 'created',
      paymentUrl: created.paymentUrl,
      sessionId: created.sessionId?.slice(0, 128) ?? null,
      updatedAt: this.clock.now(),
    });
  }

  /** Looks whether an earlier attempt reached the service. Answers whether the order can go on with what was found. */
  private async adoptFromService(group: TerminalGroup, row: PaymentOrderEntity): Promise<boolean> {
    const found = await this.read(group, row.orderId);
    if (!found) return false;
    if (found.amount !== null && (found.amount !== row.amount || found.currency !== row.currency))
      throw orderConflict(row);
    await this.ledger.observe({ group: group.name, orderId: row.orderId, source: 'create', order: found });
    const after = await this.orders.get(row.orderId, group.name);
    if (!found.payment_url && after.paidAt === null) return false;
    await this.store(row, { orderId: row.orderId, sessionId: found.session_id, paymentUrl: found.payment_url });
    return true;
  }

  private async read(group: TerminalGroup, orderId: string): Promise<Order | null> {
    try {
      return await this.client.getOrder(group, orderId);
    } catch (error) {
      if (isPaymentError(error) && error.serviceCode === ORDER_ID_USED_OR_UNKNOWN) return null;
      throw error;
    }
  }
}

/** @throws PaymentError when the order that stands is not one that can be paid now under these terms */
function assertSameOrder(row: PaymentOrderEntity, input: CreateOrderInput): void {
  if (row.amount !== input.amount.amount || row.currency !== input.amount.currency) throw orderConflict(row);
  if (row.paidAt !== null) throw orderPaid(row);
  if (row.status !== null && row.status !== 'authorised' && GIVEN_UP.has(row.status))
    throw orderClosed(row, row.status);
}
