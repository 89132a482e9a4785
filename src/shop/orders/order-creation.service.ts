import { Inject, Injectable } from '@nestjs/common';
import { isPaymentError, type CreateOrderInput, type Money, type Order } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { PaymentsClient, type CreatedOrder } from '../client/index.js';
import { TerminalGroups, type TerminalGroup } from '../terminal-groups/index.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { Ledger } from './ledger.service.js';
import { orderClosed, orderConflict, orderPaid } from './orders.errors.js';
import { OrdersRepository } from './orders.repository.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';
import { GIVEN_UP } from './payment-status.js';

const ORDER_ID_USED = 1006;
const NOT_FOUND = 404;

/**
 * Creates orders so that none is created twice and none is lost: the row is committed before the first byte is sent,
 * an unknown outcome is resolved by reading, and the same order asked for again gets its open payment page back.
 */
@Injectable()
export class OrderCreation {
  /** The last call under way for each order. */
  private readonly turns = new Map<string, Promise<unknown>>();

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
    const request = { ...input, notificationUrl: input?.notificationUrl ?? group.notificationUrl };
    this.client.checkOrder(group, request);
    return this.inTurn(JSON.stringify([group.name, request.orderId]), () => this.createInTurn(group, request));
  }

  /** A button pressed twice: the second call waits for the first, and then finds its payment page. */
  private inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(work, work);
    const forget = (): void => {
      if (this.turns.get(key) === turn) this.turns.delete(key);
    };
    this.turns.set(key, turn);
    turn.then(forget, forget);
    return turn;
  }

  private async createInTurn(group: TerminalGroup, request: CreateOrderInput): Promise<PaymentOrderEntity> {
    const { row, isNew } = await this.orders.add(this.newRow(group, request));
    if (!isNew) {
      assertSameOrder(row, request.amount, group.mode);
      if (row.createState === 'created' && row.paymentUrl) return row;
      // An order without a payment page of its own is complete once the service has accepted it.
      const stands = (await this.adoptFromService(group, row)) || row.createState === 'created';
      if (stands) return this.orders.get(row.orderId, group.name);
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
      const mayExist = error.execution === 'unknown' || error.serviceCode === ORDER_ID_USED;
      if (mayExist && (await this.adoptIfFound(group, row))) return;
      // The id may be used because another replica has just created this very order.
      const standing = await this.orders.get(row.orderId, group.name);
      if (standing.createState === 'created' && standing.paymentUrl) return;
      if (error.execution === 'not-executed') await this.orders.markFailed(row, this.clock.now());
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
      paymentUrl: created.paymentUrl ?? row.paymentUrl,
      sessionId: created.sessionId?.slice(0, 128) ?? null,
      updatedAt: this.clock.now(),
    });
  }

  /** Looks whether an earlier attempt reached the service. Answers whether the order can go on with what was found. */
  private async adoptFromService(group: TerminalGroup, row: PaymentOrderEntity): Promise<boolean> {
    const readAt = this.clock.now();
    const found = await this.read(group, row.orderId);
    if (!found) return false;
    if (found.amount !== null && (found.amount !== row.amount || found.currency !== row.currency))
      throw orderConflict(row);
    await this.ledger.observe({ group: group.name, orderId: row.orderId, source: 'create', order: found, readAt });
    assertPayable(await this.orders.get(row.orderId, group.name));
    if (!found.payment_url) return false;
    await this.store(row, { orderId: row.orderId, sessionId: found.session_id, paymentUrl: found.payment_url });
    return true;
  }

  private async read(group: TerminalGroup, orderId: string): Promise<Order | null> {
    try {
      return await this.client.getOrder(group, orderId);
    } catch (error) {
      // Whichever way the service has of saying so (protocol §3.3).
      if (isPaymentError(error) && error.httpStatus === NOT_FOUND) return null;
      throw error;
    }
  }
}

/** @throws PaymentError when the order that stands is another one, or can no longer be paid */
function assertSameOrder(row: PaymentOrderEntity, amount: Money, mode: string): void {
  if (row.amount !== amount.amount || row.currency !== amount.currency || row.mode !== mode) throw orderConflict(row);
  assertPayable(row);
}

/** @throws PaymentError `ORDER_ALREADY_PAID`, `ORDER_CLOSED` */
function assertPayable(row: PaymentOrderEntity): void {
  if (row.paidAt !== null) throw orderPaid(row);
  if (row.status !== null && row.status !== 'authorised' && GIVEN_UP.has(row.status))
    throw orderClosed(row, row.status);
}
