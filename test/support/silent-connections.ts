import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server without any request. Clients keep some in reserve, and Node does not count them as idle,
 * so a closing server would wait until the clients close them.
 */
export class SilentConnections {
  readonly #open = new Set<Socket>();

  /** @param server - before it listens */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /** Closes them, and does not affect used connections. */
  cut(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}
