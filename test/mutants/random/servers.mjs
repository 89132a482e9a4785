/** On which databases the specs run: SQLite, then servers where SQLite cannot show a defect. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServers } from '../../support/find-servers.mjs';
import { URL_VARIABLES } from '../../support/engine-plan.mjs';
import { startServers } from '../../support/servers.mjs';

/** Files in which the engines differ. */
const NAMES_SERVERS = /['"](?:postgres|mysql|mariadb)['"]|\b(?:postgres|mysql|mariadb):/;
/** Specs of what SQLite cannot do, and of what may differ. */
const NEEDS_SERVERS = /\bdescribe(?:One)?Servers?\b/;
const MAY_DIFFER = /\bdescribe(?:One)?(?:Engines?|Servers?)\b/;

const SQLITE = { TILLBRIDGE_TEST_ENGINES: 'sqlite' };

async function start() {
  const found = Object.entries(findServers(process.env)).filter(([, binary]) => binary);
  const { servers, stop } = await startServers(found.map(([name, binary]) => ({ name, binary })));
  const running = servers.filter(({ url }) => url);
  const urls = running.map(({ name, url }) => [URL_VARIABLES[name], url]);
  const names = running.map(({ name }) => name);
  const environment = { TILLBRIDGE_TEST_ENGINES: names.join(','), ...Object.fromEntries(urls) };
  return { environment: names.length > 0 ? environment : null, names, stop };
}

/**
 * Servers are started once, when something is tried on them for the first time.
 *
 * @param root - the tree
 * @param sources - by file
 */
export function databasesFor(root, sources) {
  let servers = null;
  const needsServers = (file) => file.includes('postgres') || NAMES_SERVERS.test(sources.get(file));
  return {
    async environmentOf(on) {
      if (on === 'sqlite') return SQLITE;
      servers ??= await start();
      return servers.environment;
    },
    isFor: (on, spec, file) =>
      on === 'sqlite' || (needsServers(file) ? MAY_DIFFER : NEEDS_SERVERS).test(readFileSync(join(root, spec), 'utf8')),
    /** Those that were used. */
    names: () => servers?.names ?? [],
    stop: async () => servers?.stop(),
  };
}
