import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy before a database server that can cut a connection at a chosen statement, or exactly when a COMMIT has been carried out. */
export interface CuttingProxy {
  /** The server's address with the proxy's port. */
  url: string;
  /** The next COMMIT reaches the server; its answer does not come back, the connection ends instead. */
  cutNextCommit(): void;
  /** The next statement ends its connection: before it has reached the server, or afterwards, when the answer should come. */
  cutNext(moment: 'before' | 'after'): void;
  /** As when the server is started anew: every connection ends, and the next ones are refused, as many as told. */
  restart(refused: number): void;
  close(): Promise<void>;
}

/** Starts a {@link CuttingProxy} in front of the server that `url` names. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const address = new URL(url);
  const { port, hostname } = address;
  const sockets = new Set<Socket>();
  let isArmed = false;
  let next: 'before' | 'after' | null = null;
  let refusals = 0;
  const proxy = createServer((client) => {
    client.on('error', () => undefined);
    if (refusals > 0) {
      refusals -= 1;
      return void client.resetAndDestroy();
    }
    const server = connect(Number(port), hostname);
    let isCut = false;
    client.on('data', (chunk) => {
      // READ COMMITTED is no commit: the word stands alone.
      isCut ||= isArmed && /(^|[^\w ])COMMIT(?!TED)/.test(chunk.toString('latin1'));
      if (isCut) isArmed = false;
      const moment = next;
      next = null;
      if (moment === 'before') return void client.destroy();
      isCut ||= moment === 'after';
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (!isCut) return void client.write(chunk);
      client.destroy();
      server.destroy();
    });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, server].forEach((each) => each.destroy()));
    }
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  address.port = String((proxy.address() as AddressInfo).port);
  address.hostname = '127.0.0.1';
  return {
    url: address.href,
    cutNextCommit: () => {
      isArmed = true;
    },
    cutNext: (moment) => {
      next = moment;
    },
    restart: (refused) => {
      refusals = refused;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        proxy.close(resolve);
      });
    },
  };
}
