/** A proxy before Redis that can be cut: as when the network between it and the shop is parted. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** The connection of a client, and the one to the server behind it, once there is one. */
class Passage {
  #client;
  #server = null;
  #waiting = [];

  constructor(client) {
    this.#client = client;
    client.on('error', () => undefined).on('close', () => this.end());
    client.on('data', (chunk) => void (this.#server ? this.#server.write(chunk) : this.#waiting.push(chunk)));
  }

  open(address) {
    this.#server = connect(address);
    this.#server.on('error', () => undefined).on('close', () => this.end());
    this.#server.on('data', (chunk) => this.#client.write(chunk));
    for (const chunk of this.#waiting.splice(0)) this.#server.write(chunk);
  }

  /** Nothing passes; what was sent meanwhile arrives when it goes on. */
  pause() {
    this.#client.pause();
    this.#server?.pause();
  }

  resume(address) {
    if (!this.#server) this.open(address);
    this.#client.resume();
    this.#server.resume();
  }

  end() {
    this.#client.resetAndDestroy();
    this.#server?.resetAndDestroy();
  }
}

/**
 * @param {string} url of the server
 * @returns {Promise<{ url: string, cut(kind: 'refused' | 'silent'): Promise<void>, heal(isLate: boolean): Promise<void>,
 *   close(): Promise<void> }>} `url`: the server's with the proxy's port; `refused`: connections are reset, and new ones refused;
 *   `silent`: connections stay, and nothing passes; `isLate`: what was sent into the silence arrives now, otherwise those
 *   connections are reset
 */
export async function startPartition(url) {
  const own = new URL(url);
  const address = { port: Number(own.port), host: own.hostname };
  const passages = new Set();
  let isSilent = false;
  const proxy = createServer((client) => {
    const passage = new Passage(client);
    passages.add(passage);
    client.once('close', () => passages.delete(passage));
    if (isSilent) passage.pause();
    else passage.open(address);
  });
  const listen = async (port) => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  };
  const endAll = () => passages.forEach((passage) => passage.end());
  const refuse = async () => {
    const closed = once(proxy, 'close');
    proxy.close();
    endAll();
    await closed;
  };
  await listen(0);
  const { port } = proxy.address();
  own.port = String(port);
  return {
    url: own.href,
    async cut(kind) {
      if (kind === 'refused') return refuse();
      isSilent = true;
      passages.forEach((passage) => passage.pause());
    },
    async heal(isLate) {
      if (!proxy.listening) return listen(port);
      isSilent = false;
      if (isLate) passages.forEach((passage) => passage.resume(address));
      else endAll();
    },
    async close() {
      if (proxy.listening) await refuse();
    },
  };
}
