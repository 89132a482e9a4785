/** The database of one newcomer: a file in the shop's folder, or a throw-away server of its own. */
import { findServers } from '../support/find-servers.mjs';
import { startServers } from '../support/servers.mjs';

/** @returns what the variable DATABASE says of it, and how it is ended */
export async function startDatabase(name) {
  if (name === 'sqlite') return { env: {}, stop: async () => undefined };
  const binary = findServers(process.env)[name];
  if (!binary) throw new Error(`There is no server program of ${name} on this machine.`);
  const { servers, stop } = await startServers([{ name, binary }]);
  const [{ url, reason }] = servers;
  if (url) return { env: { DATABASE: url }, stop };
  await stop();
  throw new Error(reason);
}
