/** A temporary Redis. */
import { findRedis } from '../../test/support/find-servers.mjs';
import { startRedisServer } from '../../test/support/server-redis.mjs';
import { NotHere } from './not-here.mjs';
import { throwAwayFolder } from './throw-away-folder.mjs';

/**
 * @returns {Promise<{ url: string, version: string, stop(): Promise<void> }>}
 * @throws NotHere if the machine has none
 */
export async function startRedis() {
  const binary = findRedis(process.env);
  if (!binary) throw new NotHere('no redis-server on this machine (apt-get install redis-server)');
  return startRedisServer({ binary, folder: throwAwayFolder('redis') });
}
