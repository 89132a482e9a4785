import { Inject, Injectable } from '@nestjs/common';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import {
  insertRows,
  isInsideTransaction,
  isRefusedStatement,
  lockRow,
  type Transactions,
} from '../../../database/engine/index.js';
import type { Order } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { CLOCK, DATA_SOURCE, TRANSACTIONS } from '../../core/index.js';
import { PollScheduleRepository, type AttemptKey } from '../../poll-schedule/index.js';
import { writeHeld } from '../../workers/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import type { CreatePaymentOrderInput } from './create-payment-order.dto.js';
import { EXCLUSIVE_STEPS, isCarriedOn, planCreate, type CreateStep } from './create-plan.js';
import { changesOf, toOrderState } from '../ledger/order-state.mapper.js';
import { orderInTransaction } from '../orders.errors.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { attemptRow, orderRow, SENDER_LEASE_MS, type CreateClaim, type Succession } from './create-claim.js';
import { freeServiceOrderId } from './free-service-order-id.js';

/** Two replicas may insert the same row. The second one reads again. */
const INSERT_TRIES = 4;

/** The next step, and its attempt. */
export interface ClaimedStep {
  readonly step: CreateStep | 'send';
  readonly order: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
}

/**
 * Reads and writes the attempts of orders. The order's row is locked while the sender of a request is decided, so that only
 * one attempt is open at a time, for any number of tabs, processes and replicas (scenarios N1, D8).
 */
