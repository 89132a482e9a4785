import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A refund request that arrived completely. */
export interface RefundArrival {
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  readonly orderId: string;
  /** Minor units; null if the request has none. */
  readonly amount: number | null;
}

const REFUND = /\/orders\/([^/?]+)\/refunds/;

/** A proxy of a service that passes everything on, and records when each refund has arrived. */
export class ArrivalNotes {
  readonly arrivals: RefundArrival[] = [];
  private readonly target: URL;
  private readonly server: Server;

  /**
   * @param target - the service, plain HTTP
   * @param now - the clock
   */
  constructor(
    target: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.target = new URL(target);
    this.server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));
  }

  /** @returns its URL */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await wholeBody(incoming);
    if (body === null) return;
    this.note(incoming.url ?? '', body);
    const { method, url, headers } = incoming;
    const { hostname: host, port } = this.target;
    const passed = request({ host, port, method, path: url, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy()).end(body);
  }

  private note(url: string, body: Buffer): void {
    const [, orderId] = REFUND.exec(url) ?? [];
    if (orderId === undefined) return;
    const { amount = null } = JSON.parse(body.toString('utf8')) as { amount?: number };
    this.arrivals.push({ at: this.now(), orderId, amount });
  }
}

/** Null if the sender disconnected before the end. */
async function wholeBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return incoming.complete ? Buffer.concat(chunks) : null;
}
