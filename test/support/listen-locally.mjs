/** Servers of tests and benches listen on the loopback address, each on a free port. */
import { once } from 'node:events';

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<{ url: string, close(): Promise<void> }>} `close` also ends open connections
 */
export async function listenLocally(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
