import { setImmediate as afterThisTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisWake, type RedisWakeClient, type WakeBus } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { testEngines } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { freePort } from '../../support/free-port.mjs';
import { describeRedis, startTestRedis } from '../../support/redis.js';
import { askRedis, type RedisServer } from '../../support/server-redis.mjs';
import { startShop } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { expectWakeAcross, itCarriesWords, missesOf, received } from './wake-bus-cases.js';

const CLIENTS: Record<string, (url: string) => RedisWakeClient> = {
  ioredis: (url) => new Redis(url, { connectionName: 'doorbell', disconnectTimeout: 100 }),
  'ioredis that connects late and queues nothing': (url) =>
    new Redis(url, {
      connectionName: 'doorbell',
      disconnectTimeout: 100,
      lazyConnect: true,
      enableOfflineQueue: false,
    }),
  redis: (url) => createClient({ url, name: 'doorbell' }),
};

describeRedis('a doorbell over Redis', () => {
  let server: RedisServer;
  const buses: WakeBus[] = [];
  const open = (client: () => RedisWakeClient, channel?: string): WakeBus => {
    const bus = redisWake({ client, ...(channel && { channel }) });
    buses.push(bus);
    return bus;
  };
  const list = async (): Promise<string[]> =>
    String(await askRedis(server.url, 'CLIENT', 'LIST'))
      .split('\n')
      .filter((line) => line.includes('name=doorbell'));
  const connections = async (): Promise<number> => (await list()).length;

  beforeAll(async () => {
    server = await startTestRedis();
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await waitFor(async () => (await connections()) === 0);
  });
  afterAll(() => server.stop());

  describe.each(Object.entries(CLIENTS))('by %s', (_name, clientOf) => {
    const here = (channel?: string): WakeBus => open(() => clientOf(server.url), channel);
    itCarriesWords({ open: here, connections, perBus: 2 });

    it('receives again after the server was killed, and sends again', async () => {
      const [one, other] = [here(), here()];
      const words = await received(other);
      await one.ring('a inbox');
      await waitFor(() => words.length === 1);
      await server.kill();
      await waitFor(() => !other.isListening);
      await expect(one.ring('b inbox')).rejects.toThrow();
      await server.restart();
      await waitFor(() => other.isListening);
      await waitFor(() => one.ring('c inbox').then(() => true));
      await waitFor(() => words.includes('c inbox'));
      expect(words).not.toContain('b inbox');
    });

    it('receives again after its connection was ended', async () => {
      let made = 0;
      const bus = open(() => {
        made += 1;
        return clientOf(server.url);
      });
      const words = await received(bus);
      await askRedis(server.url, 'CLIENT', 'KILL', 'TYPE', 'pubsub');
      await waitFor(() => made === 2 && bus.isListening);
      // There at first, lost, and back.
      expect(missesOf(words)).toBe(3);
      await here().ring('a inbox');
      await waitFor(() => words.length === 1);
      expect((await list()).filter((line) => line.includes('sub=1'))).toHaveLength(1);
    });

    it('says what the server has against it, and tries on', async () => {
      const address = new URL(server.url);
      address.password = 'wrong';
      let made = 0;
      const bus = open(() => {
        made += 1;
        return clientOf(address.href);
      });
      await bus.listen(() => undefined);
      await expect(bus.ring('a inbox')).rejects.toThrow('WRONGPASS');
      await waitFor(() => made >= 4);
      expect(bus.isListening).toBe(false);
    });

    it('does not wait for a server that is away, and makes no connection for each word', async () => {
      const port = await freePort();
      let made = 0;
      const bus = open(() => {
        made += 1;
        return clientOf(`redis://127.0.0.1:${port}`);
      });
      const begun = performance.now();
      await bus.listen(() => undefined);
      while (performance.now() - begun < 500) {
        await expect(bus.ring('a inbox')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
        await afterThisTurn();
      }
      // One to receive and one to send, and more only after pauses of 100, 200, 400 ms and so on.
      const pauses = Math.floor(Math.log2((performance.now() - begun) / 100 + 1));
      expect(made).toBeLessThanOrEqual(2 * (1 + pauses));
      await waitFor(() => made >= 9);
      expect(bus.isListening).toBe(false);
    });

    it('stores nothing, and loses nothing when all is deleted', async () => {
      const bus = here();
      const words = await received(bus);
      await bus.ring('a inbox');
      expect(await askRedis(server.url, 'DBSIZE')).toBe(0);
      await askRedis(server.url, 'FLUSHALL');
      await bus.ring('b inbox');
      await waitFor(() => words.length === 2);
      expect(bus.isListening).toBe(true);
    });
  });

  it('gives up a server that hangs, is closed meanwhile, and receives again when it goes on', async () => {
    const makers = Object.values(CLIENTS).map((clientOf) => () => open(() => clientOf(server.url)));
    const [kept, closed] = [makers.map((make) => make()), makers.map((make) => make())];
    const words = await Promise.all(kept.map(received));
    await Promise.all([...closed.map(received), ...kept.map((bus) => bus.ring('a inbox'))]);
    server.signal('SIGSTOP');
    try {
      const order: string[] = [];
      const failure = 'the server does not answer';
      const rung = kept.map((bus) =>
        expect(bus.ring('b inbox'))
          .rejects.toThrow(failure)
          .finally(() => order.push('rung')),
      );
      const late = makers.map((make) => make());
      const listening = late.map((bus) => bus.listen(() => undefined));
      await Promise.all([...closed, ...late].map((bus) => bus.close()));
      await Promise.all(listening);
      order.push('closed');
      await Promise.all(rung);
      // What is closed does not wait until the server is given up.
      expect(order[0]).toBe('closed');
      await waitFor(() => kept.every(({ isListening }) => !isListening));
    } finally {
      server.signal('SIGCONT');
    }
    await waitFor(() => kept.every(({ isListening }) => isListening));
    for (const bus of kept) await waitFor(() => bus.ring('d inbox').then(() => true));
    await waitFor(() => words.every((each) => each.filter((word) => word === 'd inbox').length === kept.length));
  });

  const ioredis = (): WakeBus => open(() => CLIENTS['ioredis']!(server.url));

  it('holds up no shop while the server hangs, neither its start nor its work nor its end', async () => {
    server.signal('SIGSTOP');
    try {
      const shop = await startShop({ options: { wake: { bus: ioredis() } } });
      await shop.addOrder('H1');
      const at = Date.now();
      await shop.notify({ orderId: 'H1', body: orderBody({ orderId: 'H1', amount: 1250, at }), at });
      await waitFor(() => shop.handlers.count('commit', 'completed') === 1);
      const begun = performance.now();
      await shop.close();
      expect(performance.now() - begun).toBeLessThan(3_000);
    } finally {
      server.signal('SIGCONT');
    }
  });

  const engine = testEngines().find(({ name }) => name !== 'sqlite')?.name;
  (engine ? it : it.skip)('brings a notification from the web process to the worker apart', async () => {
    const database = await createMigratedDatabase(engine!);
    await expectWakeAcross(database, ioredis);
    await database.drop();
  });

  it('takes no name that would have to be quoted', () => {
    expect(() => redisWake({ client: () => CLIENTS['ioredis']!(''), channel: 'a b' })).toThrow(TypeError);
  });
});
