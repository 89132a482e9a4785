import { isPaymentError, type PaymentError } from '../../../src/protocol/payment-error.js';
import { hasEnded, type CreateStep } from '../../../src/shop/orders/creation/create-plan.js';
import { claimsMoney, GIVEN_UP, impliesPaid, paymentStatusOf } from '../../../src/shop/orders/merge/payment-status.js';
import type { Activity } from '../engine/host.js';
import type { Api } from './api.js';
import type { AttemptBook, Wish } from './attempt-book.js';
import { HandlerTrouble, type Book } from './book.js';
import type { Version } from './service-order.js';
import type { Setting } from './setting.js';
import type { AttemptRow, OrderRow } from './tables.js';

const MAX_STEPS = 12;
const LOOK_AGAIN_MS = 500;
const WAIT_MS = 250;
const PATIENCE_MS = 65_000;

type Outcome = 'done' | 'again';

/** One shopper's, or one tab's, wish for a payment page. */
export interface Turn {
  readonly wish: Wish;
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
  *create(wish: Wish): Activity {
    try {
      yield* this.#bringAbout(wish);
    } catch (error) {
      const isExpected = error instanceof Refused || error instanceof HandlerTrouble || isPaymentError(error);
      if (!isExpected) throw error;
    } finally {
      this.parts.attempts.release(wish);
    }
  }

  *#bringAbout(wish: Wish): Activity {
    const { agenda, random, tables, quirks } = this.setting;
    const { attempts, api } = this.parts;
    if (quirks.createsBeforeWriting) yield* api.create({ ...wish, id: wish.orderId });
    for (let steps = 0, waited = 0; steps < MAX_STEPS && waited <= PATIENCE_MS;) {
      const { step, attempt } = tables.run(() => attempts.take(wish));
      yield agenda.now + random.between(1, 15);
      if (step === 'wait') {
        waited += WAIT_MS;
        yield agenda.now + WAIT_MS;
        continue;
      }
      if ((yield* this.#perform(step, { wish, attempt })) === 'done') return;
      steps += 1;
    }
  }

  *#perform(step: CreateStep | 'send', turn: Turn): Generator<number, Outcome, void> {
    if (step === 'send') return yield* this.#send(turn, 'failed');
    if (step === 'resume') return (yield* this.#adopt(turn)) ?? (yield* this.#send(turn, turn.attempt.createState));
    if (step === 'read') return (yield* this.#adopt(turn)) ?? 'done';
    return step === 'replace' ? yield* this.#replace(turn) : 'done';
  }

  *#send(turn: Turn, onRefusal: AttemptRow['createState']): Generator<number, Outcome, void> {
    const first = yield* this.#sendOnce(turn);
    if (!isPaymentError(first)) return first;
    const second = isBroken(first) ? yield* this.#sendAgain(turn, first) : first;
    if (!isPaymentError(second)) return second;
    const isKnown = [first, second].every(({ execution }) => execution === 'not-executed');
    if (!this.#note(turn, { createState: isKnown ? onRefusal : 'creating' })) return 'again';
    throw second;
  }

  *#sendAgain(turn: Turn, failure: PaymentError): Generator<number, Outcome | PaymentError, void> {
    yield this.setting.agenda.now + LOOK_AGAIN_MS;
    const found = yield* this.#adoptAfter(turn, failure);
    return isPaymentError(found) ? yield* this.#sendOnce(turn) : found;
  }

  /** Answers the failure of a call that left nothing behind. */
  *#sendOnce(turn: Turn): Generator<number, Outcome | PaymentError, void> {
    const { api, attempts } = this.parts;
    const { serviceOrderId } = turn.attempt;
    attempts.keep(turn);
    const answer = yield* api.create({ ...turn.wish, id: serviceOrderId });
    if (answer.ok) return this.#note(turn, { createState: 'created', paymentUrl: 'page' }) ? 'done' : 'again';
    return mayExist(answer.error) ? yield* this.#adoptAfter(turn, answer.error) : answer.error;
  }

