import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import { SandboxSessionEntity } from './sandbox-session.entity.js';
import { type JsonStyle, SANDBOX_SETTINGS, type SandboxSettings, writeServiceJson } from '../core/index.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';
import { SandboxTransactionEntity } from './sandbox-transaction.entity.js';

/** One event of the stream (protocol §7.1). */
export interface SessionEvent {
  /** Grows with each event of the sandbox. */
  readonly id: number;
  /** JSON. */
  readonly data: string;
}

/** A listener of an order's events. */
export interface SessionListener {
  /** Called with each event, in order. */
  receive(event: SessionEvent): void;
  /** Called when the sandbox closes. */
  end(): void;
}

// More than a payment at a till can have, even with many declined cards.
const KEPT_EVENTS = 100;
const KEPT_ORDERS = 1_000;

/** The events of orders, for the screen of a till. They are only a hint: notifications and reads decide. */
@Injectable()
export class SessionEvents implements OnModuleDestroy {
  readonly #listeners = new Map<string, Set<SessionListener>>();
  readonly #events = new Map<string, SessionEvent[]>();
  #lastId = 0;

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** Sends the current state of an order to its listeners. */
  publish(subject: EventSubject): void {
    const { orderKey } = subject;
    // At least the time, so that ids keep growing after a restart.
    this.#lastId = Math.max(this.#lastId + 1, this.settings.clock.now());
    const event = { id: this.#lastId, data: eventData(subject, this.settings) };
    const kept = [...(this.#events.get(orderKey) ?? []), event].slice(-KEPT_EVENTS);
    // Moved to the end of the map: the orders at its beginning had no event for the longest time.
    this.#events.delete(orderKey);
    this.#events.set(orderKey, kept);
    for (const quiet of [...this.#events.keys()].slice(0, -KEPT_ORDERS)) this.#events.delete(quiet);
    for (const listener of this.#listeners.get(orderKey) ?? []) listener.receive(event);
  }

  /**
   * Listens to an order, starting after an earlier event.
   *
   * @returns a function that stops listening.
   */
  listen(orderKey: string, listener: SessionListener, afterId = 0): () => void {
    for (const event of this.#events.get(orderKey) ?? []) if (event.id > afterId) listener.receive(event);
    const listeners = this.#listeners.get(orderKey) ?? new Set();
    this.#listeners.set(orderKey, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Called by Nest when the host closes: an open stream would keep it from closing. */
  onModuleDestroy(): void {
    for (const listener of [...this.#listeners.values()].flatMap((each) => [...each])) listener.end();
    this.#listeners.clear();
  }
}

/** The content of an event. Both ids are text here, unlike in other answers. */
export interface EventSubject {
  readonly orderKey: string;
  readonly orderId: string;
  readonly sessionId: string | null;
  readonly status: OrderStatus;
  readonly financialStatus: OrderStatus;
  readonly transactionId: string | null;
}

/** Reads the content of an event about an order. */
export async function readEventSubject(em: EntityManager, order: SandboxOrderEntity): Promise<EventSubject> {
  const { id: orderKey, orderId, status, financialStatus, transactionKey } = order;
  const [session] = await em.find(SandboxSessionEntity, { where: { orderKey }, order: { createdAt: 'DESC' }, take: 1 });
  const transaction = transactionKey && (await em.findOneBy(SandboxTransactionEntity, { id: transactionKey }));
  const transactionId = transaction ? transaction.transactionId : null;
  return { orderKey, orderId, sessionId: session?.id ?? null, status, financialStatus, transactionId };
}

function eventData(
  { orderId, sessionId, status, financialStatus, transactionId }: EventSubject,
  style: JsonStyle,
): string {
  const data = {
    order_id: orderId,
    session_id: sessionId,
    status,
    financial_status: financialStatus,
    transaction_id: transactionId,
  };
  return writeServiceJson(data, style);
}
