import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TimedLines } from '../../support/timed-lines.js';
import type { PostgresWakeClient } from '../../../src/shop/core/postgres-wake.js';
import type { RedisWakeClient } from '../../../src/shop/core/redis-wake.js';
import { checkedChannel } from '../../../src/shop/core/wake-channel.js';

const lines = new TimedLines();
const { note, watch, after } = lines;
const never = new Promise<never>(() => undefined);

// Its waits are those of the fake clock, too.
jest.unstable_mockModule('node:timers/promises', lines.timers);
const { postgresWake } = await import('../../../src/shop/core/postgres-wake.js');
const { redisWake } = await import('../../../src/shop/core/redis-wake.js');

beforeEach(() => {
  lines.begin();
  // Chance has a part in each pause.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A client of a package; what is asked of it is noted, and its answers are given by name. */
class ScriptedClient {
  readonly #listeners: [string, (...args: unknown[]) => void][] = [];
  readonly answers: Record<string, () => Promise<unknown>> = {};
  status: string | undefined;

  constructor(readonly name: string) {}

  on(event: string, listener: (...args: never[]) => void): void {
    this.#listeners.push([event, listener as (...args: unknown[]) => void]);
  }
  emit(event: string, ...args: unknown[]): void {
    note(`${this.name}: ${event}`);
    for (const [name, listener] of this.#listeners) if (name === event) listener(...args);
  }
  #asked(what: string, text = ''): Promise<unknown> {
    note(`${this.name}.${what}(${text})`);
    return (this.answers[what] ?? (async () => undefined))();
  }
  connect = () => this.#asked('connect');
  query = (sql: string, values: unknown[] = []) => this.#asked('query', [sql, ...values].join(', '));
  publish = (channel: string, word: string) => this.#asked('publish', `${channel}, ${word}`);
  subscribe = (channel: string, listener: (word: unknown) => void) => {
    this.on('word', listener);
    return this.#asked('subscribe', channel);
  };
  ping = () => this.#asked('ping');
  disconnect = () => this.#asked('disconnect');
  end = () => this.#asked('end');
  readonly connection = { stream: { destroy: () => note(`${this.name} is destroyed`) } };
}

describe('words between processes', () => {
  const clients: ScriptedClient[] = [];
  /** What is done with a client as soon as it is made. */
  let prepare: (client: ScriptedClient) => void;
  const make = (): ScriptedClient => {
    clients.push(new ScriptedClient(`client ${clients.length + 1}`));
    prepare(clients.at(-1)!);
    return clients.at(-1)!;
  };
  const receive = (word: string): void => note(`heard "${word}"`);
  beforeEach(() => {
    clients.length = 0;
    prepare = () => undefined;
  });

  it('over PostgreSQL', async () => {
    const bus = postgresWake({ client: make as unknown as () => PostgresWakeClient });
    watch('ring', bus.ring('refunds'));
    await after(0);
    note(`listening ${bus.isListening}`);
    watch('listen', bus.listen(receive));
    await after(0);
    note(`listening ${bus.isListening}`);
    clients[0]!.emit('notification', { payload: 'inbox' });
    clients[0]!.emit('notification', {});
    await after(3_000);
    clients[0]!.emit('error', new Error('terminated'));
    clients[0]!.emit('end');
    note(`listening ${bus.isListening}`);
    await after(0);
    note(`listening ${bus.isListening}`);
    prepare = ({ answers }) => (answers['connect'] = () => Promise.reject(new Error('refused')));
    clients[1]!.emit('end');
    await after(200);
    clients[2]!.answers['end'] = () => never;
    watch('close', bus.close());
    await after(500);
    await after(500);
    watch('ring', bus.ring('too late'));
    await after(0);
    expect(lines.text).toMatchSnapshot();
  });

  it('over PostgreSQL, where listening fails at first, and the end', async () => {
    const bus = postgresWake({ client: make as unknown as () => PostgresWakeClient, channel: 'shop_1' });
    watch('ring', bus.ring('a'));
    await after(0);
    clients[0]!.answers['query'] = () => Promise.reject(new Error('no such right'));
    watch('listen', bus.listen(receive));
    await after(0);
    note(`listening ${bus.isListening}`);
    clients.at(-1)!.answers['end'] = () => never;
    watch('close', bus.close());
    await after(499);
    await after(1);
    await after(500);
    expect(lines.text).toMatchSnapshot();
  });

  it('over Redis', async () => {
    const bus = redisWake({ client: make as unknown as () => RedisWakeClient });
    const arrive = async (client: ScriptedClient): Promise<void> => {
      client.emit('connect');
      client.emit('ready');
      await after(0);
    };
    watch('ring', bus.ring('refunds'));
    await after(0);
    await arrive(clients[0]!);
    note(`listening ${bus.isListening}`);
    watch('listen', bus.listen(receive));
    await after(0);
    note(`listening ${bus.isListening}`);
    await arrive(clients[1]!);
    note(`listening ${bus.isListening}`);
    clients[1]!.emit('message', 'tillbridge', 'of ioredis');
    clients[1]!.emit('word', 'of redis');
    clients[1]!.emit('word', 1);
    await after(3_000);
    clients[1]!.emit('close');
    clients[1]!.emit('end');
    await after(0);
    note(`listening ${bus.isListening}`);
    clients[2]!.emit('error', new Error('refused'));
    await after(200);
    prepare = (client) => (client.status = 'connecting');
    clients[3]!.emit('close');
    await after(400);
    await arrive(clients[4]!);
    note(`listening ${bus.isListening}`);
    watch('close', bus.close());
    await after(1_000);
    expect(lines.text).toMatchSnapshot();
  });

  it('over Redis, that never answers', async () => {
    const bus = redisWake({ client: make as unknown as () => RedisWakeClient });
    prepare = ({ answers }) => (answers['connect'] = () => Promise.reject(new Error('refused')));
    watch('ring', bus.ring('a'));
    await after(100);
    prepare = () => undefined;
    watch('listen', bus.listen(receive));
    await after(3_000);
    watch('close', bus.close());
    await after(800);
    for (const client of clients) client.emit('connect');
    await after(0);
    expect(lines.text).toMatchSnapshot();
  });
});

it.each(['a', 'A_1', '_x', 'a'.repeat(63), '', '1a', 'a-b', 'a'.repeat(64)])('a channel called "%s"', (name) => {
  const shown = (): string => {
    try {
      return checkedChannel(name);
    } catch (error) {
      return String(error);
    }
  };
  expect(shown()).toMatchSnapshot();
});
