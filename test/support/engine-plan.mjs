/** Decides which database engines a run uses, and describes that as text. Pure, without input and output. */

/** The engines in the order of output and tests. */
export const ENGINES = ['sqlite', 'mariadb', 'mysql', 'postgres'];

/** Their names for people. */
export const ENGINE_TITLES = { sqlite: 'SQLite', mariadb: 'MariaDB', mysql: 'MySQL', postgres: 'PostgreSQL' };

/** The variable with the URL of a running server, by engine. */
export const URL_VARIABLES = {
  mariadb: 'TILLBRIDGE_TEST_MARIADB_URL',
  mysql: 'TILLBRIDGE_TEST_MYSQL_URL',
  postgres: 'TILLBRIDGE_TEST_POSTGRES_URL',
};

const HOW_TO_GET = {
  mariadb: 'install mariadb-server (Debian: apt-get install mariadb-server) so that mariadbd is found',
  mysql: 'install MySQL 8 or 9 so that its mysqld is found (.ci/fetch-mysql brings Debian one)',
  postgres: 'install postgresql (Debian: apt-get install postgresql) so that postgres and initdb are found',
};

const EXAMPLE_URLS = {
  mariadb: 'mysql://user:password@127.0.0.1:3306',
  mysql: 'mysql://user:password@127.0.0.1:3306',
  postgres: 'postgres://user:password@127.0.0.1:5432/postgres',
};

/** How to get an engine, in one sentence. */
export function howToGet(engine) {
  return `${HOW_TO_GET[engine]}, or set ${URL_VARIABLES[engine]}, for example ${EXAMPLE_URLS[engine]}`;
}

/**
 * Reads TILLBRIDGE_TEST_ENGINES: names separated by commas. Undefined or blank: use all available engines.
 * @throws {Error} with the fault
 */
export function parseEngineList(text) {
  const names = (text ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || []);
  if (names.length === 0) return undefined;
  const unknown = names.filter((name) => !ENGINES.includes(name));
  if (unknown.length > 0) {
    throw new Error(`TILLBRIDGE_TEST_ENGINES names ${unknown.join(', ')}; known engines are ${ENGINES.join(', ')}`);
  }
  return ENGINES.filter((name) => names.includes(name));
}

/**
 * Decides for every engine where it comes from: `embedded`, a `url`, a `binary` to start, or none (`absent`,
 * `unwanted`).
 *
 * @param requested the parsed TILLBRIDGE_TEST_ENGINES
 * @param urls URLs by engine
 * @param binaries paths of server programs by engine
 */
export function planEngines({ requested, urls = {}, binaries = {} }) {
  return ENGINES.map((name) => {
    const required = requested?.includes(name) ?? false;
    if (requested && !required) return { name, required, how: 'unwanted' };
    if (name === 'sqlite') return { name, required, how: 'embedded' };
    if (urls[name]) return { name, required, how: 'url', url: urls[name] };
    if (binaries[name]) return { name, required, how: 'binary', binary: binaries[name] };
    return { name, required, how: 'absent' };
  });
}

/** The reasons why the run cannot start: one for each required engine that is not available. */
export function missingEngines(plan) {
  return plan
    .filter((entry) => entry.required && entry.how === 'absent')
    .map((entry) => `${entry.name} is required by TILLBRIDGE_TEST_ENGINES but cannot be had: ${howToGet(entry.name)}`);
}

const OUTCOMES = {
  embedded: (entry) => `used (embedded${version(entry)})`,
  url: (entry) => `used (server named by ${URL_VARIABLES[entry.name]}${version(entry)})`,
  binary: (entry) => `used (throw-away server from ${entry.binary}${version(entry)})`,
  absent: (entry) => `not used. To use it, ${howToGet(entry.name)}`,
  unwanted: () => 'not used: TILLBRIDGE_TEST_ENGINES does not name it',
  failed: (entry) => `not used: it was found but would not start (${entry.reason}). Otherwise: ${howToGet(entry.name)}`,
};

const version = (entry) => (entry.version ? `, ${entry.version}` : '');

/** The text at the start of a run: one line for each engine. */
export function describePlan(plan) {
  const lines = plan.map((entry) => `  ${entry.name.padEnd(9)}${OUTCOMES[entry.how](entry)}`);
  return ['Database engines of this run:', ...lines].join('\n');
}
