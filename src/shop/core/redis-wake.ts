import { KeptConnection } from './kept-connection.js';
import type { WakeBus } from './options/wake.options.js';
import { checkedChannel } from './wake-channel.js';

/** The parts of a client of `ioredis` or `redis` that are used: `new Redis(…)` and `createClient(…)` are such clients. */
export interface RedisWakeClient {
  connect(): Promise<unknown>;
  publish(channel: string, word: string): Promise<unknown>;
  subscribe(channel: string, listener: (word: unknown) => void): Promise<unknown>;
  ping(): Promise<unknown>;
  on(event: 'message', listener: (channel: string, word: string) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect' | 'ready' | 'close' | 'end', listener: () => void): unknown;
  disconnect(): unknown;
  /** Of ioredis: a client that is `connecting` was not made with `lazyConnect`. */
  readonly status?: string;
}

/** How {@link redisWake} reaches the server. */
export interface RedisWakeOptions {
  /**
   * Makes a client, each time a connection is needed: one for a process that sends words, and one more for a process that
   * receives them, as a connection that subscribes can do nothing else. The bus ends the client, so it must not be in use
   * elsewhere; `connection.duplicate()` makes a new one.
   */
  readonly client: () => RedisWakeClient;
  /**
   * The same for all processes of the shop. Each shop on a server needs its own: a channel belongs to no numbered database.
   * Letters, digits and underscores; default `tillbridge`.
   */
  readonly channel?: string;
}

/**
 * A {@link WakeBus} by `PUBLISH` and `SUBSCRIBE` of a Redis server. Nothing is stored there. A server that is down, hangs or
 * refuses the password delays nothing. A connection that is lost is made anew; words sent meanwhile are lost.
 *
 * @throws {TypeError} when the channel is not a plain name
 * @example
 * import { Redis } from 'ioredis';
 * import { redisWake } from 'tillbridge';
 *
 * // With the package redis: () => createClient({ url }).
 * const bus = redisWake({ client: () => new Redis('redis://cache.example:6379'), channel: 'my_shop' });
 */
export function redisWake({ client, channel = 'tillbridge' }: RedisWakeOptions): WakeBus {
  return new RedisWake(client, checkedChannel(channel));
}

/** A client, and whether its attempt to reach the server has ended, with or without success. */
interface Reaching {
  readonly client: RedisWakeClient;
  isOver: boolean;
  readonly over: Promise<void>;
}

class RedisWake implements WakeBus {
  private readonly publisher: KeptConnection<Reaching>;
  private readonly subscriber: KeptConnection<Reaching>;
  private receive: ((word: string) => void) | null = null;

  constructor(
    makeClient: () => RedisWakeClient,
    private readonly channel: string,
  ) {
    const steps = { make: () => reaching(makeClient()), open, probe: ({ client }: Reaching) => client.ping(), end };
    this.publisher = new KeptConnection(steps);
    this.subscriber = new KeptConnection({
      ...steps,
      open: async (made, lose) => {
        await open(made, lose);
        await this.subscribe(made.client);
      },
      changed: () => this.receive?.(''),
    });
  }

  get isListening(): boolean {
    return this.subscriber.isUp;
  }

  async ring(word: string): Promise<void> {
    await this.publisher.use(({ client }) => client.publish(this.channel, word));
  }

  async listen(receive: (word: string) => void): Promise<void> {
    this.receive = receive;
    await this.subscriber.keep();
  }

  async close(): Promise<void> {
    await Promise.all([this.publisher.close(), this.subscriber.close()]);
  }

  private async subscribe(client: RedisWakeClient): Promise<void> {
    client.on('message', (_channel, word) => this.receive?.(word));
    // The package redis calls this with each word; ioredis calls it once, without one, and emits the words.
    await client.subscribe(this.channel, (word) => {
      if (typeof word === 'string') this.receive?.(word);
    });
  }
}

function reaching(client: RedisWakeClient): Reaching {
  let finish: () => void = () => undefined;
  const made: Reaching = { client, isOver: false, over: new Promise((resolve) => (finish = resolve)) };
  const end = (): void => {
    made.isOver = true;
    finish();
  };
  client.on('connect', end);
  // Without a listener, an error would end the process.
  client.on('error', end);
  client.on('close', end);
  client.on('end', end);
  return made;
}

/**
 * Waits until the client is ready. Both packages would queue the commands of an unconnected client without a limit, and
 * connect anew by themselves. So a client whose connection is lost is ended, and another one is made.
 */
async function open({ client }: Reaching, lose: (error?: Error) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    client.on('ready', resolve);
    client.on('error', lose);
    client.on('close', () => lose());
    client.on('end', () => lose());
    if (client.status !== 'connecting') client.connect().catch(lose);
  });
}

/**
 * Ends a client at once, unless its socket is not connected yet: the package redis would then forget to end it, and the
 * connection would stay open.
 */
async function end({ client, isOver, over }: Reaching): Promise<void> {
  if (!isOver) await over;
  await client.disconnect();
}
