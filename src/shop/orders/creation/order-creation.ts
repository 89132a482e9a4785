import { Inject, Injectable } from '@nestjs/common';
import { isFields, isPaymentError } from '../../../protocol/index.js';
import { createId, KeyedMutex, orderKey, type Clock } from '../../../support/index.js';
import { checkedOrder, PaymentsClient } from '../../client/index.js';
import { TerminalGroups, type TerminalGroup, CLOCK } from '../../core/index.js';
import type { AttemptKey } from '../../poll-schedule/index.js';
import { whileRenewing } from '../../workers/index.js';
import { AttemptSender, CREATE, type CreateContext, type CreateOutcome } from './attempt-sender.js';
import { waitForNextCheck, SENDER_LEASE_MS, type CreateClaim } from './create-claim.js';
import { CreatePaymentOrderDto, type CreatePaymentOrderInput } from './create-payment-order.dto.js';
import { AttemptsRepository, type ClaimedStep } from './attempts.repository.js';
import { toPaymentOrder, type CreatedPaymentOrder } from '../order-view.js';
import { OrderReader } from '../order-reader.js';
import { orderBusy, orderConflict, orderOfAnother, orderPageLost, orderPaid, orderPending } from '../orders.errors.js';
import { newestAttempt, OrdersRepository } from '../orders.repository.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { EARLIER_ORDER, isEarlierOrder } from '../ledger/earlier-order.js';
import { claimsMoney, GIVEN_UP, impliesPaid, paymentStatusOf } from '../merge/payment-status.js';
import { requestFingerprint } from './request-fingerprint.js';

/** No create needs so many steps: more would be an endless loop. */
const MAX_STEPS = 12;

type Step = (context: CreateContext, claimed: ClaimedStep) => Promise<CreateOutcome>;

const refuseBy =
  (error: (order: ClaimedStep['order']) => Error): Step =>
  async (_context, { order }) => {
    throw error(order);
  };

/**
 * Creates orders so that none is created twice and none is lost: the attempt is committed before the first byte is sent, an
 * unknown outcome is resolved by reading, and a repeated create of the same order returns its open payment page.
 */
@Injectable()
export class OrderCreation {
  private readonly mutex = new KeyedMutex();
  private readonly steps: Readonly<Record<Exclude<ClaimedStep['step'], 'wait'>, Step>> = {
    reuse: () => Promise.resolve('done'),
    read: async (context) => (await this.withPage(context, () => this.sender.adopt(context))) ?? 'done',
    send: (context) => this.withPage(context, () => this.sender.send(context)),
    resume: (context) => this.withPage(context, () => this.sender.resume(context)),
    replace: (context) => this.alone(context, () => this.replace(context)),
    paid: refuseBy(orderPaid),
    pending: refuseBy(orderPending),
    conflict: refuseBy(orderConflict),
  };

