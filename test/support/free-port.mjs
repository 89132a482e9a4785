import { createServer } from 'node:net';

/** Below the range that systems use for connections (Linux from 32,768 on): such a port may be in use a moment later. */
const FIRST = 12_000;
const LAST = 32_000;

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A loopback port that is free now, for programs that need a fixed one. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}