@Injectable()
export class AttemptsRepository {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly polls: PollScheduleRepository,
  ) {}

  /** Decides the next step of a create, and claims the attempt for the caller if the step requires it. */
  async claimStep(claim: CreateClaim): Promise<ClaimedStep> {
    return this.insisting(() => this.transactions.run((tx) => this.takeIn(tx, claim)));
  }

  /**
   * Opens the next attempt instead of the one that the caller has claimed.
   *
   * @returns null when the attempt is no longer the caller's, or the order has been paid
   */
  async openNextAttempt(claim: CreateClaim, old: AttemptEntity, become: Succession): Promise<AttemptEntity | null> {
    return this.insisting(() => this.transactions.run((tx) => this.openNextIn(tx, { claim, old, become })));
  }

  /**
   * Removes an attempt that was never sent, because the one before it has been paid. If another caller has taken the attempt
   * over, it may have been sent, and stays: money for it must find it.
   *
   * @param former - the attempt before it, and the order's reference at that time
   */
  async withdraw(
    attempt: AttemptEntity,
    former: { readonly attempt: AttemptEntity; readonly reference: string | null },
    senderToken: string,
  ): Promise<void> {
    const { group, orderId, serviceOrderId } = attempt;
    await this.transactions.run(async (tx) => {
      const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
      if (order?.attempt !== attempt.number) return;
      const { affected } = await tx.delete(AttemptEntity, { group, serviceOrderId, senderToken });
      if (affected !== 0) await this.makeCurrent(tx, order, former.attempt, former.reference);
    });
  }

  /**
   * Makes sure that an attempt is committed before it is sent, and that no transaction is open during the call: its locks
   * would wait for the network, and its rollback would not undo the order at the service.
   *
   * @throws PaymentError `ORDER_IN_TRANSACTION` inside such a transaction
   */
  assertOwnTransaction({ group, input: { orderId } }: CreateClaim): void {
    if (isInsideTransaction(this.dataSource)) throw orderInTransaction({ group, orderId });
  }

  /** Claims an attempt for a request. @returns the token of its former claim; false while another caller has it */
  async take({ group, serviceOrderId }: AttemptKey, senderToken: string): Promise<string | null | false> {
    let former: string | null = null;
    return this.transactions.run(async (tx) => {
      const now = this.clock.now();
      const row = await lockRow(tx, AttemptEntity, { group, serviceOrderId });
      // Claimed by an earlier run of this transaction, whose answer was lost.
      if (row?.senderToken === senderToken) return former;
      if (!row || (row.senderUntil ?? 0) > now) return false;
      former = row.senderToken;
      await tx.update(AttemptEntity, { group, serviceOrderId }, { senderToken, senderUntil: now + SENDER_LEASE_MS });
      return former;
    });
  }

  /** Extends the claim of an attempt that is still being sent. */
  async renew(attempt: AttemptKey, senderToken: string): Promise<void> {
    await this.change(attempt, { senderUntil: this.clock.now() + SENDER_LEASE_MS }, senderToken);
  }

  /** Ends the claim of an attempt. */
  async release(attempt: AttemptKey, senderToken: string): Promise<void> {
    await this.change(attempt, { senderToken: null, senderUntil: null }, senderToken);
  }

  /**
   * Changes the creation facts of an attempt.
   *
   * @param senderToken - the token of the caller's claim
   * @returns false when another caller has the attempt by now
   */
  change(
    { group, serviceOrderId }: AttemptKey,
    change: Partial<AttemptEntity>,
    senderToken?: string,
  ): Promise<boolean> {
    const held = { group, serviceOrderId, ...(senderToken === undefined ? {} : { senderToken }) };
    const written = { ...change, updatedAt: this.clock.now() };
    return this.transactions.single((em) => writeHeld(em, AttemptEntity, { held, change: written }));
  }

  /** Stores that the shop gives up an attempt. @returns false when it had done so before */
  letGo({ group, serviceOrderId }: AttemptKey): Promise<boolean> {
    const [attempt, letGoAt] = [{ group, serviceOrderId }, this.clock.now()];
    const change = { letGoAt, updatedAt: letGoAt };
    let runs = 0;
    return this.transactions.single(async (em) => {
      runs += 1;
      const { affected } = await em.update(AttemptEntity, { ...attempt, letGoAt: IsNull() }, change);
      // The answer of an earlier run may have been lost.
      return affected !== 0 || (runs > 1 && (await em.existsBy(AttemptEntity, { ...attempt, letGoAt })));
    });
  }

  /** Stores that an attempt whose sender died exists at the service; one that does not waits for the next create. */
  async adoptIfFound({ group, serviceOrderId, createState, ...attempt }: AttemptEntity, found: Order): Promise<void> {
    const isThis = found.amount === attempt.amount && found.currency === attempt.currency;
    const { payment_url: paymentUrl, session_id: sessionId, transaction_id: transactionId } = found;
    if (createState !== 'creating' || !isThis || (paymentUrl === null && transactionId === null)) return;
    const change = { paymentUrl, sessionId, createState: 'created' as const, updatedAt: this.clock.now() };
    await this.transactions.single((em) => em.update(AttemptEntity, { group, serviceOrderId, createState }, change));
  }

  /** A key that another replica used first is not a failure: its row is found at the next try. */
  private async insisting<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries >= INSERT_TRIES || !isRefusedStatement(error)) throw error;
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
    const step = planCreate(order, attempt, { wanted, token, now });
    if (isCarriedOn(step)) await this.refer(tx, order, input);
    if (EXCLUSIVE_STEPS.has(step)) {
      const lease = { senderToken: token, senderUntil: now + SENDER_LEASE_MS };
      await tx.update(AttemptEntity, { group, serviceOrderId: attempt.serviceOrderId }, lease);
      if (step === 'resume') await this.polls.sent(tx, attempt, input);
    }
    return { step, order, attempt };
  }

  /** The latest reference counts. The service has reported nothing new: the time of the order's last change stays. */
  private async refer(tx: EntityManager, order: PaymentOrderEntity, input: CreatePaymentOrderInput): Promise<void> {
    const reference = input.reference ?? order.reference;
    if (reference === order.reference) return;
    const { group, orderId } = order;
    await tx.update(PaymentOrderEntity, { group, orderId }, { reference });
    order.reference = reference;
  }

  private async addIn(tx: EntityManager, claim: CreateClaim): Promise<ClaimedStep> {
    const order = tx.create(PaymentOrderEntity, orderRow(claim, this.clock.now()));
    await insertRows(tx, PaymentOrderEntity, [order]);
    return { step: 'send', order, attempt: await this.insertAttempt(tx, claim, 1) };
  }

  private async openNextIn(
    tx: EntityManager,
    { claim, old, become }: { claim: CreateClaim; old: AttemptEntity; become: Succession },
  ): Promise<AttemptEntity | null> {
    const { group, wanted, token } = claim;
    const { serviceOrderId } = old;
    const order = await lockRow(tx, PaymentOrderEntity, { group, orderId: old.orderId });
    // Opened by an earlier run, whose answer was lost.
    if (order?.attempt === old.number + 1)
      return tx.findOneBy(AttemptEntity, { group, orderId: old.orderId, number: order.attempt, senderToken: token });
    const isMine = await tx.existsBy(AttemptEntity, { group, serviceOrderId, senderToken: token });
    if (!order || !isMine || order.paidAt !== null || order.attempt !== old.number) return null;
    const { amount, currency, requestFingerprint } = wanted;
    const reference = claim.input.reference ?? order.reference;
    if (become === 'again') {
      const again = { amount, currency, requestFingerprint, createState: 'creating' as const };
      await tx.update(AttemptEntity, { group, serviceOrderId }, again);
      await this.polls.sent(tx, old, claim.input);
      await this.makeCurrent(tx, order, { ...old, ...again }, reference);
      return { ...old, ...again };
    }
    if (become === 'gone') await tx.delete(AttemptEntity, { group, serviceOrderId });
    else await tx.update(AttemptEntity, { group, serviceOrderId }, { senderToken: null, senderUntil: null });
    const next = await this.insertAttempt(tx, claim, old.number + 1);
    await this.makeCurrent(tx, order, next, reference);
    return next;
  }

  /** Makes an attempt the order's current one: what the service reported of another attempt is no longer its status. */
  private async makeCurrent(
    tx: EntityManager,
    order: PaymentOrderEntity,
    attempt: AttemptEntity,
    reference: string | null,
  ): Promise<void> {
    const { number, amount, currency } = attempt;
    const updated = { ...order, attempt: number, amount, currency };
    const seen = changesOf(updated, toOrderState(updated), this.clock.now());
    const { group, orderId } = order;
    // The attempt's payment page is stored, and with it the order has personal data to erase again.
    const change = { ...seen, attempt: number, amount, currency, reference, erasedAt: 0 };
    await tx.update(PaymentOrderEntity, { group, orderId }, change);
  }

  private async insertAttempt(tx: EntityManager, claim: CreateClaim, number: number): Promise<AttemptEntity> {
    const serviceOrderId = await freeServiceOrderId(tx, claim, number);
    const attempt = attemptRow(claim, { serviceOrderId, number, now: this.clock.now() });
    await insertRows(tx, AttemptEntity, [attempt]);
    await this.polls.sent(tx, attempt, claim.input);
    return attempt;
  }
}
