import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { bodyLength, Inflow, InflowEnded } from './fault-proxy.inflow.js';
import { STRIKES, type FaultStage, type ProxyFault, type Verdict } from './fault-proxy.strikes.js';

export { FAULT_KINDS, FAULT_STAGES, type FaultKind, type FaultStage, type ProxyFault } from './fault-proxy.strikes.js';

/** The traffic of one connection. */
export interface ProxiedConnection {
  readonly fault: ProxyFault | null;
  /** Whether the fault has happened: if its stage was never reached, it has not. */
  hasStruck: boolean;
  /** Requests whose head has arrived from the client. */
  requests: number;
  /** Requests that the service received completely and unchanged. */
  delivered: number;
}

/**
 * A TCP proxy on loopback between a client and a real service, which causes one scripted fault on a connection. The
 * fault affects the connection's first exchange; later exchanges, and connections without a fault, pass through.
 *
 * @example
 * const proxy = await FaultProxy.start(sandbox.url);
 * proxy.script({ kind: 'reset', stage: 'response status' }, null); // the first connection, the second
 * await client.createOrder({ ...group, baseUrl: proxy.url }, order);
 * proxy.connections[0].delivered; // 1: the service has it, the client does not know
 */
export class FaultProxy {
  readonly connections: ProxiedConnection[] = [];
  private readonly plan: (ProxyFault | null)[] = [];
  private draw: () => ProxyFault | null = () => null;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private port = 0;

  private constructor(readonly target: URL) {
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => void this.accept(client));
  }

  /**
   * @param target - address of the service, plain HTTP
   * @param port - the port of a closed one, to replace it; default: any free one
   */
  static async start(target: string, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.server.listen(port, '127.0.0.1', resolve));
    proxy.port = (proxy.server.address() as AddressInfo).port;
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The faults of the next connections, in their order; `null` for none, as for all later connections. */
  script(...faults: (ProxyFault | null)[]): void {
    this.plan.push(...faults);
  }

  /** Sets a function that decides about each connection without a script. */
  drawFrom(draw: () => ProxyFault | null): void {
    this.draw = draw;
  }

  /** Requests from the client, over all connections. */
  get requests(): number {
    return this.connections.reduce((sum, { requests }) => sum + requests, 0);
  }

  /** Requests that the service received completely and unchanged, over all connections. */
  get delivered(): number {
    return this.connections.reduce((sum, { delivered }) => sum + delivered, 0);
  }

  /** Refuses connections from now on, and cuts open ones: {@link url} no longer has a listener. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async accept(client: Socket): Promise<void> {
    const fault = this.plan.length > 0 ? this.plan.shift()! : this.draw();
    const record: ProxiedConnection = { fault, hasStruck: false, requests: 0, delivered: 0 };
    this.connections.push(record);
    const service = connect({ port: Number(this.target.port), host: this.target.hostname, noDelay: true });
    for (const socket of [client, service]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    }
    client.on('close', () => service.destroy());
    try {
      await new Exchange(client, service, record).run();
    } catch (error) {
      if (!(error instanceof InflowEnded)) throw error;
      client.destroy();
      service.destroy();
    }
  }
}

/** The first request and response of a connection, stage by stage; afterwards bytes are only passed on. */
class Exchange {
  private readonly fromClient: Inflow;
  private readonly fromService: Inflow;
  private isAltered = false;

  constructor(
    private readonly client: Socket,
    private readonly service: Socket,
    private readonly record: ProxiedConnection,
  ) {
    this.fromClient = new Inflow(client);
    this.fromService = new Inflow(service);
  }

  async run(): Promise<void> {
    const { client, service, fromClient, fromService, record } = this;
    if (record.fault === null) return this.passOn();
    if (!(await this.meet('connect', Buffer.alloc(0))).goOn) return;
    const head = await fromClient.head();
    record.requests += 1;
    if (!(await this.send('headers', head, service))) return;
    const length = bodyLength(head);
    if (length > 0 && !(await this.send('body', await fromClient.exactly(length), service))) return;
    if (!this.isAltered) record.delivered += 1;
    const answerHead = await fromService.head();
    if (!(await this.send('response status', answerHead, client))) return;
    const body = await fromService.exactly(bodyLength(answerHead));
    if (await this.send('response body', body, client)) this.passOn();
  }

  /** Passes a piece on, unless the fault of this stage prevents it. */
  private async send(stage: FaultStage, piece: Buffer, to: Socket): Promise<boolean> {
    const verdict = await this.meet(stage, piece);
    if (verdict.goOn) to.write(verdict.piece);
    this.isAltered ||= verdict.goOn && verdict.piece !== piece;
    return verdict.goOn;
  }

  private async meet(stage: FaultStage, piece: Buffer): Promise<Verdict> {
    const { client, service, record } = this;
    if (record.fault?.stage !== stage) return { goOn: true, piece };
    record.hasStruck = true;
    const passBack = (): void => this.passBack();
    return STRIKES[record.fault.kind]({ client, service, fault: record.fault, piece, passBack });
  }

  private passOn(): void {
    this.fromClient.flow((chunk) => {
      const heads = chunk.toString('latin1').match(/^[A-Z]+ \S+ HTTP\/1\.1\r\n/gm)?.length ?? 0;
      this.record.requests += heads;
      this.record.delivered += heads;
      this.service.write(chunk);
    });
    this.client.on('end', () => this.service.end());
    this.passBack();
  }

  private passBack(): void {
    this.fromService.flow((chunk) => void this.client.write(chunk));
    this.service.on('close', () => this.client.end());
  }
}
