import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { isPaymentError, orderRequestUnder, type Order, type PaymentError } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { PaymentsClient, type CreatedOrder } from '../../client/index.js';
import { type TerminalGroup, CLOCK, messages } from '../../core/index.js';
import type { AttemptEntity, CreateState } from '../entities/attempt.entity.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { CreateClaim } from './create-claim.js';
import { hasPageEnded } from './create-plan.js';
import { EARLIER_ORDER } from '../ledger/earlier-order.js';
import { isPageLost } from './lost-page.js';
import { OrderReader } from '../order-reader.js';
import { orderConflict, orderPaid } from '../orders.errors.js';
import { OrdersRepository } from '../orders.repository.js';

/** How long a service may work on a request after the connection broke, in milliseconds. */
const READ_AFTER_MS = 500;
const MAX_SESSION_ID = 128;
/** Releases a created attempt with the same statement. */
const FREE = { senderToken: null, senderUntil: null };
/** The source of observations made during the creation of an order. */
export const CREATE = { source: 'create' } as const;

/** The work of one caller on one attempt, which the caller has claimed. */
export interface CreateContext {
  readonly group: TerminalGroup;
  readonly claim: CreateClaim;
  readonly attempt: AttemptEntity;
}

/**
 * `done`: the attempt stands; `again`: it does not, and the next step must be decided anew. `pageless`: its payment has begun
 * on a page that no one knows.
 */
export type CreateOutcome = 'done' | 'again' | 'pageless';

/** The notification URL of this attempt: with its own capability, unless the shop has given another address. */
function addressFor({ group, claim, attempt }: CreateContext): string | undefined {
  const { notificationUrl } = claim.input;
  const isGroups = notificationUrl === group.notificationUrl;
  return isGroups ? group.capabilities.urlFor(notificationUrl, attempt.serviceOrderId) : notificationUrl;
}

/**
 * Whether the order may exist although the call failed: also when the service says that the id is used, or that it is busy
 * (1022).
 */
export const mayExist = ({ execution, retry }: PaymentError): boolean =>
  execution === 'unknown' || retry === 'reconcile-first';

/** Whether the connection broke. Then nothing of the call is in progress for long; after a time-out it may be. */
const isBroken = ({ execution, code }: PaymentError): boolean => execution === 'unknown' && code === 'NETWORK';

/** Whether the order has another amount than the attempt. A session without a payment may have no amount. */
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
   * Address and token of the stream of a till's payment, if this call created the attempt. The token is a secret and is not
   * stored, so later calls cannot return it.
   */
  eventsOf(claim: CreateClaim): CreatedOrder['events'] {
    return this.events.get(claim) ?? null;
  }

  /**
   * Sends an attempt that was not sent before.
   *
   * @param onRefusal - the state to store when this call has certainly created nothing
   * @throws PaymentError when the order was not created, or when that is unknown
   */
  async send(context: CreateContext, onRefusal: CreateState = 'failed'): Promise<CreateOutcome> {
    const first = await this.sendOnce(context);
    if (!isPaymentError(first)) return first;
    const second = isBroken(first) ? await this.sendAgain(context, first) : first;
    if (!isPaymentError(second)) return second;
    // A request without an answer may still arrive, for any result of the next one.
    const isKnown = [first, second].every(({ execution }) => execution === 'not-executed');
    // Another caller has continued with the attempt meanwhile: that caller's result counts.
    if (!(await this.note(context, isKnown ? onRefusal : 'creating'))) return 'again';
    throw second;
  }

  /** Continues with an attempt of unknown outcome: reads first, and sends only if the order is not there. */
  async resume(context: CreateContext): Promise<CreateOutcome> {
    return (await this.adopt(context)) ?? this.send(context, context.attempt.createState);
  }

  /**
   * Reads whether an attempt exists at the service, and adopts it if so.
   *
   * @returns null when there is nothing to adopt
   * @throws PaymentError `ORDER_CONFLICT`, `ORDER_ALREADY_PAID`, or the error of the read
   */
  async adopt(context: CreateContext): Promise<CreateOutcome | null> {
    const { group, claim, attempt } = context;
    const found = await this.readAndObserve(context);
    if (!found) return null;
    if (found === EARLIER_ORDER) return this.giveWay(context);
    if (hasOtherTerms(found, attempt)) throw orderConflict(attempt);
    const { order } = await this.orders.get(attempt.orderId, group.name);
    if (order.paidAt !== null) throw orderPaid(order);
    if (hasPageEnded(order.status)) return 'again';
    if (isPageLost(found, { attempt, input: claim.input })) return 'pageless';
    // A session without its page is of no use. An order with a transaction, or one that was accepted before, can be adopted.
    const stands = found.payment_url ?? found.transaction_id ?? (attempt.createState === 'created' || null);
    if (stands === null) return null;
    return this.store(
      attempt,
      { paymentUrl: found.payment_url, sessionId: found.session_id, orderId: null },
      claim.token,
    );
  }

  /**
   * Reads an attempt from the service and observes it; null when the service does not know it.
   *
   * @returns {@link EARLIER_ORDER} when the service has another order under its id
   */
  async readAndObserve({ claim, attempt }: CreateContext): Promise<Order | typeof EARLIER_ORDER | null> {
    const read = await this.reader.find(attempt);
    if (!read) return null;
    const { adoptExisting = false } = claim.input;
    // The shop confirms that the order is its own: from now on it counts as this attempt.
    if (adoptExisting && !hasOtherTerms(read.order, attempt))
      await this.attempts.change(attempt, { createState: 'created' }, claim.token);
    const { reason } = await this.reader.observe(attempt, read, CREATE);
    return reason === EARLIER_ORDER && !adoptExisting ? EARLIER_ORDER : read.order;
  }

  /** Another order has the attempt's id at the service, and nothing of that order is this one's: continues under the next id. */
  async giveWay({ claim, attempt }: CreateContext): Promise<CreateOutcome> {
    const next = await this.attempts.openNextAttempt(claim, attempt, 'gone');
    if (!next) return 'again';
    this.logger.warn(messages.earlierOrder(attempt, next.serviceOrderId));
    await this.attempts.release(next, claim.token);
    return 'again';
  }

  /**
   * Sends again after a broken call whose order was not found. If both requests arrived, the order would have two pages, and
   * one would be closed. So the service first gets time to finish, and the request is sent again only if the order is still
   * not there.
   */
  private async sendAgain(context: CreateContext, failure: PaymentError): Promise<CreateOutcome | PaymentError> {
    await pause(READ_AFTER_MS);
    const found = await this.adoptAfter(context, failure);
    return isPaymentError(found) ? this.sendOnce(context) : found;
  }

  /** Sends the request. Returns the error of a call that created nothing. */
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

  /** Adopts after a failed call. If the read fails as well, the error of the failed call is thrown. */
  private async adoptAfter(context: CreateContext, failure: PaymentError): Promise<CreateOutcome | PaymentError> {
    try {
      return (await this.adopt(context)) ?? failure;
    } catch (error) {
      if (!isPaymentError(error) || error.kind !== 'temporary') throw error;
      // Not sent again: no read has shown that it is absent.
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
