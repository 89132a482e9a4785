/** A temporary Redis server in its own folder, which stores nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.mjs';
import { makeFolder, newPassword, startServer } from './server-process.mjs';

/** Sends one command to the server at `url`, and returns its answer. @throws if it cannot be reached */
export async function askRedis(url, command, ...values) {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(command, ...values);
  } finally {
    // A client that has failed to connect would keep the process alive for two seconds.
    if (client.status === 'ready') client.disconnect();
  }
}

async function redisVersion(url) {
  return /redis_version:(\S+)/.exec(await askRedis(url, 'INFO', 'server'))[1];
}

/** See the types. */
export async function startRedisServer({ binary, folder }) {
  const home = makeFolder(folder, 'redis');
  const password = newPassword();
  const port = await freePort();
  const config = join(home, 'redis.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${home}`,
    'save ""',
    'appendonly no',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const { ready, ...ends } = await startServer({ program: binary, args: [config], isReady: () => redisVersion(url) });
  return { url, version: ready, ...ends };
}
