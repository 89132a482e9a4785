import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TerminalGroups, type TerminalGroup, type TerminalGroupOptions } from 'tillbridge';
import type { ServiceRequest } from '../../../src/protocol/index.js';
import { ClientTransport, isolatedHttp, ServiceCaller } from '../../../src/shop/client/index.js';
import type { CallBudget } from '../../../src/shop/core/index.js';
import { SystemClock, type Clock } from '../../../src/support/index.js';
import { shopOptions } from '../../support/shop-host.js';

/** Reading one order. */
export const READ: ServiceRequest = {
  method: 'GET',
  path: '/v1/json/orders/A-1',
  query: {},
  body: null,
  operation: 'read',
};
/** Creating one. */
export const CREATE: ServiceRequest = {
  method: 'POST',
  path: '/v1/json/orders',
  query: {},
  body: { order_id: 'A-1', amount: 1250 },
  operation: 'create',
};

/** A caller as the module has it, without a module. */
export class Calls {
  readonly transport = new ClientTransport(isolatedHttp());
  readonly caller: ServiceCaller;

  /** @param budget - shared with others; absent: this process counts alone */
  constructor(clock: Clock = new SystemClock(), budget?: CallBudget) {
    this.caller = new ServiceCaller(this.transport, clock, undefined, budget);
  }

  async close(): Promise<void> {
    this.caller.onApplicationShutdown();
    await this.transport.onApplicationShutdown();
  }
}

/** The test's one terminal group; its time limit may be shorter than the options allow. */
export function groupAt(
  baseUrl: string,
  given: Partial<TerminalGroupOptions> = {},
  clock: Clock = new SystemClock(),
): TerminalGroup {
  const [web] = shopOptions().terminalGroups;
  const { timeoutMs, ...options } = given;
  const groups = new TerminalGroups({ terminalGroups: [{ ...web!, baseUrl, ...options }] }, clock);
  const group = groups.get('web');
  return { ...group, timeoutMs: timeoutMs ?? group.timeoutMs };
}

/** A server below HTTP: the test says what it does with each connection's bytes. */
export class RawServer {
  /** Where it listens, or did. */
  port = 0;
  /** Connections there have been. */
  connections = 0;
  /** What arrived, over all connections. */
  received = '';
  /** Connections that the other side ended by a reset. */
  resets = 0;
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  /** @param react - called with each chunk, and with how many came on this connection before it */
  static async start(react: (socket: Socket, chunk: string, before: number) => void): Promise<RawServer> {
    const raw: RawServer = new RawServer(createServer((socket) => raw.accept(socket, react)));
    await new Promise<void>((resolve) => raw.server.listen(0, '127.0.0.1', resolve));
    raw.port = (raw.server.address() as AddressInfo).port;
    return raw;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private accept(socket: Socket, react: (socket: Socket, chunk: string, before: number) => void): void {
    let before = 0;
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('error', (error: NodeJS.ErrnoException) => (this.resets += error.code === 'ECONNRESET' ? 1 : 0));
    socket.on('data', (data) => {
      this.received += data.toString('latin1');
      react(socket, data.toString('latin1'), before);
      before += 1;
    });
  }
}

/** A whole answer, which leaves the connection open. */
export const httpAnswer = (body: string, head = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;

/** A success. */
export const SUCCESS = '{"success":true,"data":{"order_id":"A-1"}}';
