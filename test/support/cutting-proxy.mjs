/** A proxy of a database server that breaks a connection at a chosen statement, or exactly around a COMMIT; see the types. */
import { connect, createServer } from 'node:net';

/** READ COMMITTED is no commit: the word must stand alone. */
const COMMIT = /(^|[^\w ])COMMIT(?!TED)/;

/** One connection of a client, and its connection to the server. */
class Passage {
  #client;
  #server;
  #isSilent = false;
  #isCut = false;

  constructor(client, server) {
    [this.#client, this.#server] = [client, server];
  }

  end() {
    this.#client.destroy();
    this.#server.destroy();
  }

  /** The client's bytes do not reach the server. */
  lose(chunk, { moment, holdMs }) {
    this.#isSilent = true;
    if (moment === 'reset') this.#client.resetAndDestroy();
    if (holdMs > 0) setTimeout(() => this.end(), holdMs);
    if (moment === 'after') {
      this.#isCut = holdMs === 0;
      this.#server.write(chunk);
    } else if (holdMs === 0) this.end();
  }

  fromClient(chunk) {
    if (!this.#isSilent) this.#server.write(chunk);
  }

  fromServer(chunk) {
    if (this.#isCut) this.end();
    else if (!this.#isSilent) this.#client.write(chunk);
  }
}

/** See the types. */
export async function startCuttingProxy(url) {
  const address = new URL(url);
  const { port, hostname } = address;
  const sockets = new Set();
  const state = { next: null, refusals: 0, lingerMs: 0, distanceMs: 0, drawLoss: () => null };
  const AT_ONCE = { holdMs: 0 };
  let reopening;
  const lossOf = (chunk) => {
    const { next } = state;
    state.next = null;
    if (next !== null) return { ...AT_ONCE, moment: next };
    return COMMIT.test(chunk.toString('latin1')) ? state.drawLoss() : null;
  };
  const proxy = createServer((client) => {
    client.on('error', () => undefined);
    if (state.refusals > 0) {
      state.refusals -= 1;
      client.resetAndDestroy();
      return;
    }
    const server = connect(Number(port), hostname);
    const passage = new Passage(client, server);
    client.on('data', (chunk) => {
      const loss = lossOf(chunk);
      if (loss) passage.lose(chunk, loss);
      else if (state.distanceMs > 0) setTimeout(() => passage.fromClient(chunk), state.distanceMs);
      else passage.fromClient(chunk);
    });
    server.on('data', (chunk) => passage.fromServer(chunk));
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('close', () => passage.end());
    server.on('close', () => (state.lingerMs > 0 ? setTimeout(() => passage.end(), state.lingerMs) : passage.end()));
  });
  await new Promise((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  address.port = String(proxy.address().port);
  address.hostname = '127.0.0.1';
  return {
    url: address.href,
    cutNextCommit() {
      state.drawLoss = () => {
        state.drawLoss = () => null;
        return { ...AT_ONCE, moment: 'after' };
      };
    },
    cutNext(moment) {
      state.next = moment;
    },
    moveAway(ms) {
      state.distanceMs = ms;
    },
    linger(ms) {
      state.lingerMs = ms;
    },
    loseCommits(draw) {
      state.drawLoss = draw;
    },
    restart(refused) {
      state.refusals = refused;
      for (const socket of sockets) socket.destroy();
    },
    shutFor(ms) {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      reopening = setTimeout(() => proxy.listen(Number(address.port), '127.0.0.1'), ms);
    },
    async close() {
      clearTimeout(reopening);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        proxy.close(resolve);
      });
    },
  };
}
