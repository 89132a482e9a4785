/** What stands before the replicas of a shop: one address, and each connection goes to one that is there. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const quietly = () => undefined;

/** See {@link startFront}. */
class Front {
  #server = createServer((client) => this.#pass(client));
  #sockets = new Set();
  #next = 0;
  /** Addresses of those that are there; one that is paused counts. */
  replicas = () => [];

  async listen() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // By name: the sandbox sends to loopback only, and says so of names and numbers alike.
    this.url = `http://localhost:${this.#server.address().port}`;
    return this;
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(client) {
    const urls = this.replicas();
    client.on('error', quietly);
    if (urls.length === 0) return void client.destroy();
    this.#next += 1;
    const { port, hostname } = new URL(urls[this.#next % urls.length]);
    const replica = connect({ port: Number(port), host: hostname, noDelay: true });
    replica.on('error', quietly);
    for (const socket of [client, replica]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    client.pipe(replica);
    replica.pipe(client);
    client.once('close', () => replica.destroy());
    replica.once('close', () => client.destroy());
  }
}

/** Starts a front on loopback; `replicas` is to be set to a function that names who is there. */
export const startFront = () => new Front().listen();
