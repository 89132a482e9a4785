import { setTimeout as pause } from 'node:timers/promises';
import type { WakeBus } from './options/wake.options.js';

/** What is needed of a client of the package `pg`: `new Client(…)` is one. */
export interface PostgresWakeClient {
  connect(): Promise<unknown>;
  query(sql: string, values?: unknown[]): Promise<unknown>;
  on(event: 'notification', listener: (message: { payload?: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  end(): Promise<unknown>;
}

/** How {@link postgresWake} reaches the database. */
export interface PostgresWakeOptions {
  /**
   * Makes a client that is not connected yet, as often as a connection is needed: one for each process. It must reach the
   * server itself, or a pooler in session mode: PgBouncer in transaction mode forgets who listens.
   */
  readonly client: () => PostgresWakeClient;
  /** The same for all processes of the shop; letters, digits and underscores; default `tillbridge`. */
  readonly channel?: string;
}

const CHANNEL = /^[A-Za-z_]\w{0,62}$/;
const RETRY_MS = { first: 100, most: 5_000 };

/**
 * A {@link WakeBus} by `LISTEN` and `NOTIFY` of the PostgreSQL server that the shop has anyway, on a connection of its own,
 * outside of transactions. A connection that is lost is made anew; what was said meanwhile is lost.
 *
 * @throws {TypeError} when the channel is no plain name
 * @example
 * import { postgresWake } from 'tillbridge';
 * import { Client } from 'pg';
 *
 * const bus = postgresWake({ client: () => new Client(process.env['DATABASE_URL']) });
 */
export function postgresWake({ client, channel = 'tillbridge' }: PostgresWakeOptions): WakeBus {
  if (!CHANNEL.test(channel)) throw new TypeError('channel: must be letters, digits and underscores, at most 63');
  return new PostgresWake(client, channel);
}

const closed = (): Error => new Error('the bus is closed');

class PostgresWake implements WakeBus {
  private connection: Promise<PostgresWakeClient> | null = null;
  private reconnecting: Promise<void> | null = null;
  private receive: ((word: string) => void) | null = null;
  private readonly closing = new AbortController();
  isListening = false;

  constructor(
    private readonly makeClient: () => PostgresWakeClient,
    private readonly channel: string,
  ) {}

  async ring(word: string): Promise<void> {
    const client = await this.connected();
    await client.query('SELECT pg_notify($1, $2)', [this.channel, word]);
  }

  async listen(receive: (word: string) => void): Promise<void> {
    this.receive = receive;
    // A connection that was made to ring does not listen.
    const known = await this.connection?.catch(() => null);
    if (known && !this.isListening) await this.subscribe(known).catch(() => undefined);
    if (!this.isListening) await this.connectAnew();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.isListening = false;
    const client = await this.connection?.catch(() => null);
    await client?.end();
  }

  private connected(): Promise<PostgresWakeClient> {
    if (this.closing.signal.aborted) return Promise.reject(closed());
    if (this.connection) return this.connection;
    const connecting = this.connect();
    this.connection = connecting;
    connecting.catch(() => {
      if (this.connection === connecting) this.connection = null;
    });
    return connecting;
  }

  private async connect(): Promise<PostgresWakeClient> {
    const client = this.makeClient();
    let isUp = false;
    const lose = (): void => {
      // Also a connection that did not come about ends, and more than once.
      if (!isUp) return;
      isUp = false;
      this.connection = null;
      this.isListening = false;
      client.end().catch(() => undefined);
      if (this.receive) void this.connectAnew();
    };
    client.on('error', lose);
    client.on('end', lose);
    await client.connect();
    try {
      if (this.closing.signal.aborted) throw closed();
      // A word need not outlive the server: without this each waits for the disk.
      await client.query('SET synchronous_commit TO off');
      isUp = true;
      if (this.receive) await this.subscribe(client);
      return client;
    } catch (error) {
      isUp = false;
      await client.end();
      throw error;
    }
  }

  private async subscribe(client: PostgresWakeClient): Promise<void> {
    client.on('notification', ({ payload }) => this.receive?.(payload ?? ''));
    await client.query(`LISTEN "${this.channel}"`);
    this.isListening = true;
  }

  /** Tries until it hears, or is closed; once for all who want it meanwhile. */
  private connectAnew(): Promise<void> {
    this.reconnecting ??= this.tryToConnect().finally(() => (this.reconnecting = null));
    return this.reconnecting;
  }

  private async tryToConnect(): Promise<void> {
    for (let waitMs = RETRY_MS.first; !this.closing.signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MS.most)) {
      await this.connected().catch(() => undefined);
      if (this.isListening) return;
      await pause(waitMs, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
    }
  }
}
