import { waitAtMost } from '../../support/index.js';
import { KeptConnection } from './kept-connection.js';
import type { WakeBus } from './options/wake.options.js';
import { checkedChannel } from './wake-channel.js';

/** The parts of a client of the package `pg` that are used: `new Client(…)` is one. */
export interface PostgresWakeClient {
  connect(): Promise<unknown>;
  query(sql: string, values?: unknown[]): Promise<unknown>;
  on(event: 'notification', listener: (message: { payload?: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  end(): Promise<unknown>;
  /** Used to end a connection to a server that hangs. */
  readonly connection?: { readonly stream?: { destroy(): unknown } };
}

/** How {@link postgresWake} reaches the database. */
export interface PostgresWakeOptions {
  /**
   * Makes a client that is not connected yet, each time a connection is needed: one for each process. It must reach the
   * server itself, or a pooler in session mode: PgBouncer in transaction mode forgets which clients listen.
   */
  readonly client: () => PostgresWakeClient;
  /** The same for all processes of the shop; letters, digits and underscores; default `tillbridge`. */
  readonly channel?: string;
}

/** How long the server has to end a connection, in milliseconds. */
const FAREWELL_MS = 500;

/**
 * A {@link WakeBus} by `LISTEN` and `NOTIFY` of the shop's PostgreSQL server, on a separate connection, outside of
 * transactions. A connection that is lost is made anew; words sent meanwhile are lost.
 *
 * @throws {TypeError} when the channel is not a plain name
 * @example
 * import { postgresWake } from 'tillbridge';
 * import { Client } from 'pg';
 *
 * const bus = postgresWake({ client: () => new Client(process.env['DATABASE_URL']) });
 */
export function postgresWake({ client, channel = 'tillbridge' }: PostgresWakeOptions): WakeBus {
  return new PostgresWake(client, checkedChannel(channel));
}

class PostgresWake implements WakeBus {
  private readonly connection: KeptConnection<PostgresWakeClient>;
  private receive: ((word: string) => void) | null = null;
  private hasListened = false;

  constructor(
    makeClient: () => PostgresWakeClient,
    private readonly channel: string,
  ) {
    this.connection = new KeptConnection({
      make: makeClient,
      open: (client, lose) => this.open(client, lose),
      probe: (client) => client.query('SELECT 1'),
      end: endOf,
      changed: () => this.receive?.(''),
    });
  }

  get isListening(): boolean {
    return this.hasListened && this.connection.isUp;
  }

  async ring(word: string): Promise<void> {
    await this.connection.use((client) => client.query('SELECT pg_notify($1, $2)', [this.channel, word]));
  }

  async listen(receive: (word: string) => void): Promise<void> {
    this.receive = receive;
    await this.connection.keep();
    // A connection that was made for ringing does not listen. It is ended where it cannot, so that the next one tries to
    // listen again.
    if (!this.hasListened)
      await this.connection
        .use((client) => this.subscribe(client))
        .catch((error: Error) => this.connection.drop(error));
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private async open(client: PostgresWakeClient, lose: (error?: Error) => void): Promise<void> {
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => this.receive?.(payload ?? ''));
    await client.connect();
    // A word need not survive a crash of the server. Without this setting each one waits for the disk.
    await client.query('SET synchronous_commit TO off');
    if (this.receive) await this.subscribe(client);
  }

  private async subscribe(client: PostgresWakeClient): Promise<void> {
    await client.query(`LISTEN "${this.channel}"`);
    this.hasListened = true;
  }
}

/** A server that hangs does not answer the end, and the open socket would keep the process alive. */
async function endOf(client: PostgresWakeClient): Promise<void> {
  const late = (): unknown => client.connection?.stream?.destroy();
  await waitAtMost(client.end(), { ms: FAREWELL_MS, late });
}
