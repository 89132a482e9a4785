import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Money, type PaymentEvent } from 'tillbridge';
import { RecipeStage } from './recipes.js';

describe('events to other systems', () => {
  interface Message {
    readonly id: string;
    readonly topic: string;
    readonly key: string;
    readonly payload: { readonly minorUnits: number };
  }
  interface Relay {
    add(tx: EntityManager, message: Message): Promise<void>;
    relay(): Promise<number>;
  }
  const published: Message[] = [];
  const emitted: string[] = [];
  const jobs: string[] = [];
  const broker = { isDown: false, isBossDown: false, isListenerBroken: false };
  const publisher = {
    publish: async (message: Message) => {
      if (broker.isDown) throw new Error('the broker is down');
      published.push(message);
    },
  };
  type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  const boss = {
    send: async (name: string, data: { orderId: string }, { db }: { db: { executeSql: ExecuteSql } }) => {
      if (broker.isBossDown) throw new Error('the queue refuses the job');
      // In the transaction of the change: the row of the handler's own effect is there already.
      const { rows } = await db.executeSql("SELECT effect FROM tillbridge_effect WHERE effect = 'boss-jobs'");
      jobs.push(`${name} ${data.orderId} ${rows.length > 0}`);
      return 'job';
    },
  };
  const emitter = {
    emitAsync: async (name: string, event: PaymentEvent) => {
      if (broker.isListenerBroken) throw new Error('a listener failed');
      emitted.push(`${name} ${event.orderId}`);
      return [];
    },
  };
  const stage = new RecipeStage('events-out', {
    parts: (code) => ({
      entities: [code['ShopMessage']!],
      providers: [
        code['MessageRelay']!,
        code['PaymentMessages']!,
        code['BossJobs']!,
        code['LocalEvents']!,
        { provide: code['Outbox']!, useExisting: code['MessageRelay']! },
        { provide: code['Publisher']!, useValue: publisher },
        { provide: code['Boss']!, useValue: boss },
        { provide: code['Emitter']!, useValue: emitter },
      ],
    }),
  });
  const relay = () => stage.made<Relay>('MessageRelay');
  const waiting = () => stage.shop.count('shop_message');
  const paid = async (orderId: string): Promise<void> => {
    const order = { orderId, amount: Money.of('9.95', 'EUR'), description: 'A mug' };
    await stage.shop.payments.group('web').orders.create({ ...order, redirectUrl: 'http://localhost:3000/thanks' });
    await stage.sandbox.pay(orderId);
  };

  beforeAll(async () => {
    const fields = 'id VARCHAR(36) PRIMARY KEY, topic VARCHAR(64), "key" VARCHAR(64), payload TEXT';
    await stage.shop.dataSource.query(`CREATE TABLE shop_message (${fields})`);
  });

  // What one has left is not published by the next.
  afterEach(() => relay().relay());

  const of = <T>(lines: readonly T[], orderId: string): T[] =>
    lines.filter((line) => JSON.stringify(line).includes(orderId));

  it('are written with the change, and published once in their order', async () => {
    await paid('E-1');
    await stage.until('its message', async () => (await waiting()) === 1);
    broker.isDown = true;
    await expect(relay().relay()).rejects.toThrow('the broker is down');
    expect(await waiting()).toBe(1);
    broker.isDown = false;
    expect(await relay().relay()).toBe(1);
    expect(await waiting()).toBe(0);
    expect(of(published, 'E-1')).toMatchObject([
      { topic: 'payment.completed', key: 'E-1', payload: { minorUnits: 995 } },
    ]);
    expect(of(jobs, 'E-1')).toEqual(['ship E-1 true']);
  });

  it('are not written where the change is taken back', async () => {
    broker.isBossDown = true;
    await paid('E-2');
    await stage.until('the change to fail', () => stage.shop.logs.matching('the queue refuses the job').length > 0);
    expect(await waiting()).toBe(0);
    expect((await stage.shop.payments.orders.find('E-2'))?.paid).toBe(false);
    broker.isBossDown = false;
    await stage.until('its message', async () => (await waiting()) === 1);
    expect(of(jobs, 'E-2')).toEqual(['ship E-2 true']);
  });

  it('reach listeners in the process after the commit, and again when one has failed', async () => {
    broker.isListenerBroken = true;
    await paid('E-3');
    await stage.until('a listener to fail', () => stage.shop.logs.matching('a listener failed').length > 0);
    broker.isListenerBroken = false;
    await stage.until('the event', () => emitted.includes('payment.completed E-3'));
  });
});
