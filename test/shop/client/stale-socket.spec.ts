import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceRequest } from '../../../src/protocol/index.js';
import { ServiceCaller, type CallOutcome } from '../../../src/shop/client/index.js';
import { TerminalGroups, type TerminalGroup } from '../../../src/shop/core/index.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

/** When the server closes a connection that no one uses, in milliseconds. It does not say so beforehand. */
const IDLE_MS = 300;
/** How far from that the client comes back, in milliseconds. */
const SPREAD_MS = 50;
const SERVERS = 11;
/** As many as one host's unused connections are kept. */
const LANES = 16;
const ROUNDS = 3;

const READ: ServiceRequest = { method: 'GET', path: '/r', query: {}, body: null, operation: 'read' };
const WRITE: ServiceRequest = { method: 'POST', path: '/w', query: {}, body: { a: 1 }, operation: 'create' };

/** A server that closes idle connections by its own clock, and notes what came over which. */
class ImpatientServer {
  /** Requests by connection, in the order in which they came. */
  readonly requests = new Map<Socket, string[]>();
  /** Calls that found their connection closed under them. */
  stale = 0;
  private readonly server: Server;

  /** @param isRude - closes a kept connection just when the next request arrives on it: the race, lost every time */
  constructor(private readonly isRude: boolean) {
    this.server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      const { socket } = request;
      const seen = this.requests.get(socket) ?? [];
      this.requests.set(socket, [...seen, request.method ?? '']);
      request.resume().on('end', () => {
        if (seen.length > 0 && this.isRude) return this.closeUnder(socket);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}');
        response.on('finish', () => this.closeLater(socket));
      });
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private closeUnder(socket: Socket): void {
    this.stale += 1;
    socket.resetAndDestroy();
  }

  private closeLater(socket: Socket): void {
    const before = this.requests.get(socket)?.length;
    // The server's own patience, which is what is tested here. Whatever the client has sent in the meantime and was not read
    // yet is lost: that is the race.
    setTimeout(() => this.requests.get(socket)?.length === before && socket.destroy(), IDLE_MS).unref();
  }
}

describe('connections that the service closes while they are unused (scenario N3)', () => {
  const servers = Array.from({ length: SERVERS }, () => new ImpatientServer(false));
  const rude = new ImpatientServer(true);
  let shop: ShopHost;
  let groups: TerminalGroup[];

  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off' } });
    await Promise.all([...servers, rude].map((server) => server.listen()));
    groups = [...servers, rude].map(groupFor);
  });

  afterAll(async () => {
    await shop.close();
    for (const server of [...servers, rude]) server.close();
  });

  const call = (group: TerminalGroup, request: ServiceRequest): Promise<CallOutcome> =>
    shop.app.get(ServiceCaller).attempt(group, request);

  /** Reads, waits about as long as the server does, and reads; so many times, and in the end once with a write. */
  async function lane(group: TerminalGroup, waitMs: number): Promise<CallOutcome[]> {
    const outcomes: CallOutcome[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      outcomes.push(await call(group, READ));
      await delay(waitMs);
      outcomes.push(await call(group, READ));
    }
    await delay(waitMs);
    return [...outcomes, await call(group, WRITE)];
  }

  it(`make no read and no write fail, ${SERVERS * LANES * ROUNDS} times at that time ± ${SPREAD_MS} ms`, async () => {
    const lanes = groups.slice(0, SERVERS).flatMap((group, row) =>
      Array.from({ length: LANES }, (_, column) => {
        const share = (row * LANES + column) / (SERVERS * LANES - 1);
        return lane(group, IDLE_MS - SPREAD_MS + 2 * SPREAD_MS * share);
      }),
    );
    const outcomes = (await Promise.all(lanes)).flat();
    expect(outcomes).toHaveLength(SERVERS * LANES * (2 * ROUNDS + 1));
    const failed = outcomes.filter(({ kind }) => kind !== 'accepted');
    expect(failed.map((outcome) => ('error' in outcome ? outcome.error.message : ''))).toEqual([]);
    // Else it would prove nothing: some connections were used again, others were closed before that.
    const carried = servers.flatMap(({ requests }) => [...requests.values()]).filter((list) => list[0] === 'GET');
    expect(carried.filter((list) => list.length > 1).length).toBeGreaterThan(LANES);
    expect(carried.filter((list) => list.length === 1).length).toBeGreaterThan(LANES);
    // Seconds as a rule; a machine that is busy with other things may take its time.
  });

  it('are not used for a write, and a read that meets one is sent again at once, on a new one', async () => {
    const group = groups.at(-1)!;
    const kinds: string[] = [];
    for (const request of [READ, READ, WRITE, READ, WRITE]) kinds.push((await call(group, request)).kind);
    expect(kinds).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'accepted']);
    expect(rude.stale).toBeGreaterThan(0);
    const writes = [...rude.requests.values()].filter((list) => list.includes('POST'));
    expect(writes).toEqual([['POST'], ['POST']]);
  });
});

function groupFor(server: ImpatientServer, index: number): TerminalGroup {
  const [web] = shopOptions().terminalGroups;
  const name = `stale-${index}`;
  const notificationUrl = `http://localhost:9/payments/notifications/${name}`;
  const calls = { callsPerSecond: 1_000, burst: 10_000, reservedCalls: 0 };
  return new TerminalGroups({
    terminalGroups: [{ ...web!, name, notificationUrl, baseUrl: server.url, calls, timeoutMs: 20_000 }],
  }).get(name);
}
