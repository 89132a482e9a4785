/** The PostgreSQL of the machine, as a server of its own that ends with whoever started it. */
import { findServers } from '../../../test/support/find-servers.mjs';
import { startServers } from '../../../test/support/servers.mjs';

/**
 * @param {boolean} isWanted whether it is to take part where the machine has it
 * @param {boolean} isRequired whether it has to be there
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} with an empty address where it takes no part
 */
export async function startPostgres(isWanted, isRequired) {
  const binary = isWanted ? findServers(process.env).postgres : undefined;
  if (!binary) {
    if (isRequired) throw new Error('PostgreSQL is required and was not found on this machine');
    return { url: '', stop: async () => undefined };
  }
  const { servers, stop } = await startServers([{ name: 'postgres', binary }]);
  if (!servers[0].url) throw new Error(servers[0].reason);
  return { url: servers[0].url, stop };
}
