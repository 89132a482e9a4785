import type Sqlite from 'better-sqlite3';
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
  readonly #sending: Sqlite.Statement<[string], number>;
  readonly #listen = (message: unknown): void => this.#left(message);

  constructor(
    private readonly clock: ManualClock,
    committed: Sqlite.Database,
  ) {
    this.#sending = committed.prepare<[string], number>(SENDING).pluck();
    subscribe(CHANNEL, this.#listen);
  }

  clear(): void {
    this.refunds.length = 0;
    this.reads.clear();
  }

  close(): void {
    unsubscribe(CHANNEL, this.#listen);
  }

  #left(message: unknown): void {
    const { request } = message as { readonly request: ClientRequest };
    if (`http://${request.getHeader('host')}` !== this.serviceUrl) return;
    const { method, path } = request;
    const refund = method === 'POST' ? REFUNDS.exec(path) : null;
    if (refund?.[1] !== undefined) this.#refund(decodeURIComponent(refund[1]));
    const read = method === 'GET' ? ORDER.exec(path) : null;
    if (read?.[1] === undefined) return;
    const orderId = decodeURIComponent(read[1]);
    this.reads.set(orderId, (this.reads.get(orderId) ?? 0) + 1);
  }

  #refund(orderId: string): void {
    const written = this.#sending.get(orderId) ?? 0;
    this.refunds.push({ at: this.clock.now(), orderId, written });
  }
}
