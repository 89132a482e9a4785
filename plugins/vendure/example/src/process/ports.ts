import { once } from 'node:events';
import { createServer } from 'node:net';

/** Everything in this example listens here: nothing of it is meant for other machines. */
export const HOST = '127.0.0.1';

/** Can the port be had? False also when this user may not listen there. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
