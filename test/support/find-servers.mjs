/** Finds database server programs on this machine: first on PATH, then in the folders of Debian and others. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const USUAL_FOLDERS = [
  '/usr/sbin',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
];
const POSTGRES_ROOTS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt'];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Reads a program's version, which also proves that it is not a broken wrapper. */
function versionOf(path) {
  try {
    return execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    });
  } catch {
    return undefined;
  }
}

function pathFolders(environment) {
  return [...(environment.PATH ?? '').split(delimiter).filter(Boolean), ...USUAL_FOLDERS];
}

/** `/usr/lib/postgresql/17/bin` and similar folders, newest version first. */
function postgresFolders() {
  return POSTGRES_ROOTS.flatMap((root) =>
    listFolder(root)
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((version) => join(root, version, 'bin')),
  );
}

function findServer(folders, names, accepts) {
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => isProgram(path) && accepts(versionOf(path), path));
}

const isMariadb = (text) => /MariaDB/i.test(text ?? '');
const isMysql = (text) => /mysqld\b.*Ver [89]/i.test(text ?? '') && !isMariadb(text);
const isPostgres = (text, path) =>
  /PostgreSQL/i.test(text ?? '') && versionOf(join(dirname(path), 'initdb')) !== undefined;

/** The path of `redis-server`, if there is one. */
export const findRedis = (environment) =>
  findServer(pathFolders(environment), ['redis-server'], (text) => /^Redis server/i.test(text ?? ''));

/**
 * Paths of the found server programs, by engine. Debian's `mysqld` is a link to MariaDB, so each program is asked for
 * its version.
 */
export function findServers(environment) {
  const folders = pathFolders(environment);
  return {
    mariadb: findServer(folders, ['mariadbd', 'mysqld'], isMariadb),
    mysql: findServer(folders, ['mysqld'], isMysql),
    // Debian's own folders first: a program on PATH may be a wrapper that needs Debian's cluster configuration.
    postgres: findServer([...postgresFolders(), ...folders], ['postgres'], isPostgres),
  };
}
