import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { guardPostgresClients, Transactions } from '../../src/database/engine/index.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const FIELDS = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to unexpected postmaster exit', ''];

/** What a server says to a connection that it ends. */
function lastWords(): Buffer {
  const body = Buffer.from(`${FIELDS.join('\0')}\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Before a real server: connections end in the packet that says that they are ready, while `dying` is above zero. */
class DyingServer {
  dying = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(private readonly behind: URL) {
    this.server = createServer((client) => this.serve(client));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    const front = new URL(this.behind);
    front.port = String((this.server.address() as AddressInfo).port);
    return front.href;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private serve(client: Socket): void {
    const server = connect(Number(this.behind.port), this.behind.hostname);
    for (const socket of [client, server]) {
      this.sockets.add(socket.on('error', () => undefined));
      socket.on('close', () => [client, server].forEach((each) => each.destroy()));
    }
    client.on('data', (chunk) => server.write(chunk));
    server.on('data', (chunk) => {
      const isLast = this.dying > 0 && chunk.subarray(-READY.length).equals(READY);
      if (!isLast) return void client.write(chunk);
      this.dying -= 1;
      client.end(Buffer.concat([chunk, lastWords()]));
    });
  }
}

describeEngines('a server that is killed while it accepts a connection', (engine) => {
  const isPostgres = engine === 'postgres';
  let database: TestDatabase;
  let server: DyingServer | undefined;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    let options: DataSourceOptions = database.options;
    if (options.type === 'postgres') {
      server = new DyingServer(new URL(String(options.url)));
      options = { ...options, url: await server.listen() };
    }
    dataSource = await new DataSource(options).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    server?.close();
    await database.drop();
  });

  it('needs a listener of ours on PostgreSQL, and one only, however often it is asked for', () => {
    expect([guardPostgresClients(dataSource), guardPostgresClients(dataSource)]).toEqual([isPostgres, isPostgres]);
    if (isPostgres) expect(Reflect.get(dataSource.driver, 'master').listenerCount('connect')).toBe(1);
  });

  if (!isPostgres) return;

  async function survives(): Promise<void> {
    const transactions = new Transactions(dataSource);
    // The one idle client is busy, so that each of the others has to connect.
    const results = await dataSource.transaction(async (idle) => {
      await idle.query('SELECT 1');
      server!.dying = 3;
      return Promise.all([1, 2].map((n) => transactions.run((tx) => tx.query(`SELECT ${n} AS n`))));
    });
    expect(results).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    expect(server!.dying).toBe(0);
  }

  it('takes no process with it: the transaction is run again elsewhere', survives);

  it('takes none with it after the host has closed its DataSource and opened it again, either', async () => {
    await dataSource.destroy();
    await dataSource.initialize();
    expect(Reflect.get(dataSource.driver, 'master').listenerCount('connect')).toBe(1);
    await survives();
  });
});
