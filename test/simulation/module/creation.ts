import { isPaymentError, type PaymentError } from '../../../src/protocol/payment-error.js';
import { hasPageEnded, type CreateStep } from '../../../src/shop/orders/creation/create-plan.js';
import { claimsMoney, GIVEN_UP, impliesPaid, paymentStatusOf } from '../../../src/shop/orders/merge/payment-status.js';
import type { Activity } from '../engine/host.js';
import type { Api } from './api.js';
import type { AttemptBook, CreateRequest } from './attempt-book.js';
import { HandlerTrouble, type Book } from './book.js';
import type { Version } from './service-order.js';
import type { Setting } from './setting.js';
import type { AttemptRow, OrderRow } from './tables.js';

const MAX_STEPS = 12;
const READ_AGAIN_MS = 500;
const WAIT_MS = 250;
const PATIENCE_MS = 65_000;

type Outcome = 'done' | 'again';

/** One shopper's, or one tab's, wish for a payment page. */
export interface CreateContext {
  readonly request: CreateRequest;
  readonly attempt: AttemptRow;
}

/** A refusal that is no failure of a call: paid already, under way, or someone else's id. */
class Refused extends Error {}

const mayExist = ({ execution, retry }: PaymentError): boolean =>
  execution === 'unknown' || retry === 'reconcile-first';
const isBroken = ({ execution, code }: PaymentError): boolean => execution === 'unknown' && code === 'NETWORK';

/** Creates orders as `OrderCreation` and `AttemptSender` do: written first, sent once, looked for where no one knows. */
export class Creation {
  constructor(
    private readonly setting: Setting,
    private readonly parts: { readonly book: Book; readonly api: Api; readonly attempts: AttemptBook },
  ) {}

  /** Asks for the payment page of an order. However it ends, it may be asked for again. */
  *create(request: CreateRequest): Activity {
    try {
      yield* this.#bringAbout(request);
    } catch (error) {
      const isExpected = error instanceof Refused || error instanceof HandlerTrouble || isPaymentError(error);
      if (!isExpected) throw error;
    } finally {
      this.parts.attempts.release(request);
    }
  }

  *#bringAbout(request: CreateRequest): Activity {
    const { agenda, random, tables, quirks } = this.setting;
    const { attempts, api } = this.parts;
    if (quirks.createsBeforeWriting) yield* api.create({ ...request, id: request.orderId });
    for (let steps = 0, waited = 0; steps < MAX_STEPS && waited <= PATIENCE_MS;) {
      const { step, attempt } = tables.run(() => attempts.take(request));
      yield agenda.now + random.between(1, 15);
      if (step === 'wait') {
        waited += WAIT_MS;
        yield agenda.now + WAIT_MS;
        continue;
      }
      if ((yield* this.#perform(step, { request: request, attempt })) === 'done') return;
      steps += 1;
    }
  }

  *#perform(step: CreateStep | 'send', context: CreateContext): Generator<number, Outcome, void> {
    if (step === 'send') return yield* this.#send(context, 'failed');
    if (step === 'resume')
      return (yield* this.#adopt(context)) ?? (yield* this.#send(context, context.attempt.createState));
    if (step === 'read') return (yield* this.#adopt(context)) ?? 'done';
    return step === 'replace' ? yield* this.#replace(context) : 'done';
  }

  *#send(context: CreateContext, onRefusal: AttemptRow['createState']): Generator<number, Outcome, void> {
    const first = yield* this.#sendOnce(context);
    if (!isPaymentError(first)) return first;
    const second = isBroken(first) ? yield* this.#sendAgain(context, first) : first;
    if (!isPaymentError(second)) return second;
    const isKnown = [first, second].every(({ execution }) => execution === 'not-executed');
    if (!this.#note(context, { createState: isKnown ? onRefusal : 'creating' })) return 'again';
    throw second;
  }

  *#sendAgain(context: CreateContext, failure: PaymentError): Generator<number, Outcome | PaymentError, void> {
    yield this.setting.agenda.now + READ_AGAIN_MS;
    const found = yield* this.#adoptAfter(context, failure);
    return isPaymentError(found) ? yield* this.#sendOnce(context) : found;
  }

  /** Answers the failure of a call that left nothing behind. */
  *#sendOnce(context: CreateContext): Generator<number, Outcome | PaymentError, void> {
    const { api, attempts } = this.parts;
    const { serviceOrderId } = context.attempt;
    attempts.keep(context);
    const answer = yield* api.create({ ...context.request, id: serviceOrderId });
    if (answer.ok) return this.#note(context, { createState: 'created', paymentUrl: 'page' }) ? 'done' : 'again';
    return mayExist(answer.error) ? yield* this.#adoptAfter(context, answer.error) : answer.error;
  }

