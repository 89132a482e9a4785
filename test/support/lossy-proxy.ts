import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Draws the next delay, in milliseconds; null lets the request be answered. */
export type DrawDelay = () => number | null;

/**
 * A proxy of a service that loses the answers of writes at any moment. Some time after the first byte of a `POST` it
 * breaks the client's connection, whether the request was received, is being processed, or was just answered. The
 * service continues with what it has received by then.
 */
export class LossyProxy {
  /** How many connections were broken. */
  cuts = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(
    private readonly target: URL,
    private readonly draw: DrawDelay,
  ) {
    this.server = createServer((client) => this.accept(client));
  }

  static async start(target: string, draw: DrawDelay): Promise<LossyProxy> {
    const proxy = new LossyProxy(new URL(target), draw);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    const service = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, service]) {
      this.sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
    }
    client.once('data', (head) => this.plan(client, head));
    client.on('data', (chunk) => service.write(chunk)).once('end', () => service.end());
    service.on('data', (chunk) => void (client.destroyed || client.write(chunk)));
    service.once('close', () => client.destroy());
  }

  private plan(client: Socket, head: Buffer): void {
    const delay = head.toString('latin1').startsWith('POST ') ? this.draw() : null;
    if (delay === null) return;
    setTimeout(() => {
      this.cuts += 1;
      client.resetAndDestroy();
    }, delay);
  }
}
