import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { isPaymentError, orderRequestUnder, type Order, type PaymentError } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { PaymentsClient, type CreatedOrder } from '../../client/index.js';
import { type TerminalGroup, CLOCK, messages } from '../../core/index.js';
import type { AttemptEntity, CreateState } from '../entities/attempt.entity.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { CreateClaim } from './create-claim.js';
import { hasEnded } from './create-plan.js';
import { EARLIER_ORDER } from '../ledger/earlier-order.js';
import { OrderReader } from '../order-reader.js';
import { orderConflict, orderPaid } from '../orders.errors.js';
import { OrdersRepository } from '../orders.repository.js';

/** How long a service may need for a request that it has, when nobody waits for the answer any more. */
const READ_AFTER_MS = 500;
const MAX_SESSION_ID = 128;
/** An attempt that stands is let go of with the same statement. */
const FREE = { senderToken: null, senderUntil: null };
/** Where observations come from that are made while an order is created. */
export const CREATE = { source: 'create' } as const;

/** One caller's work on one attempt, which is his for the time being. */
export interface CreateContext {
  readonly group: TerminalGroup;
  readonly claim: CreateClaim;
  readonly attempt: AttemptEntity;
}

/** `done`: the attempt stands; `again`: it does not, and what is to be done is another question now. */
export type CreateOutcome = 'done' | 'again';

/** Where this attempt is notified: with its own capability, unless the shop has named an address of its own. */
function addressFor({ group, claim, attempt }: CreateContext): string | undefined {
  const { notificationUrl } = claim.input;
  const isGroups = notificationUrl === group.notificationUrl;
  return isGroups ? group.capabilities.urlFor(notificationUrl, attempt.serviceOrderId) : notificationUrl;
}

/** It may be there although the call failed: also when the service says that the id is used, or that it is busy (1022). */
export const mayExist = ({ execution, retry }: PaymentError): boolean =>
  execution === 'unknown' || retry === 'reconcile-first';

/** The connection broke, so that nothing of the call is under way for long; after a time-out something may be. */
const isBroken = ({ execution, code }: PaymentError): boolean => execution === 'unknown' && code === 'NETWORK';

/** Is it over another amount than the attempt? A session without a payment may have none. */
const hasOtherTerms = (found: Order, attempt: AttemptEntity): boolean =>
  found.amount !== null && (found.amount !== attempt.amount || found.currency !== attempt.currency);

/** Sends attempts to the service. An unknown outcome is resolved by reading the order under the same id (scenario N1). */
@Injectable()
export class AttemptSender {
  private readonly logger = new Logger('Tillbridge:Orders');
  private readonly events = new WeakMap<CreateClaim, CreatedOrder['events']>();

