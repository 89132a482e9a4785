import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { isInsideTransaction, lockRow, type Transactions } from '../../../database/engine/index.js';
import type { Order } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import type { CheckedOrder } from '../../client/index.js';
import { CLOCK, DATA_SOURCE, TRANSACTIONS } from '../../core/index.js';
import { PollScheduleRepository } from '../../poll-schedule/index.js';
import { writeHeld } from '../../workers/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { EXCLUSIVE_STEPS, planCreate, type CreateStep, type Wanted } from './create-plan.js';
import { changesOf, toOrderState } from '../ledger/order-state.mapper.js';
import { orderInTransaction } from '../orders.errors.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { serviceOrderIds } from './service-order-id.js';

/** A sender that has not been heard of for so long, in milliseconds, is taken for dead; another may go on. */
export const SENDER_LEASE_MS = 5_000;
/** Two replicas may insert the same row; the loser reads again. */
const INSERT_TRIES = 4;

/** Who wants what of which order. */
export interface CreateClaim extends CheckedOrder {
  readonly group: string;
  /** What the group's ids at the service begin with; may be empty. */
  readonly prefix: string;
  readonly wanted: Wanted;
  /** Different for each caller. */
  readonly token: string;
}

/** What is to be done next, and about what. */
export interface ClaimedStep {
  readonly step: CreateStep | 'send';
  readonly order: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
}

const isDatabaseRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'QueryFailedError';

/**
 * Reads and writes the attempts of orders. The order's row is locked while it is decided who sends what, so that one
 * attempt is open at a time, whatever tabs, processes and replicas ask (scenarios N1, D8).
 */
