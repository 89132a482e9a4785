import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { postgresWake, type WakeBus } from 'tillbridge';
import { startCuttingProxy } from '../../support/cutting-proxy.mjs';
import { testEngines, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { waitFor } from '../../support/wait-for.js';
import { expectWakeAcross, itCarriesWords, missesOf, received } from './wake-bus-cases.js';

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

  beforeAll(async () => {
    database = await createMigratedDatabase('postgres');
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

  itCarriesWords({ open: (channel) => open(url(), channel), connections, perBus: 1 });

  it('hears again after its connection was ended', async () => {
    let made = 0;
    const there = postgresWake({
      client: () => {
        made += 1;
        return clientOf(url());
      },
    });
    buses.push(there);
    const words = await received(there);
    expect([there.isListening, missesOf(words)]).toEqual([true, 1]);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doorbell'");
    await waitFor(() => made === 2 && there.isListening);
    // It was lost, and is back.
    await waitFor(() => missesOf(words) === 3);
    await open().ring('a inbox');
    await waitFor(() => words.length > 0);
  });

  it('hears by another connection where the one on which it rang before may not listen', async () => {
    let made = 0;
    const bus = postgresWake({
      client: () => {
        made += 1;
        const client = clientOf(url());
        const query = client.query.bind(client) as (sql: string, values?: unknown[]) => Promise<unknown>;
        // What the server says to it, as a standby that becomes the primary.
        const refused = async (sql: string, values?: unknown[]) =>
          query(sql.startsWith('LISTEN') ? 'refused' : sql, values);
        return made === 1 ? Object.assign(client, { query: refused }) : client;
      },
    });
    buses.push(bus);
    await bus.ring('a inbox');
    const words = await received(bus);
    await waitFor(() => bus.isListening);
    await open().ring('a inbox');
    await waitFor(() => words.includes('a inbox'));
    expect(made).toBe(2);
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

  it('gives up a server that says nothing, and leaves no socket to it', async () => {
    // It does not answer the end of a connection, either; left open, it would keep the process of the spec from its end.
    const held: Socket[] = [];
    const silent = createServer({ allowHalfOpen: true }, (socket) => held.push(socket.resume())).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const made: Client[] = [];
    const bus = postgresWake({
      client: () => {
        made.push(clientOf(`postgres://127.0.0.1:${port}/none`));
        return made.at(-1)!;
      },
    });
    const ringing = bus.ring('a inbox');
    const listening = bus.listen(() => undefined);
    await expect(ringing).rejects.toThrow('the server does not answer');
    await listening;
    await waitFor(() => made.length === 2);
    await bus.close();
    await waitFor(() => made.every(({ connection }) => connection.stream.destroyed));
    silent.close();
    for (const socket of held) socket.destroy();
  });

  it('brings a notification from the web process to the worker apart, which would else have rested', async () => {
    await expectWakeAcross(database, open);
  });

  it('takes no name that would have to be quoted', () => {
    expect(() => postgresWake({ client: () => clientOf(''), channel: 'a"; DROP' })).toThrow(TypeError);
  });
});
