import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { TillbridgeBullModule, type TillbridgeBullOptions } from 'tillbridge/bullmq';
import { orderBody } from 'tillbridge/testing';
import { BullEffectTransport } from '../../src/bullmq/bull-effect-transport.js';
import { insertRows } from '../../src/database/engine/index.js';
import { HandOver, OutboxEntity } from '../../src/shop/effects/index.js';
import { describeOneEngine, type TestEngineName } from '../support/engines.js';
import { freePort } from '../support/free-port.mjs';
import { describeRedis, startTestRedis } from '../support/redis.js';
import { askRedis, type RedisServer } from '../support/server-redis.mjs';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** Sends invoices and packs parcels; notes in which order. */
@Injectable()
class Office {
  isBroken = false;
  /** Holds every invoice until it is resolved. */
  gate: Promise<void> = Promise.resolve();
  /** Holds every parcel. */
  packs: Promise<void> = Promise.resolve();
  readonly begun: string[] = [];
  packing = 0;
  readonly done: string[] = [];

  @OnPayment(['initialized', 'completed'], { after: 'commit', name: 'Office.invoice' })
  async invoice({ id, orderId, kind }: PaymentEvent): Promise<void> {
    this.begun.push(id);
    await this.gate;
    if (this.isBroken) throw new Error('no paper');
    this.done.push(`invoice ${orderId} ${kind}`);
  }

  @OnPayment('completed', { name: 'Office.book' })
  book(): void {}

  @OnPayment('completed', { after: 'commit', name: 'Office.pack' })
  async pack({ orderId }: PaymentEvent): Promise<void> {
    this.packing += 1;
    await this.packs;
    this.done.push(`pack ${orderId}`);
  }
}

const QUEUES: TillbridgeBullOptions = {
  queues: [
    { name: 'invoices', effects: ['Office.invoice'], concurrency: 2, configKey: 'documents' },
    { name: 'others' },
  ],
  linkOf: ({ orderId }) => `https://shop.example/orders/${orderId}`,
};

async function shopOn(engine: TestEngineName, redis: RedisServer): Promise<ShopHost> {
  const connection = { url: redis.url };
  const imports = [
    BullModule.forRoot({ connection }),
    BullModule.forRoot('documents', { connection, prefix: 'documents' }),
    TillbridgeBullModule.forRoot(QUEUES),
  ];
  return startShop({ engine, imports, providers: [Office] });
}

