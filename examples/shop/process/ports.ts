import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** All servers of this example listen here: they are not meant for other machines. */
export const HOST = '127.0.0.1';

/** Below the ports that systems use for connections (Linux from 32,768 on): one of those may be taken a moment later. */
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];

async function listenOnce(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** A free port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

/** Whether the port is available. Also false if this user may not listen on it. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}
