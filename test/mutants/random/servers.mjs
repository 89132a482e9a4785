/** On which databases the specs run: SQLite, and servers too for files in which the engines differ. */
import { findServers } from '../../support/find-servers.mjs';
import { URL_VARIABLES } from '../../support/engine-plan.mjs';
import { startServers } from '../../support/servers.mjs';

const NAMES_SERVERS = /['"](?:postgres|mysql|mariadb)['"]|\b(?:postgres|mysql|mariadb):/;

const SQLITE_ONLY = { TILLBRIDGE_TEST_ENGINES: 'sqlite' };

async function start() {
  const found = Object.entries(findServers(process.env)).filter(([, binary]) => binary);
  const { servers, stop } = await startServers(found.map(([name, binary]) => ({ name, binary })));
  const running = servers.filter(({ url }) => url);
  const urls = running.map(({ name, url }) => [URL_VARIABLES[name], url]);
  const names = ['sqlite', ...running.map(({ name }) => name)];
  return { environment: { TILLBRIDGE_TEST_ENGINES: names.join(','), ...Object.fromEntries(urls) }, stop };
}

/**
 * Starts servers once for the whole run, if one of the files needs them.
 *
 * @param sources - by file
 * @param files - in which defects are put
 */
export async function databasesFor(sources, files) {
  const needsServers = (file) => file.includes('postgres') || NAMES_SERVERS.test(sources.get(file));
  const { environment, stop } = files.some(needsServers) ? await start() : { stop: async () => {} };
  return { environmentFor: (file) => (needsServers(file) ? environment : SQLITE_ONLY), stop };
}