@Injectable()
export class AttemptsRepository {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly polls: PollScheduleRepository,
  ) {}

  /** Decides the next step of a create, and takes the attempt for the caller where he must be the only one. */
  async claimStep(claim: CreateClaim): Promise<ClaimedStep> {
    return this.insisting(() => this.transactions.run((tx) => this.takeIn(tx, claim)));
  }

  /**
   * Opens the next attempt in the place of the one that the caller has taken.
   *
   * @param inPlace - the service knows nothing of the old one: it is asked for again, under its own id
   * @returns null when the attempt is no longer the caller's, or the order has been paid
   */
  async openNextAttempt(claim: CreateClaim, old: AttemptEntity, inPlace: boolean): Promise<AttemptEntity | null> {
    return this.insisting(() => this.transactions.run((tx) => this.openNextIn(tx, { claim, old, inPlace })));
  }

  /**
   * Takes back an attempt that was never sent: the one before it has been paid. One that is no longer the caller's may
   * have been sent by whoever took it over, and stays: money that comes for it must find it.
   */
  async withdraw(attempt: AttemptEntity, to: AttemptEntity, senderToken: string): Promise<void> {
    const { group, orderId, serviceOrderId } = attempt;
    await this.transactions.run(async (tx) => {
      const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
      if (order?.attempt !== attempt.number) return;
      const { affected } = await tx.delete(AttemptEntity, { group, serviceOrderId, senderToken });
      if (affected !== 0) await this.makeCurrent(tx, order, to);
    });
  }

  /**
   * Makes sure that an attempt is committed before it is sent, and no transaction open during the call: its locks would
   * wait for the network, and its rollback would not undo the order at the service.
   *
   * @throws PaymentError `ORDER_IN_TRANSACTION` inside such a transaction
   */
  assertOwnTransaction({ group, input: { orderId } }: CreateClaim): void {
    if (isInsideTransaction(this.dataSource)) throw orderInTransaction({ group, orderId });
  }

  /** Keeps a taken attempt that is still being sent. */
  async renew(attempt: AttemptEntity, senderToken: string): Promise<void> {
    await this.change(attempt, { senderUntil: this.clock.now() + SENDER_LEASE_MS }, senderToken);
  }

  /** Lets go of a taken attempt. */
  async release(attempt: AttemptEntity, senderToken: string): Promise<void> {
    await this.change(attempt, { senderToken: null, senderUntil: null }, senderToken);
  }

  /**
   * Changes facts of an attempt's creation.
   *
   * @param senderToken - whose the attempt must be
   * @returns false when it is somebody else's by now
   */
  change(
    { group, serviceOrderId }: Pick<AttemptEntity, 'group' | 'serviceOrderId'>,
    change: Partial<AttemptEntity>,
    senderToken?: string,
  ): Promise<boolean> {
    const held = { group, serviceOrderId, ...(senderToken === undefined ? {} : { senderToken }) };
    const written = { ...change, updatedAt: this.clock.now() };
    return this.transactions.run((tx) => writeHeld(tx, AttemptEntity, { held, change: written }));
  }

  /**
   * Notes that an attempt whose sender died before it had its answer exists at the service after all. The request is not
   * kept, so that what is not there waits for the next create.
   */
  async adoptIfFound({ group, serviceOrderId, createState, ...attempt }: AttemptEntity, found: Order): Promise<void> {
    const isThis = found.amount === attempt.amount && found.currency === attempt.currency;
    const { payment_url: paymentUrl, session_id: sessionId, transaction_id: transactionId } = found;
    if (createState !== 'creating' || !isThis || (paymentUrl === null && transactionId === null)) return;
    const change = { paymentUrl, sessionId, createState: 'created' as const, updatedAt: this.clock.now() };
    await this.transactions.run((tx) => tx.update(AttemptEntity, { group, serviceOrderId, createState }, change));
  }

  /** A key that another replica was first to use is no failure: what it has written is found the next time. */
  private async insisting<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries >= INSERT_TRIES || !isDatabaseRefusal(error)) throw error;
      }
    }
  }

  private async takeIn(tx: EntityManager, claim: CreateClaim): Promise<ClaimedStep> {
    const { group, input, wanted, token } = claim;
    const { orderId } = input;
    const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
    if (!order) return this.addIn(tx, claim);
    const attempt = await tx.findOneByOrFail(AttemptEntity, { group, orderId, number: order.attempt });
    const now = this.clock.now();
    const step = planCreate(order, attempt, { wanted, now });
    if (EXCLUSIVE_STEPS.has(step)) {
      const lease = { senderToken: token, senderUntil: now + SENDER_LEASE_MS };
      await tx.update(AttemptEntity, { group, serviceOrderId: attempt.serviceOrderId }, lease);
      if (step === 'resume') await this.polls.sent(tx, attempt, input);
    }
    return { step, order, attempt };
  }

  private async addIn(tx: EntityManager, claim: CreateClaim): Promise<ClaimedStep> {
    const { group, input, wanted } = claim;
    const now = this.clock.now();
    await tx.insert(PaymentOrderEntity, {
      group,
      orderId: input.orderId,
      mode: wanted.mode,
      amount: wanted.amount,
      currency: wanted.currency,
      description: input.description,
      attempt: 1,
      amountRefunded: 0,
      version: 0,
      createdAt: now,
      updatedAt: now,
    });
    const attempt = await this.insertAttempt(tx, claim, 1);
    const order = await tx.findOneByOrFail(PaymentOrderEntity, { group, orderId: input.orderId });
    return { step: 'send', order, attempt };
  }

  private async openNextIn(
    tx: EntityManager,
    { claim, old, inPlace }: { claim: CreateClaim; old: AttemptEntity; inPlace: boolean },
  ): Promise<AttemptEntity | null> {
    const { group, wanted, token } = claim;
    const { serviceOrderId } = old;
    const order = await lockRow(tx, PaymentOrderEntity, { group, orderId: old.orderId });
    const isMine = await tx.existsBy(AttemptEntity, { group, serviceOrderId, senderToken: token });
    if (!order || !isMine || order.paidAt !== null || order.attempt !== old.number) return null;
    const { amount, currency, requestFingerprint } = wanted;
    if (inPlace) {
      const again = { amount, currency, requestFingerprint, createState: 'creating' as const };
      await tx.update(AttemptEntity, { group, serviceOrderId }, again);
      await this.polls.sent(tx, old, claim.input);
      await this.makeCurrent(tx, order, { ...old, ...again });
      return { ...old, ...again };
    }
    await tx.update(AttemptEntity, { group, serviceOrderId }, { senderToken: null, senderUntil: null });
    const next = await this.insertAttempt(tx, claim, old.number + 1);
    await this.makeCurrent(tx, order, next);
    return next;
  }

  /** The order is now about this attempt: what the service said of another one no longer is its status. */
  private async makeCurrent(tx: EntityManager, order: PaymentOrderEntity, attempt: AttemptEntity): Promise<void> {
    const { number, amount, currency } = attempt;
    const updated = { ...order, attempt: number, amount, currency };
    const seen = changesOf(updated, toOrderState(updated), this.clock.now());
    const { group, orderId } = order;
    // The attempt's payment page is kept, and erased again in its context.
    const change = { ...seen, attempt: number, amount, currency, erasedAt: 0 };
    await tx.update(PaymentOrderEntity, { group, orderId }, change);
  }

  private async insertAttempt(tx: EntityManager, claim: CreateClaim, number: number): Promise<AttemptEntity> {
    const { group, input, wanted, token } = claim;
    const now = this.clock.now();
    const serviceOrderId = await this.freeId(tx, claim, number);
    const attempt: AttemptEntity = {
      group,
      serviceOrderId,
      orderId: input.orderId,
      number,
      amount: wanted.amount,
      currency: wanted.currency,
      createState: 'creating',
      requestFingerprint: wanted.requestFingerprint,
      capture: input.capture === 'manual' ? 'manual' : null,
      letGoAt: null,
      paymentUrl: null,
      sessionId: null,
      senderToken: token,
      senderUntil: now + SENDER_LEASE_MS,
      createdAt: now,
      updatedAt: now,
    };
    await tx.insert(AttemptEntity, attempt);
    await this.polls.sent(tx, attempt, input);
    return attempt;
  }

  private async freeId(tx: EntityManager, { group, prefix, input }: CreateClaim, number: number): Promise<string> {
    const { orderId } = input;
    for (const serviceOrderId of serviceOrderIds({ group, prefix, orderId, number })) {
      const isUsed = await tx.existsBy(AttemptEntity, { group, serviceOrderId });
      const isAnothers =
        serviceOrderId !== orderId && (await tx.existsBy(PaymentOrderEntity, { group, orderId: serviceOrderId }));
      if (!isUsed && !isAnothers) return serviceOrderId;
    }
    throw new Error('unreachable: there is always another number');
  }
}