  constructor(
    private readonly client: PaymentsClient,
    private readonly attempts: AttemptsRepository,
    private readonly orders: OrdersRepository,
    private readonly reader: OrderReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Where the till's side of an attempt can be followed, if this very call created it: the token is a secret and is not
   * stored, so that nobody is told of it later.
   */
  eventsOf(claim: CreateClaim): CreatedOrder['events'] {
    return this.events.get(claim) ?? null;
  }

  /**
   * Sends an attempt that was not sent before.
   *
   * @param onRefusal - what is known of it when this call has brought nothing about
   * @throws PaymentError when it did not come to be, or nobody knows
   */
  async send(context: CreateContext, onRefusal: CreateState = 'failed'): Promise<CreateOutcome> {
    const first = await this.sendOnce(context);
    if (!isPaymentError(first)) return first;
    const second = isBroken(first) ? await this.sendAgain(context, first) : first;
    if (!isPaymentError(second)) return second;
    // What was not heard of once may still arrive, whatever became of the next try.
    const isKnown = [first, second].every(({ execution }) => execution === 'not-executed');
    // Somebody else has gone on with it meanwhile: what he brought about counts.
    if (!(await this.note(context, isKnown ? onRefusal : 'creating'))) return 'again';
    throw second;
  }

  /** Goes on with an attempt of unknown outcome: reads first, and sends only what is not there. */
  async resume(context: CreateContext): Promise<CreateOutcome> {
    return (await this.adopt(context)) ?? this.send(context, context.attempt.createState);
  }

  /**
   * Looks whether an attempt is at the service, and takes over what is found.
   *
   * @returns null when there is nothing to go on with
   * @throws PaymentError `ORDER_CONFLICT`, `ORDER_ALREADY_PAID`, or what the read failed with
   */
  async adopt(context: CreateContext): Promise<CreateOutcome | null> {
    const { group, claim, attempt } = context;
    const found = await this.readAndObserve(context);
    if (!found) return null;
    if (found === EARLIER_ORDER) return this.giveWay(context);
    if (hasOtherTerms(found, attempt)) throw orderConflict(attempt);
    const { order } = await this.orders.get(attempt.orderId, group.name);
    if (order.paidAt !== null) throw orderPaid(order);
    if (hasEnded(order.status)) return 'again';
    // A session without its page cannot be gone on with; a transaction, or what was accepted before, can.
    const stands = found.payment_url ?? found.transaction_id ?? (attempt.createState === 'created' || null);
    if (stands === null) return null;
    return this.store(
      attempt,
      { paymentUrl: found.payment_url, sessionId: found.session_id, orderId: null },
      claim.token,
    );
  }

  /**
   * Reads an attempt from the service and observes it; null when the service knows nothing of it.
   *
   * @returns {@link EARLIER_ORDER} when the service has another order under its id
   */
  async readAndObserve({ claim, attempt }: CreateContext): Promise<Order | typeof EARLIER_ORDER | null> {
    const read = await this.reader.find(attempt);
    if (!read) return null;
    const { adoptExisting = false } = claim.input;
    // The shop vouches for it: what comes of it from now on is this order's.
    if (adoptExisting && !hasOtherTerms(read.order, attempt))
      await this.attempts.change(attempt, { createState: 'created' }, claim.token);
    const { reason } = await this.reader.observe(attempt, read, CREATE);
    return reason === EARLIER_ORDER && !adoptExisting ? EARLIER_ORDER : read.order;
  }

  /** Another order has the attempt's id at the service, and nothing of that is this one's: it goes on under the next id. */
  async giveWay({ claim, attempt }: CreateContext): Promise<CreateOutcome> {
    const next = await this.attempts.openNextAttempt(claim, attempt, 'gone');
    if (!next) return 'again';
    this.logger.warn(messages.earlierOrder(attempt, next.serviceOrderId));
    await this.attempts.release(next, claim.token);
    return 'again';
  }

  /**
   * A call broke off, and the order was not there. Sent twice it would have two pages, of which one is closed; so the
   * service gets the time to finish what it may have received, and only what is still not there is sent once more.
   */
  private async sendAgain(context: CreateContext, failure: PaymentError): Promise<CreateOutcome | PaymentError> {
    await pause(READ_AFTER_MS);
    const found = await this.adoptAfter(context, failure);
    return isPaymentError(found) ? this.sendOnce(context) : found;
  }

  /** Answers the failure of a call that left nothing behind. */
  private async sendOnce(context: CreateContext): Promise<CreateOutcome | PaymentError> {
    const { group, claim, attempt } = context;
    const place = { orderId: attempt.serviceOrderId, notificationUrl: addressFor(context) };
    try {
      const readAt = this.clock.now();
      const created = await this.client.sendOrder(group, orderRequestUnder(claim.request, place));
      this.events.set(claim, created.events);
      const outcome = await this.store(attempt, created, claim.token);
      // A direct order may be paid or declined by now.
      if (created.order) await this.reader.observe(attempt, { order: created.order, readAt }, CREATE);
      return outcome;
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      return mayExist(error) ? this.adoptAfter(context, error) : error;
    }
  }

  /** When nothing can be read either, the failed call's own error is what matters. */
  private async adoptAfter(context: CreateContext, failure: PaymentError): Promise<CreateOutcome | PaymentError> {
    try {
      return (await this.adopt(context)) ?? failure;
    } catch (error) {
      if (!isPaymentError(error) || error.kind !== 'temporary') throw error;
      // Not to be sent again: nobody has seen that it is absent.
      throw failure;
    }
  }

  private async store(attempt: AttemptEntity, created: CreatedOrder, token: string): Promise<CreateOutcome> {
    const change = {
      createState: 'created' as const,
      paymentUrl: created.paymentUrl ?? attempt.paymentUrl,
      sessionId: created.sessionId?.slice(0, MAX_SESSION_ID) ?? null,
      ...FREE,
    };
    return (await this.attempts.change(attempt, change, token)) ? 'done' : 'again';
  }

  private note({ attempt, claim }: CreateContext, createState: CreateState): Promise<boolean> {
    return this.attempts.change(attempt, { createState }, claim.token);
  }
}
