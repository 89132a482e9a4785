import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers the request that is held. */
type Answer = (status: number, body: object) => void;

/** A service that answers one request when, and with what, the test says. */
export class HeldService {
  /** Resolves when the request has come in. */
  readonly asked: Promise<Answer>;
  private readonly server: Server;

  private constructor() {
    let take: (answer: Answer) => void;
    this.asked = new Promise((resolve) => (take = resolve));
    this.server = createServer((_incoming, outgoing: ServerResponse) =>
      take((status, body) => {
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(body));
      }),
    );
  }

  static async start(): Promise<HeldService> {
    const held = new HeldService();
    await new Promise<void>((resolve) => held.server.listen(0, '127.0.0.1', resolve));
    return held;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
