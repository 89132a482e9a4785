import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Everything in this example listens here: nothing of it is meant for other machines. */
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

/** A port that no one uses at this moment. */
export const freePort = (): Promise<number> => listenOnce(0);

/** Can the port be had? False also when this user may not listen there. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}
