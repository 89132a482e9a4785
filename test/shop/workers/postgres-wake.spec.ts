import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { postgresWake, type WakeBus } from 'tillbridge';
import { WorkerRegistry } from '../../../src/shop/workers/index.js';
import { startCuttingProxy } from '../../support/cutting-proxy.mjs';
import { orderBody } from 'tillbridge/testing';
import { createTestDatabase, testEngines, type TestDatabase } from '../../support/engines.js';
import { startShop } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';

const hasPostgres = testEngines().some(({ name }) => name === 'postgres');

(hasPostgres ? describe : describe.skip)('a doorbell over PostgreSQL', () => {
  let database: TestDatabase;
  let admin: Client;
  const buses: WakeBus[] = [];
  const url = () => String(Reflect.get(database.options, 'url'));
  const clientOf = (connectionString: string) => new Client({ connectionString, application_name: 'doorbell' });
  const open = (connectionString = url(), channel?: string): WakeBus => {
    const bus = postgresWake({ client: () => clientOf(connectionString), ...(channel && { channel }) });
    buses.push(bus);
    return bus;
  };
  const connections = async (): Promise<number> => {
    const where = "application_name = 'doorbell' AND datname = current_database()";
    const { rows } = await admin.query(`SELECT pid FROM pg_stat_activity WHERE ${where}`);
    return rows.length;
  };
  const listener = async (bus: WakeBus): Promise<string[]> => {
    const received: string[] = [];
    await bus.listen((word) => received.push(word));
    return received;
  };

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    admin = new Client({ connectionString: url() });
    await admin.connect();
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await waitFor(async () => (await connections()) === 0);
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
  });

  it('is received by everyone who listens, on its channel, by one connection each', async () => {
    const [here, there, elsewhere] = [open(), open(), open(url(), 'another')];
    const received = await Promise.all([here, there, elsewhere].map(listener));
    await here.ring('a inbox');
    await there.ring('b effects');
    await waitFor(() => received[0]!.length === 2 && received[1]!.length === 2);
    expect(received).toEqual([['a inbox', 'b effects'], ['a inbox', 'b effects'], []]);
    expect(await connections()).toBe(3);
  });

  it('can tell without listening, and listen later', async () => {
    const [here, there] = [open(), open()];
    const received = await listener(there);
    await here.ring('a inbox');
    await waitFor(() => received.length === 1);
    expect(here.isListening).toBe(false);
    const late = await listener(here);
    await there.ring('b inbox');
    await waitFor(() => late.length === 1);
    expect(await connections()).toBe(2);
  });

  it('hears again after its connection was ended', async () => {
    const [here, there] = [open(), open()];
    const received = await listener(there);
    expect(there.isListening).toBe(true);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doorbell'");
    await waitFor(() => !there.isListening);
    await waitFor(() => there.isListening);
    await waitFor(async () => {
      await here.ring('a inbox').catch(() => undefined);
      return received.length > 0;
    });
  });

  it('tries until the server is there, by one connection at a time, and is closed meanwhile', async () => {
    const proxy = await startCuttingProxy(url());
    await proxy.close();
    let [open, most, made] = [0, 0, 0];
    const bus = postgresWake({
      client: () => {
        const client = clientOf(proxy.url);
        made += 1;
        most = Math.max(most, (open += 1));
        client.once('end', () => (open -= 1));
        return client;
      },
    });
    const listening = bus.listen(() => undefined);
    await expect(bus.ring('a inbox')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await waitFor(() => made >= 4);
    expect([most, bus.isListening]).toEqual([1, false]);
    await bus.close();
    await listening;
    await expect(bus.ring('a inbox')).rejects.toThrow('the bus is closed');
  });

  it('leaves no connection behind that comes about after it was closed', async () => {
    const bus = open();
    const ringing = bus.ring('a inbox');
    const closing = bus.close();
    await expect(ringing).rejects.toThrow('the bus is closed');
    await closing;
    expect(await connections()).toBe(0);
  });

  it('brings a notification from the web process to the worker apart, which would else have rested', async () => {
    const bus = open();
    const web = await startShop({ database, options: { workers: 'off', wake: { bus: open() } } });
    const worker = await startShop({ database, options: { wake: { bus } } });
    try {
      let reads = 0;
      const untap = tapStatements(worker.dataSource, {
        before: ({ sql }) => void (reads += /FROM .tillbridge_lane./.test(sql) ? 1 : 0),
      });
      await waitFor(() => bus.isListening);
      reads = 0;
      // A rest that begins now is that of one who hears.
      for (const name of ['refund-sending', 'inbox'] as const) worker.app.get(WorkerRegistry).wake(name);
      await waitFor(() => reads > 0);
      reads = 0;
      await web.addOrder('S1');
      const at = Date.now();
      await web.notify({ orderId: 'S1', body: orderBody({ orderId: 'S1', amount: 1250, at }), at });
      await waitFor(() => worker.handlers.count('commit', 'completed') === 1);
      // Of refunds nobody told it: that it looked would mean that its rest was over.
      expect(reads).toBe(0);
      untap();
    } finally {
      await worker.close();
      await web.close();
    }
  });

  it('takes no name that would have to be quoted', () => {
    expect(() => postgresWake({ client: () => clientOf(''), channel: 'a"; DROP' })).toThrow(TypeError);
  });
});