  constructor(
    private readonly groups: TerminalGroups,
    private readonly client: PaymentsClient,
    private readonly attempts: AttemptsRepository,
    private readonly orders: OrdersRepository,
    private readonly sender: AttemptSender,
    private readonly reader: OrderReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** See `payments.group(name).orders.create`. */
  async create(groupName: string, given: CreatePaymentOrderInput): Promise<CreatedPaymentOrder> {
    // For a known group nothing is awaited before the input is read: the caller may change its objects.
    const group = this.groups.find(groupName) ?? (await this.groups.resolve(groupName));
    const notificationUrl = given?.notificationUrl ?? group.notificationUrl;
    // Text has letters for fields: what was given in place of an order is reported as what it is.
    const order = isFields(given) ? { ...given, notificationUrl } : given;
    const { input, request } = checkedOrder(group, order, CreatePaymentOrderDto);
    const { amount, currency } = input.amount;
    const wanted = { amount, currency, mode: group.mode, requestFingerprint: requestFingerprint(input) };
    const { name, orderIdPrefix: prefix } = group;
    const claim = { group: name, prefix, input, request, wanted, token: createId(this.clock) };
    this.attempts.assertOwnTransaction(claim);
    await this.mutex.run(orderKey({ group: group.name, orderId: input.orderId }), () => this.bringAbout(group, claim));
    const record = await this.orders.get(input.orderId, group.name);
    return {
      ...toPaymentOrder(record.order, newestAttempt(record)),
      events: this.sender.eventsOf(claim) ?? null,
    };
  }

  private async bringAbout(group: TerminalGroup, claim: CreateClaim): Promise<void> {
    const patience = 2 * group.timeoutMs + SENDER_LEASE_MS;
    let waited = 0;
    for (let steps = 0; steps < MAX_STEPS && waited <= patience;) {
      const claimed = await this.attempts.claimStep(claim);
      if (claimed.step === 'wait') {
        waited += await waitForNextCheck(waited);
        continue;
      }
      const context = { group, claim, attempt: claimed.attempt };
      if ((await this.steps[claimed.step](context, claimed)) === 'done') return;
      steps += 1;
    }
    throw orderBusy({ group: group.name, orderId: claim.input.orderId });
  }

  /**
   * Requests the end of an attempt. First it is stored that the shop gives it up, so that the end is no surprise. If the
   * service refuses, the payment stands, and a later end would be a surprise.
   */
  async letGo<T>(attempt: AttemptKey, ask: () => Promise<T>): Promise<T> {
    const isFirst = await this.attempts.letGo(attempt);
    try {
      return await ask();
    } catch (error) {
      const isRefused = isPaymentError(error) && error.execution === 'not-executed';
      // The answer of the service matters more to the caller than a failing database.
      if (isFirst && isRefused) await this.attempts.change(attempt, { letGoAt: null }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Checks that the order under an attempt's id at the service is the attempt. Only an attempt that the service has not
   * acknowledged is read: its id may be that of another customer's much older order.
   *
   * @throws PaymentError `ORDER_CONFLICT`, or what the read failed with
   */
  async assertOwn(row: PaymentOrderEntity, attempt: AttemptEntity): Promise<void> {
    if (attempt.createState === 'created') return;
    const read = await this.reader.find(attempt);
    if (read && isEarlierOrder(read.order, { attempt, row }, this.groups.timeZone))
      throw orderOfAnother(row, attempt.serviceOrderId);
  }

  /** Renews the claim while the work lasts, and releases the attempt in any case. */
  private async alone<T extends CreateOutcome | null>(
    { attempt, claim }: CreateContext,
    work: () => Promise<T>,
  ): Promise<T> {
    const renew = (): Promise<void> => this.attempts.renew(attempt, claim.token).catch(() => undefined);
    let outcome: T | null = null;
    try {
      outcome = await whileRenewing({ leaseMs: SENDER_LEASE_MS, renew }, work);
      return outcome;
    } finally {
      // A created attempt is released already. If the release fails, the claim runs out.
      if (outcome !== 'done') await this.attempts.release(attempt, claim.token).catch(() => undefined);
    }
  }

  /**
   * Opens a new attempt instead of one that has ended or has other terms. The old one is read before and closed after: if the
   * order showed as cancelled in between, the shop would sell its goods to another customer.
   */
  private async replace(context: CreateContext): Promise<CreateOutcome> {
    const { group, claim, attempt: old } = context;
    const found = await this.sender.readAndObserve(context);
    if (found === EARLIER_ORDER) return this.sender.giveWay(context);
    const { order } = await this.orders.get(old.orderId, group.name);
    const status = found && paymentStatusOf(found, old.capture);
    if (order.paidAt !== null || (status && status !== 'unknown' && impliesPaid(status))) throw orderPaid(order);
    if (order.status !== null && claimsMoney(order.status)) throw orderPending(order);
    const isUnknownThere = found === null && old.createState === 'failed';
    const attempt = await this.attempts.openNextAttempt(claim, old, isUnknownThere ? 'again' : 'kept');
    if (!attempt) return 'again';
    const isOpen = status !== null && (status === 'unknown' || !GIVEN_UP.has(status));
    const next = { ...context, attempt };
    return this.alone(next, async () => {
      if (isOpen) await this.close(context, next, order.reference);
      const outcome = await this.sender.send(next);
      // Not replaced once more: while answers are lost, each attempt would be one more order at the service.
      if (outcome === 'pageless') throw orderPageLost(old);
      return outcome;
    });
  }

  /** Replaces the attempt if its page is lost: without one the customer could not pay until it expires. */
  private withPage<T extends CreateOutcome | null>(
    context: CreateContext,
    work: () => Promise<T>,
  ): Promise<T | CreateOutcome> {
    return this.alone(context, async (): Promise<T | CreateOutcome> => {
      const outcome = await work();
      return outcome === 'pageless' ? this.replace(context) : outcome;
    });
  }

  /**
   * Cancels the old attempt if possible, and reads whether it was paid in that moment.
   *
   * @param reference - of the order, before this call
   * @throws PaymentError `ORDER_ALREADY_PAID`
   */
  private async close(
    { group, attempt: old }: CreateContext,
    next: CreateContext,
    reference: string | null,
  ): Promise<void> {
    try {
      await this.letGo(old, () => this.client.cancelOrder(group, old.serviceOrderId)).catch(ignoreFailure);
      const found = await this.reader.find(old);
      const status = found ? paymentStatusOf(found.order, old.capture) : 'unknown';
      const isPaid = status !== 'unknown' && impliesPaid(status);
      if (isPaid) await this.attempts.withdraw(next.attempt, { attempt: old, reference }, next.claim.token);
      if (found) await this.reader.observe(old, found, CREATE);
      if (isPaid) throw orderPaid(old);
    } catch (error) {
      // If it stays open, a payment of it is still recognised. The shopper waits for the new page.
      if (!isPaymentError(error) || error.kind !== 'temporary') throw error;
    }
  }
}

/** @throws every error that is not the failure of a call */
function ignoreFailure(error: unknown): void {
  if (!isPaymentError(error)) throw error;
}
