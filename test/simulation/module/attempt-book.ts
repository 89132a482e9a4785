import { EXCLUSIVE_STEPS, planCreate, type CreateStep } from '../../../src/shop/orders/creation/create-plan.js';
import { changesOf, toOrderState } from '../../../src/shop/orders/ledger/order-state.mapper.js';
import { serviceOrderIds } from '../../../src/shop/orders/creation/service-order-id.js';
import { firstPollAt } from '../../../src/shop/poll-schedule/poll-schedule.js';
import { POLLING } from './poll-round.js';
import type { Setting } from './setting.js';
import { idle, type AttemptRow, type OrderRow } from './tables.js';

const SENDER_LEASE_MS = 5_000;
/** Longest time that one step of a sender takes; its heartbeat shows meanwhile that it lives. */
const STEP_MS = 31_000;
const CURRENCY = 'EUR';
const MODE = 'test';
const GROUP = 'web';

/** What a caller wants of an order. Amounts in minor units. */
export interface CreateRequest {
  readonly orderId: string;
  readonly amount: number;
  readonly activeMs: number;
  readonly isReservedFirst: boolean;
  /** Different for each caller. */
  readonly token: string;
}

const wantedOf = ({ amount }: CreateRequest) => ({
  amount,
  currency: CURRENCY,
  mode: MODE,
  requestFingerprint: `for ${amount}`,
});

/** Reads and writes attempts as `AttemptsRepository` does; each method is to be called in a transaction. */
export class AttemptBook {
  constructor(private readonly setting: Pick<Setting, 'agenda' | 'tables'>) {}

