/**
 * Jest's global set-up: decides the engines of this run, starts servers, and passes them to the workers by environment.
 */
import { randomBytes } from 'node:crypto';
import { bundlePackages } from './bundled-packages.mjs';
import { describePlan, howToGet, missingEngines, parseEngineList, planEngines, URL_VARIABLES } from './engine-plan.mjs';
import { findServers } from './find-servers.mjs';
import { mysqlVersion } from './server-mysql.mjs';
import { postgresVersion } from './server-postgres.mjs';
import { startServers } from './servers.mjs';
import { sqliteVersion } from './sqlite-version.mjs';

const VERSION_OF = { mariadb: mysqlVersion, mysql: mysqlVersion, postgres: postgresVersion };

function readUrls(environment) {
  const named = Object.entries(URL_VARIABLES).map(([engine, variable]) => [engine, environment[variable]?.trim()]);
  return Object.fromEntries(named.filter(([, url]) => url));
}

/** If a server is named by a variable and does not answer, that is a failure. Its URL contains a password and is not shown. */
async function checkNamedServer(entry) {
  try {
    entry.version = await VERSION_OF[entry.name](entry.url);
  } catch (error) {
    throw new Error(
      `the server named by ${URL_VARIABLES[entry.name]} does not answer: ${error.code ?? error.message}`,
      {
        cause: error,
      },
    );
  }
}

function takeOver(plan, servers) {
  for (const { name, url, version, reason } of servers) {
    const entry = plan.find((candidate) => candidate.name === name);
    if (url) Object.assign(entry, { url, version });
    else if (entry.required) throw new Error(`${name} is required but would not start: ${reason}\n${howToGet(name)}`);
    else Object.assign(entry, { how: 'failed', reason });
  }
}

export default async function globalSetup() {
  const requested = parseEngineList(process.env.TILLBRIDGE_TEST_ENGINES);
  const plan = planEngines({ requested, urls: readUrls(process.env), binaries: findServers(process.env) });
  const missing = missingEngines(plan);
  if (missing.length > 0) throw new Error(missing.join('\n'));
  await Promise.all(plan.filter((entry) => entry.how === 'url').map(checkNamedServer));

  for (const entry of plan.filter(({ how }) => how === 'embedded')) entry.version = sqliteVersion();

  await bundlePackages();
  const run = await startServers(plan.filter((entry) => entry.how === 'binary'));
  globalThis.tillbridgeTestServers = run;
  try {
    takeOver(plan, run.servers);
  } catch (error) {
    await run.stop();
    throw error;
  }
  const used = plan.filter((entry) => entry.url || entry.how === 'embedded');
  process.env.TILLBRIDGE_TEST_FOLDER = run.folder;
  process.env.TILLBRIDGE_TEST_TEMPLATE = `tillbridge_template_${randomBytes(8).toString('hex')}`;
  process.env.TILLBRIDGE_TEST_SERVERS = JSON.stringify(used.map(({ name, url }) => ({ name, url })));
  process.stderr.write(`${describePlan(plan)}\n\n`);
}