describeRedis('BullMQ', () =>
  describeOneEngine('effects in its queues', (engine) => {
    let redis: RedisServer;
    let shop: ShopHost;
    let office: Office;
    let orders = 0;

    beforeAll(async () => {
      redis = await startTestRedis();
      shop = await shopOn(engine, redis);
      office = shop.app.get(Office);
    });
    afterAll(async () => {
      await shop?.close();
      await redis?.stop();
    });
    beforeEach(() => {
      office.done.length = 0;
      office.begun.length = 0;
      Object.assign(office, { isBroken: false, gate: Promise.resolve() });
    });

    const queue = (name: string): Queue => shop.app.get<Queue>(getQueueToken(name), { strict: false });
    const notify = async (orderId: string, status: 'initialized' | 'completed' = 'completed'): Promise<void> => {
      const fields = status === 'initialized' ? { transactionId: null } : {};
      await shop.notify({ orderId, body: orderBody({ orderId, amount: 1250, at: Date.now(), status, ...fields }) });
    };
    const newOrder = async (): Promise<string> => {
      const orderId = `B-${(orders += 1)}`;
      await shop.addOrder(orderId);
      return orderId;
    };

    it('run there once each; a job shows effect, order and link, and nothing of the customer', async () => {
      const orderId = await newOrder();
      await notify(orderId);
      await waitFor(() => office.done.length === 2);
      expect(office.done.sort()).toEqual([`invoice ${orderId} completed`, `pack ${orderId}`]);
      const job = await waitFor(async () => (await queue('invoices').getCompleted())[0]);
      expect(job).toMatchObject({
        name: 'Office.invoice',
        data: { group: 'web', orderId, attempts: 0, link: `https://shop.example/orders/${orderId}` },
        returnvalue: 'done',
      });
    });

    /** What is in the outbox, and not over. */
    const pending = () => shop.count("tillbridge_outbox WHERE state <> 'done'");
    /** As if a minute had passed in which nobody began what was handed over. */
    const aMinuteLater = () =>
      shop.dataSource.query('UPDATE tillbridge_outbox SET due_at = 0 WHERE lease_token IS NULL');
    const paused = async (work: () => Promise<void>): Promise<void> => {
      const both = [queue('invoices'), queue('others')];
      for (const each of both) await each.pause();
      await work();
      for (const each of both) await each.resume();
    };

    it('that fail stand there with their error, are tried again by their row, and do no harm when a person retries them', async () => {
      office.isBroken = true;
      const orderId = await newOrder();
      await notify(orderId);
      const job = await waitFor(async () => (await queue('invoices').getFailed())[0]);
      expect(job).toMatchObject({ name: 'Office.invoice', failedReason: expect.stringContaining('no paper') });
      office.isBroken = false;
      await job.retry();
      await waitFor(() => office.done.includes(`invoice ${orderId} completed`));
      await aMinuteLater();
      await waitFor(async () => (await pending()) === 0);
      expect(office.done.filter((line) => line.startsWith('invoice'))).toHaveLength(1);
    });

    it('that failed are handed over again by themselves', async () => {
      office.isBroken = true;
      const orderId = await newOrder();
      await notify(orderId);
      await waitFor(() => shop.count("tillbridge_outbox WHERE last_error LIKE '%no paper%'"));
      office.isBroken = false;
      await waitFor(() => office.done.includes(`invoice ${orderId} completed`));
      await waitFor(async () => (await pending()) === 0);
    });

    it('that a person removes from the queue, or that Redis forgets, are handed over again', async () => {
      let orderId = '';
      await paused(async () => {
        orderId = await newOrder();
        await notify(orderId);
        await waitFor(
          async () => (await queue('invoices').getWaitingCount()) + (await queue('others').getWaitingCount()) === 3,
        );
        for (const job of await queue('invoices').getWaiting()) await job.remove();
        await askRedis(redis.url, 'FLUSHALL');
      });
      expect(office.done).toEqual([]);
      await aMinuteLater();
      await waitFor(() => office.done.length === 2);
      await waitFor(async () => (await pending()) === 0);
      expect(office.done.sort()).toEqual([`invoice ${orderId} completed`, `pack ${orderId}`]);
    });

    it('keep the order of their line, whatever the queue does', async () => {
      const orderId = await newOrder();
      await notify(orderId, 'initialized');
      // Of two that are applied at once the later one may come first, and then the other is no news.
      await waitFor(() => shop.count(`tillbridge_transition WHERE order_id = '${orderId}'`));
      await notify(orderId);
      await waitFor(() => office.done.length === 3);
      const invoices = office.done.filter((line) => line.startsWith('invoice'));
      expect(invoices).toEqual([`invoice ${orderId} initialized`, `invoice ${orderId} completed`]);
    });

    it('run once when two workers hold the same job', async () => {
      let open = (): void => undefined;
      office.gate = new Promise((resolve) => (open = resolve));
      const orderId = await newOrder();
      await notify(orderId);
      await waitFor(() => office.begun.length === 1);
      const [job] = await queue('invoices').getActive();
      // In a queue that has lost its lock another worker gets the job, while the first still works on it.
      await queue('others').add(job!.name, job!.data, { jobId: `${job!.id}` });
      await waitFor(async () => (await queue('others').getJobState(job!.id!)) === 'completed');
      open();
      await waitFor(async () => (await pending()) === 0);
      expect(office.begun).toHaveLength(1);
    });

    it('run here while Redis is gone, and there again when it is back', async () => {
      await redis.kill();
      const gone = await newOrder();
      await notify(gone);
      await waitFor(() => office.done.length === 2);
      expect(shop.app.get(HandOver).figures).toMatchObject({ isAway: true });
      await redis.restart();
      await waitFor(() => shop.app.get(HandOver).figures?.isAway === false);
      const there = await newOrder();
      await notify(there);
      await waitFor(() => office.done.length === 4);
      await waitFor(async () => (await queue('invoices').getCompleted()).some(({ data }) => data.orderId === there));
      expect(new Set(office.done).size).toBe(4);
      expect(shop.app.get(HandOver).figures).toMatchObject({ isAway: false });
    });

    it.each([
      ['is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
      ['takes no writes, as a replica', ['REPLICAOF', '127.0.0.1', '9'], ['REPLICAOF', 'NO', 'ONE']],
    ])('run here while Redis %s', async (_state, [command, ...values], [undo, ...undone]) => {
      await waitFor(() => shop.app.get(HandOver).figures?.isAway === false);
      await askRedis(redis.url, command!, ...values);
      try {
        const orderId = await newOrder();
        await notify(orderId);
        await waitFor(() => office.done.length === 2);
        expect(office.done.sort()).toEqual([`invoice ${orderId} completed`, `pack ${orderId}`]);
        expect(shop.app.get(HandOver).figures?.isAway).toBe(true);
      } finally {
        await askRedis(redis.url, undo!, ...undone);
      }
      await waitFor(async () => (await pending()) === 0);
    });

    it('run here while Redis hangs', async () => {
      await waitFor(() => shop.app.get(HandOver).figures?.isAway === false);
      redis.signal('SIGSTOP');
      try {
        const orderId = await newOrder();
        await notify(orderId);
        await waitFor(() => office.done.length === 2);
        expect(office.done.sort()).toEqual([`invoice ${orderId} completed`, `pack ${orderId}`]);
      } finally {
        redis.signal('SIGCONT');
      }
      await waitFor(async () => (await pending()) === 0);
    });

    it('stay in the database while their queue is full: what Redis holds does not grow with the backlog', async () => {
      await waitFor(() => shop.app.get(HandOver).figures?.isAway === false);
      await paused(async () => {
        const count = 1_500;
        const now = Date.now();
        const row = {
          group: 'web',
          orderId: 'none',
          version: 1,
          effect: 'Office.pack',
          state: 'pending' as const,
          attempts: 0,
          dueAt: now,
          createdAt: now,
        };
        const rows = Array.from({ length: count }, () => ({ ...row, id: randomUUID(), transitionId: randomUUID() }));
        await insertRows(shop.dataSource.manager, OutboxEntity, rows);
        let most = 0;
        await waitFor(async () => {
          most = Math.max(most, await queue('others').getJobCountByTypes('wait', 'paused' as 'wait'));
          return (await shop.count(`tillbridge_outbox WHERE order_id = 'none' AND due_at <= ${now}`)) === 0;
        });
        expect(most).toBeGreaterThan(900);
        expect(most).toBeLessThanOrEqual(1_000);
        await shop.dataSource.query("DELETE FROM tillbridge_outbox WHERE order_id = 'none'");
        await queue('others').drain();
      });
    });
  }),
);

describeRedis('a shop with queues', () => {
  it('starts, works and ends in time when Redis was never there', async () => {
    const shop = await startShop({
      imports: [
        BullModule.forRoot({ connection: { host: '127.0.0.1', port: await freePort() } }),
        TillbridgeBullModule.forRoot(),
      ],
      providers: [Office],
    });
    const office = shop.app.get(Office);
    await shop.addOrder('ALONE');
    await shop.notify({ orderId: 'ALONE', body: orderBody({ orderId: 'ALONE', amount: 1250, at: Date.now() }) });
    await waitFor(() => office.done.length === 2);
    await shop.close();
  });

  it('ends in time while Redis hangs, and when it has gone', async () => {
    const strikes = [(server: RedisServer) => server.signal('SIGSTOP'), (server: RedisServer) => server.kill()];
    for (const strike of strikes) {
      const redis = await startTestRedis();
      const shop = await shopOn('sqlite', redis);
      await waitFor(() => shop.app.get(BullEffectTransport).isThere());
      await strike(redis);
      await waitFor(async () => !(await shop.app.get(BullEffectTransport).isThere()));
      await shop.close();
      redis.signal('SIGCONT');
      await redis.stop();
    }
  });

  it('is told of names in its queues that no handler after the commit has: their effects go elsewhere', async () => {
    const connection = { host: '127.0.0.1', port: await freePort() };
    const queues = [{ name: 'documents', effects: ['Office.invoice', 'Office.invioce', 'Office.book'] }];
    const shop = await startShop({
      imports: [BullModule.forRoot({ connection }), TillbridgeBullModule.forRoot({ queues, workers: 'off' })],
      providers: [Office],
    });
    const lines = shop.logs.matching('Queue documents is to get the effects of');
    expect(lines.map((line) => /effects of (\S+),/.exec(line)?.[1])).toEqual(['Office.invioce', 'Office.book']);
    await shop.close();
  });

  it('is shut down within one patience, however many effects hang: in its queues and beside them', async () => {
    const redis = await startTestRedis();
    const patienceMs = 317;
    const shop = await startShop({
      options: { shutdownPatienceMs: patienceMs },
      imports: [
        BullModule.forRoot({ connection: { url: redis.url } }),
        TillbridgeBullModule.forRoot({ queues: [{ name: 'invoices', effects: ['Office.invoice'] }] }),
      ],
      providers: [Office],
    });
    const office = shop.app.get(Office);
    let open = (): void => undefined;
    office.gate = new Promise((resolve) => (open = resolve));
    office.packs = office.gate;
    await shop.addOrder('STUCK');
    await shop.notify({ orderId: 'STUCK', body: orderBody({ orderId: 'STUCK', amount: 1250, at: Date.now() }) });
    await waitFor(() => office.begun.length === 1 && office.packing === 1);
    // A wait for what hangs begins with a timer of the whole patience. All of them have to begin before one is over.
    const waits: string[] = [];
    const { setTimeout: real } = globalThis;
    const watched = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms?: number) => {
      if (ms !== patienceMs) return real(then, ms);
      waits.push('begins');
      return real(() => (waits.push('is over'), then()), ms);
    }) as typeof setTimeout);
    await shop.close().finally(() => watched.mockRestore());
    expect(waits.slice(waits.indexOf('is over'))).not.toContain('begins');
    expect(shop.logs.matching(`1 task(s) were still running ${patienceMs} ms after`)).toHaveLength(2);
    open();
    // The worker ends by itself after its job. Until then it would look for its server.
    await waitFor(
      async () =>
        String(await askRedis(redis.url, 'CLIENT', 'LIST'))
          .trim()
          .split('\n').length === 1,
    );
    await redis.stop();
  });

  it.each([
    [{ queues: [] }, 'queues: must hold at least one queue'],
    [{ queues: [{ name: 'a:b' }] }, 'queues.0.name: must be text without a colon'],
    [{ queues: [{ name: 'a' }, { name: 'a', effects: ['X.y'] }] }, 'queues: a is there twice'],
    [{ queues: [{ name: 'a' }, { name: 'b' }] }, 'queues: only one may take what the others do not name'],
    [
      {
        queues: [
          { name: 'a', effects: ['X.y'] },
          { name: 'b', effects: ['X.y'] },
        ],
      },
      'queues: X.y is in two of them',
    ],
    [{ queues: [{ name: 'a', concurrency: 0 }] }, 'queues.0.concurrency: must be a whole number from 1 to 1000'],
    [{ workers: 'on' as never }, 'workers: must be inline or off'],
    [{ queue: [] } as never, 'queue: is no option; those known here are queues, workers, linkOf; did you mean queues?'],
    [{ queues: [{ name: 'a', concurency: 2 } as never] }, 'queues.0.concurency: is no option'],
    [{ queues: { name: 'a' } as never }, 'queues: must be a list'],
    [{ queues: [{ name: 'a', effects: 'X.y' as never }] }, 'queues.0.effects: must be a list of names of handlers'],
    [{ linkOf: 'https://shop.example' as never }, 'linkOf: must be a function that makes a URL'],
  ])('is refused at once with options that cannot work: %j', (options, fault) => {
    expect(() => TillbridgeBullModule.forRoot(options)).toThrow(fault);
  });
});