  /** Decides the next step of a create, and takes the attempt for the caller where he must be the only one. */
  take(request: CreateRequest): { step: CreateStep | 'send'; attempt: AttemptRow } {
    const { tables, agenda } = this.setting;
    const order = tables.orders.get(request.orderId);
    if (!order) return { step: 'send', attempt: this.#add(request) };
    const attempt = tables.attemptsOf(request.orderId).find(({ number }) => number === order.attempt)!;
    const step = planCreate(order, attempt, { wanted: wantedOf(request), token: request.token, now: agenda.now });
    if (EXCLUSIVE_STEPS.has(step)) {
      attempt.senderToken = request.token;
      attempt.senderUntil = agenda.now + SENDER_LEASE_MS;
      if (step === 'resume') this.#watch(attempt, request);
    }
    return { step, attempt: { ...attempt } };
  }

  /** Opens the next attempt; null when the old one is no longer the caller's, or the order has been paid. */
  openNext(request: CreateRequest, { serviceOrderId, number }: AttemptRow, isInPlace: boolean): AttemptRow | null {
    const { tables } = this.setting;
    const order = tables.orders.get(request.orderId)!;
    const old = tables.attempts.get(serviceOrderId);
    if (old?.senderToken !== request.token || order.paidAt !== null || order.attempt !== number) return null;
    if (isInPlace) {
      Object.assign(old, { ...termsOf(request), createState: 'creating' });
      this.#watch(old, request);
      this.#makeCurrent(order, old);
      return { ...old };
    }
    Object.assign(old, { senderToken: null, senderUntil: null });
    const next = this.#insert(request, number + 1);
    this.#makeCurrent(order, next);
    return { ...next };
  }

  /** Takes back an attempt that was never sent: the one before it has been paid. */
  withdraw({ request, attempt }: { request: CreateRequest; attempt: AttemptRow }, to: AttemptRow): void {
    const { tables } = this.setting;
    const order = tables.orders.get(request.orderId)!;
    const known = tables.attempts.get(attempt.serviceOrderId);
    if (order.attempt !== attempt.number || known?.senderToken !== request.token) return;
    tables.attempts.delete(attempt.serviceOrderId);
    this.#makeCurrent(order, to);
  }

  /** Changes facts of an attempt's creation. @returns false when it is someone else's by now */
  change({ serviceOrderId }: AttemptRow, change: Partial<AttemptRow>, token: string): boolean {
    const attempt = this.setting.tables.attempts.get(serviceOrderId);
    if (attempt?.senderToken !== token) return false;
    Object.assign(attempt, change, { updatedAt: this.setting.agenda.now });
    return true;
  }

  /** Shows that the sender of an attempt lives, for as long as its next step takes. */
  keep({ request, attempt: { serviceOrderId } }: { request: CreateRequest; attempt: AttemptRow }): void {
    const attempt = this.setting.tables.attempts.get(serviceOrderId);
    if (attempt?.senderToken === request.token)
      attempt.senderUntil = this.setting.agenda.now + STEP_MS + SENDER_LEASE_MS;
  }

  /** Lets go of whatever the caller has taken. */
  release({ orderId, token }: CreateRequest): void {
    for (const attempt of this.setting.tables.attemptsOf(orderId)) {
      if (attempt.senderToken === token) Object.assign(attempt, { senderToken: null, senderUntil: null });
    }
  }

  #add(request: CreateRequest): AttemptRow {
    const { tables, agenda } = this.setting;
    const { orderId } = request;
    const unseen = {
      status: null,
      serviceStatus: null,
      financialStatus: null,
      paymentMethod: null,
      transactionId: null,
      amountRefunded: 0,
      paidAt: null,
    };
    const unheard = { paidTransactionId: null, transactions: null, mismatches: null, received: null };
    const empty = { ...unheard, modifiedAt: null, attention: null };
    const { amount, currency } = termsOf(request);
    const times = { version: 0, erasedAt: 0, createdAt: agenda.now, updatedAt: agenda.now };
    const named = { group: GROUP, orderId, mode: MODE, description: '', reference: null, attempt: 1 };
    const order: OrderRow = { ...named, amount, currency, ...unseen, ...empty, ...times };
    tables.orders.set(orderId, order);
    return { ...this.#insert(request, 1) };
  }

  #insert(request: CreateRequest, number: number): AttemptRow {
    const { tables, agenda } = this.setting;
    const { orderId, token } = request;
    const serviceOrderId = this.#freeId(orderId, number);
    const made = { createState: 'creating' as const, capture: null, letGoAt: null, paymentUrl: null, sessionId: null };
    const sender = { senderToken: token, senderUntil: agenda.now + SENDER_LEASE_MS };
    const times = { createdAt: agenda.now, updatedAt: agenda.now };
    const attempt = {
      group: GROUP,
      serviceOrderId,
      orderId,
      number,
      ...termsOf(request),
      ...made,
      ...sender,
      ...times,
    };
    tables.attempts.set(serviceOrderId, attempt);
    this.#watch(attempt, request);
    return attempt;
  }

  #freeId(orderId: string, number: number): string {
    const { tables } = this.setting;
    for (const id of serviceOrderIds({ orderId, number })) if (!tables.attempts.has(id)) return id;
    throw new Error('unreachable: there is always another number');
  }

  /** The order is now about this attempt: what the service said of another one no longer is its status. */
  #makeCurrent(order: OrderRow, { number, amount, currency }: AttemptRow): void {
    const { tables, agenda } = this.setting;
    const turned = { ...order, attempt: number, amount, currency };
    tables.orders.set(order.orderId, { ...turned, ...changesOf(turned, toOrderState(turned), agenda.now) });
  }

  /** Written with the attempt: it is looked at until nothing more can follow. */
  #watch({ serviceOrderId }: AttemptRow, { activeMs }: CreateRequest): void {
    const { tables, agenda } = this.setting;
    const openedAt = agenda.now;
    const known = tables.polls.get(serviceOrderId);
    const plan = { openedAt, activeUntil: openedAt + activeMs, method: null, methodSince: null };
    const fresh = { ...idle(firstPollAt(openedAt, POLLING)), ...plan, state: 'pending' as const };
    if (known) Object.assign(known, fresh);
    else
      tables.polls.set(serviceOrderId, { serviceOrderId, polledAt: 0, askedAt: 0, isBroughtForward: false, ...fresh });
  }
}

const termsOf = (request: CreateRequest) => {
  const { amount, currency, requestFingerprint } = wantedOf(request);
  return { amount, currency, requestFingerprint };
};
