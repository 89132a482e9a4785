import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** An address that neither accepts nor refuses a connection, like a dead host or a firewall that drops packets. */
export interface UnansweredPort {
  readonly port: number;
  close(): Promise<void>;
}

/** A server that never accepts: its thread sleeps, so only the kernel's short queue takes connections. */
const SLEEPER = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;
/** After this time a connection to loopback counts as unanswered, in milliseconds. */
const PATIENCE_MS = 150;
const MOST_FILLERS = 64;

/** Opens an {@link UnansweredPort}: fills the queue of a sleeping server until the next connection hangs. */
export async function openUnansweredPort(): Promise<UnansweredPort> {
  const sleeper = new Worker(SLEEPER, { eval: true });
  const [port] = (await once(sleeper, 'message')) as [number];
  const fillers: Socket[] = [];
  const close = async (): Promise<void> => {
    for (const filler of fillers) filler.destroy();
    await sleeper.terminate();
  };
  for (let filled = 0; filled < MOST_FILLERS; filled += 1) {
    const filler = connect(port, '127.0.0.1').on('error', () => undefined);
    fillers.push(filler);
    const isAnswered = await Promise.race([once(filler, 'connect').then(() => true), delay(PATIENCE_MS, false)]);
    if (!isAnswered) return { port, close };
  }
  await close();
  throw new Error(`The queue of a server took ${MOST_FILLERS} connections and is still not full`);
}
