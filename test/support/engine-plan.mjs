/** Which database engines a run uses: decided from plain facts, and said in plain words. No input or output here. */

/** The engines in the order in which they are named and tested. */
export const ENGINES = ['sqlite', 'mariadb', 'mysql', 'postgres'];

/** What people call them. */
export const ENGINE_TITLES = { sqlite: 'SQLite', mariadb: 'MariaDB', mysql: 'MySQL', postgres: 'PostgreSQL' };

/** The variable that gives the address of a running server, by engine. */
export const URL_VARIABLES = {
  mariadb: 'TILLBRIDGE_TEST_MARIADB_URL',
  mysql: 'TILLBRIDGE_TEST_MYSQL_URL',
  postgres: 'TILLBRIDGE_TEST_POSTGRES_URL',
};

const HOW_TO_GET = {
  mariadb: 'install mariadb-server (Debian: apt-get install mariadb-server) so that mariadbd is found',
  mysql: 'install MySQL 8 so that its mysqld is found',
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
 * Reads TILLBRIDGE_TEST_ENGINES: names with commas between them. Undefined or blank: nothing is asked for, use what can be had.
 * @throws {Error} that names what is wrong
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
 * Decides for every engine how it is had: `embedded`, by `url`, by a `binary` to start, or not at all (`absent`, `unwanted`).
 *
 * @param requested the parsed TILLBRIDGE_TEST_ENGINES
 * @param urls addresses by engine
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

/** Sentences that say why the run cannot start: one for each engine that is required and cannot be had. */
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

/** What is printed at the start of a run: one line for each engine. */
export function describePlan(plan) {
  const lines = plan.map((entry) => `  ${entry.name.padEnd(9)}${OUTCOMES[entry.how](entry)}`);
  return ['Database engines of this run:', ...lines].join('\n');
}
