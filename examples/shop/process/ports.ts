import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** All servers of this example listen here: they are not meant for other machines. */
export const HOST = '127.0.0.1';

async function listenOnce(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return actual;
}

/** A free port. */
export const freePort = (): Promise<number> => listenOnce(0);

/** Whether the port is available. Also false if this user may not listen on it. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}