  /** When nothing can be read either, the failed call's own error is what matters. */
  *#adoptAfter(context: CreateContext, failure: PaymentError): Generator<number, Outcome | PaymentError, void> {
    try {
      return (yield* this.#adopt(context)) ?? failure;
    } catch (error) {
      if (!isPaymentError(error) || error.kind !== 'temporary') throw error;
      throw failure;
    }
  }

  /** Looks whether an attempt is at the service, and takes over what is found. */
  *#adopt(context: CreateContext): Generator<number, Outcome | null, void> {
    const { attempt } = context;
    const found = yield* this.#read(context);
    if (found === null) return null;
    const { amount } = found.order;
    if (amount !== null && amount !== attempt.amount) throw new Refused('other terms');
    const order = this.#orderOf(context);
    if (order.paidAt !== null) throw new Refused('paid');
    if (hasPageEnded(order.status)) return 'again';
    return this.#note(context, { createState: 'created', paymentUrl: 'page' }) ? 'done' : 'again';
  }

  /** A new attempt in the place of one that has ended or asks for something else. */
  *#replace(context: CreateContext): Generator<number, Outcome, void> {
    const { tables } = this.setting;
    const { attempt: old, request } = context;
    const found = yield* this.#read(context);
    const order = this.#orderOf(context);
    const status = found && paymentStatusOf(found.order, old.capture);
    if (order.paidAt !== null || (status && status !== 'unknown' && impliesPaid(status))) throw new Refused('paid');
    if (order.status !== null && claimsMoney(order.status)) throw new Refused('under way');
    const isUnknownThere = found === null && old.createState === 'failed';
    const attempt = tables.run(() => this.parts.attempts.openNext(request, old, isUnknownThere));
    if (attempt === null) return 'again';
    const isOpen = status !== null && (status === 'unknown' || !GIVEN_UP.has(status));
    const next = { request: request, attempt };
    if (isOpen) yield* this.#close(context, next);
    return yield* this.#send(next, 'failed');
  }

  /** Cancels the old attempt, and looks whether it was paid in that moment. */
  *#close(context: CreateContext, next: CreateContext): Activity {
    const { api, attempts, book } = this.parts;
    attempts.keep(next);
    yield* api.cancel(context.attempt.serviceOrderId);
    const answer = yield* api.read(context.attempt.serviceOrderId);
    if (!answer.ok) return;
    const status = paymentStatusOf(answer.result.order, context.attempt.capture);
    const isPaid = status !== 'unknown' && impliesPaid(status);
    if (isPaid) this.setting.tables.run(() => attempts.withdraw(next, context.attempt));
    yield* book.observe({ ...observedAt(context, answer.result, answer.startedAt) });
    if (isPaid) throw new Refused('paid');
  }

  *#read(context: CreateContext): Generator<number, Version | null, void> {
    const { api, attempts, book } = this.parts;
    attempts.keep(context);
    const answer = yield* api.read(context.attempt.serviceOrderId);
    if (!answer.ok && answer.error.httpStatus === 404) return null;
    if (!answer.ok) throw answer.error;
    yield* book.observe(observedAt(context, answer.result, answer.startedAt));
    return answer.result;
  }

  #orderOf({ attempt }: CreateContext): OrderRow {
    return this.setting.tables.orders.get(attempt.orderId)!;
  }

  #note({ attempt, request }: CreateContext, change: Partial<AttemptRow>): boolean {
    return this.setting.tables.run(() => this.parts.attempts.change(attempt, change, request.token));
  }
}

const observedAt = ({ attempt }: CreateContext, { order, modifiedAt }: Version, readAt: number) => ({
  serviceOrderId: attempt.serviceOrderId,
  source: 'create' as const,
  order,
  modifiedAt,
  readAt,
});
