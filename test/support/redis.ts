import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { findRedis } from './find-servers.mjs';
import { startRedisServer, type RedisServer } from './server-redis.mjs';

const binary: string | undefined = findRedis(process.env);
const HOW_TO_GET = 'install redis-server (Debian: apt-get install redis-server) so that it is found';
if (!binary && process.env['TILLBRIDGE_TEST_REDIS'] === 'required') {
  throw new Error(`Redis is required by TILLBRIDGE_TEST_REDIS but cannot be had: ${HOW_TO_GET}`);
}

/**
 * Runs a block of tests if there is a Redis server; otherwise its tests count as skipped, and the title tells how to
 * get one.
 */
export function describeRedis(title: string, body: () => void): void {
  if (binary) describe(title, body);
  else describe.skip(`${title} (to run this, ${HOW_TO_GET})`, body);
}

/** Starts a server for one spec, in its own folder, which is removed when the server stops. */
export async function startTestRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(process.env['TILLBRIDGE_TEST_FOLDER']!, 'redis-'));
  const server = await startRedisServer({ binary: binary!, folder });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
