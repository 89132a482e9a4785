import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Order } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { anotherOrder, isUnknownThere, notAnOrder, PaymentsClient, type CallPriority } from '../client/index.js';
import { TerminalGroups, CLOCK } from '../core/index.js';
import type { AttemptKey } from '../poll-schedule/index.js';
import { AttemptsRepository } from './creation/attempts.repository.js';
import type { AttemptEntity } from './entities/attempt.entity.js';
import { isEarlierOrder } from './ledger/earlier-order.js';
import { Ledger } from './ledger/ledger.js';
import type { Observation, ObserveOutcome } from './ledger/ledger.types.js';

/** An order in an answer of the service. */
export interface ReadOrder {
  readonly order: Order;
  /** When the read began, epoch milliseconds: the answer may miss later changes. */
  readonly readAt: number;
}

/** The purpose of a read, and what is done with the answer. */
export interface OrderReading extends Pick<Observation, 'source' | 'notificationId' | 'silent' | 'leaveLocked'> {
  readonly priority?: CallPriority;
  /** Runs in the transaction of the observation. */
  readonly inTransaction?: (tx: EntityManager, outcome: ObserveOutcome, read: ReadOrder) => Promise<void>;
}

/** Reads orders from the service, and passes the answers to the ledger. No transaction is open during the call. */
@Injectable()
export class OrderReader {
  constructor(
    private readonly client: PaymentsClient,
    private readonly groups: TerminalGroups,
    private readonly attempts: AttemptsRepository,
    private readonly ledger: Ledger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Reads an order and observes it.
   *
   * @param target - for an attempt whose sender may have died before its answer, its existence is stored; for a mere key that
   *   is left to others
   * @throws PaymentError `SERVICE_<code>`, `TIMEOUT`, `NETWORK`, and `BAD_RESPONSE` for an answer about another order, or
   *   about none
   */
  async read(target: AttemptKey | AttemptEntity, { priority, ...reading }: OrderReading): Promise<ObserveOutcome> {
    return this.accept(target, await this.fetch(target, priority), reading);
  }

  /**
   * Reads one of several tries on a page by its transaction id, and observes it. An answer about anything else is not used.
   *
   * @returns null when the answer is not about this transaction of this attempt
   * @throws PaymentError as {@link read}
   */
  async readTry(
    target: AttemptEntity,
    transactionId: string,
    { priority, ...reading }: OrderReading,
  ): Promise<ObserveOutcome | null> {
    const group = await this.groups.resolve(target.group);
    const readAt = this.clock.now();
    const order = await this.client.getOrder(group, transactionId, priority && { priority });
    // Another order may have this number as its id.
    const isIts = order.order_id === target.serviceOrderId && order.transaction_id === transactionId;
    return isIts ? this.accept(target, { order, readAt }, reading) : null;
  }

  /** Processes an answer about an attempt as {@link read} does. */
  async accept(
    target: AttemptKey | AttemptEntity,
    read: ReadOrder,
    reading: Omit<OrderReading, 'priority'>,
  ): Promise<ObserveOutcome> {
    const isIts = 'createState' in target && !isEarlierOrder(read.order, { attempt: target }, this.groups.timeZone);
    if (isIts) await this.attempts.adoptIfFound(target, read.order);
    return this.observe(target, read, reading);
  }

  /** Reads an order and changes nothing. @throws PaymentError as {@link read} */
  async fetch({ group, serviceOrderId }: AttemptKey, priority?: CallPriority): Promise<ReadOrder> {
    const terminalGroup = await this.groups.resolve(group);
    const readAt = this.clock.now();
    const order = await this.client.getOrder(terminalGroup, serviceOrderId, priority && { priority });
    // The answer contains nothing about the requested order.
    if ((order.order_id ?? serviceOrderId) !== serviceOrderId) throw anotherOrder(group, serviceOrderId);
    // A session without a payment has a status at least.
    if (order.order_id === null && order.status === null) throw notAnOrder(group, serviceOrderId);
    return { order, readAt };
  }

  /** Reads an order and changes nothing; null when the service knows no such order. @throws PaymentError as {@link read} */
  async find(target: AttemptKey): Promise<ReadOrder | null> {
    try {
      return await this.fetch(target);
    } catch (error) {
      if (isUnknownThere(error)) return null;
      throw error;
    }
  }

  /** Passes an answer to the ledger. */
  observe(
    { group, serviceOrderId }: AttemptKey,
    read: ReadOrder,
    { inTransaction, ...reading }: Omit<OrderReading, 'priority'>,
  ): Promise<ObserveOutcome> {
    const withRead = inTransaction && {
      inTransaction: (tx: EntityManager, outcome: ObserveOutcome) => inTransaction(tx, outcome, read),
    };
    return this.ledger.observe({ group, serviceOrderId, ...read, ...reading, ...withRead });
  }
}
