import type Sqlite from 'better-sqlite3';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientRequest } from 'node:http';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ManualClock } from '../../../src/testing/index.js';

/** Where Node says that a request goes out, before its first byte does. */
const CHANNEL = 'http.client.request.start';
const REFUNDS = /^\/v1\/json\/orders\/([^/?]+)\/refunds(?:\?|$)/;
const ORDER = /^\/v1\/json\/orders\/([^/?]+)(?:\?|$)/;
const SENDING = `SELECT COUNT(*) FROM tillbridge_refund WHERE service_order_id = ? AND state = 'sending'`;

/** A refund that left. */
interface SentRefund {
  readonly at: number;
  /** As the service knows the order. */
  readonly orderId: string;
  /** How many refunds of the order were committed as being sent at that moment. */
  readonly written: number;
}

/** Sees every call of this process to the service at the moment at which it leaves. */
export class Wire {
  serviceUrl = '';
  readonly refunds: SentRefund[] = [];
  /** Reads, by the order's id at the service. */
  readonly reads = new Map<string, number>();
  /** Paths of calls whose key the service does not know. */
  readonly refusedForKey: string[] = [];
  readonly #sending: Sqlite.Statement<[string], number>;
  readonly #uncounted = new AsyncLocalStorage<true>();
  readonly #listen = (message: unknown): void => this.#left(message);

  constructor(
    private readonly clock: ManualClock,
    committed: Sqlite.Database,
  ) {
    this.#sending = committed.prepare<[string], number>(SENDING).pluck();
    subscribe(CHANNEL, this.#listen);
  }

  close(): void {
    unsubscribe(CHANNEL, this.#listen);
  }

  /** What arrives late has left before. */
  uncounted<T>(send: () => Promise<T>): Promise<T> {
    return this.#uncounted.run(true, send);
  }

  /** A call leaves now. */
  leaves(method: string, path: string): void {
    const refund = method === 'POST' ? REFUNDS.exec(path) : null;
    if (refund?.[1] !== undefined) this.#refund(decodeURIComponent(refund[1]));
    const read = method === 'GET' ? ORDER.exec(path) : null;
    if (read?.[1] === undefined) return;
    const orderId = decodeURIComponent(read[1]);
    this.reads.set(orderId, (this.reads.get(orderId) ?? 0) + 1);
  }

  #left(message: unknown): void {
    const { request } = message as { readonly request: ClientRequest };
    if (this.#uncounted.getStore() || `http://${request.getHeader('host')}` !== this.serviceUrl) return;
    this.leaves(request.method, request.path);
  }

  #refund(orderId: string): void {
    const written = this.#sending.get(orderId) ?? 0;
    this.refunds.push({ at: this.clock.now(), orderId, written });
  }
}
