import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose clock the test sets; it knows every key. */
export class ServiceClock {
  /** How far the service is ahead, in milliseconds. */
  aheadMs = 0;
  private readonly server: Server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + this.aheadMs).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end('{"success":true,"data":[]}');
  });

  /** Starts listening on loopback, and answers where. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