  /** When nothing can be read either, the failed call's own error is what matters. */
  *#adoptAfter(turn: Turn, failure: PaymentError): Generator<number, Outcome | PaymentError, void> {
    try {
      return (yield* this.#adopt(turn)) ?? failure;
    } catch (error) {
      if (!isPaymentError(error) || error.kind !== 'temporary') throw error;
      throw failure;
    }
  }

  /** Looks whether an attempt is at the service, and takes over what is found. */
  *#adopt(turn: Turn): Generator<number, Outcome | null, void> {
    const { attempt } = turn;
    const found = yield* this.#look(turn);
    if (found === null) return null;
    const { amount } = found.order;
    if (amount !== null && amount !== attempt.amount) throw new Refused('other terms');
    const order = this.#orderOf(turn);
    if (order.paidAt !== null) throw new Refused('paid');
    if (hasEnded(order.status)) return 'again';
    return this.#note(turn, { createState: 'created', paymentUrl: 'page' }) ? 'done' : 'again';
  }

  /** A new attempt in the place of one that has ended or asks for something else. */
  *#replace(turn: Turn): Generator<number, Outcome, void> {
    const { tables } = this.setting;
    const { attempt: old, wish } = turn;
    const found = yield* this.#look(turn);
    const order = this.#orderOf(turn);
    const status = found && paymentStatusOf(found.order, old.capture);
    if (order.paidAt !== null || (status && status !== 'unknown' && impliesPaid(status))) throw new Refused('paid');
    if (order.status !== null && claimsMoney(order.status)) throw new Refused('under way');
    const isUnknownThere = found === null && old.createState === 'failed';
    const attempt = tables.run(() => this.parts.attempts.openNext(wish, old, isUnknownThere));
    if (attempt === null) return 'again';
    const isOpen = status !== null && (status === 'unknown' || !GIVEN_UP.has(status));
    const next = { wish, attempt };
    if (isOpen) yield* this.#close(turn, next);
    return yield* this.#send(next, 'failed');
  }

  /** Cancels the old attempt, and looks whether it was paid in that moment. */
  *#close(turn: Turn, next: Turn): Activity {
    const { api, attempts, book } = this.parts;
    attempts.keep(next);
    yield* api.cancel(turn.attempt.serviceOrderId);
    const answer = yield* api.read(turn.attempt.serviceOrderId);
    if (!answer.ok) return;
    const status = paymentStatusOf(answer.result.order, turn.attempt.capture);
    const isPaid = status !== 'unknown' && impliesPaid(status);
    if (isPaid) this.setting.tables.run(() => attempts.withdraw(next, turn.attempt));
    yield* book.observe({ ...lookAt(turn, answer.result, answer.startedAt) });
    if (isPaid) throw new Refused('paid');
  }

  *#look(turn: Turn): Generator<number, Version | null, void> {
    const { api, attempts, book } = this.parts;
    attempts.keep(turn);
    const answer = yield* api.read(turn.attempt.serviceOrderId);
    if (!answer.ok && answer.error.httpStatus === 404) return null;
    if (!answer.ok) throw answer.error;
    yield* book.observe(lookAt(turn, answer.result, answer.startedAt));
    return answer.result;
  }

  #orderOf({ attempt }: Turn): OrderRow {
    return this.setting.tables.orders.get(attempt.orderId)!;
  }

  #note({ attempt, wish }: Turn, change: Partial<AttemptRow>): boolean {
    return this.setting.tables.run(() => this.parts.attempts.change(attempt, change, wish.token));
  }
}

const lookAt = ({ attempt }: Turn, { order, modifiedAt }: Version, readAt: number) => ({
  serviceOrderId: attempt.serviceOrderId,
  source: 'create' as const,
  order,
  modifiedAt,
  readAt,
});
