/** better-sqlite3 has a binary for each line of Node, so rows that share an installation need it replaced. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../test/package/pack.mjs';
import { cacheFolder } from './cache.mjs';
import { runCommand } from './commands.mjs';
import { runtime as runtimeOf } from './runtimes.mjs';

const BINARY = join('build', 'Release', 'better_sqlite3.node');
const homeIn = (folder) => join(folder, 'node_modules', 'better-sqlite3');
const versionIn = (folder) => JSON.parse(readFileSync(join(homeIn(folder), 'package.json'), 'utf8')).version;

/**
 * Versions of Node whose headers replace its own when the driver is compiled. With the headers of 24.19.0 and later, an
 * addon that uses `node::ObjectWrap`, as better-sqlite3 12 does, makes Node 24 abort when an object of it is collected
 * (nodejs/node#65446).
 */
const HEADERS = { 24: '24.18.1' };

async function headersFor({ headers, version }) {
  const other = HEADERS[version.split('.')[0]];
  return other ? (await runtimeOf(other)).headers : (headers ?? dirname(dirname(process.execPath)));
}

/** Compiles the driver once for each of its versions and each line of Node. */
async function compile(version, runtime) {
  const { binary, version: node } = runtime;
  const folder = cacheFolder('better-sqlite3', `${version}-node${node.split('.')[0]}`);
  const result = join(homeIn(folder), BINARY);
  if (existsSync(result)) return result;
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "better-sqlite3": true } }');
  const env = {
    PATH: `${dirname(binary)}:${process.env.PATH}`,
    npm_config_nodedir: await headersFor(runtime),
  };
  const args = ['install', `better-sqlite3@${version}`, '--no-audit', '--no-fund', '--prefer-offline'];
  await runCommand('npm', args, { cwd: folder, env });
  return result;
}

/** Copies the binary for `runtime` into the installation in `folder`. */
export async function placeSqliteDriver(folder, runtime) {
  const version = versionIn(folder);
  const own = join(homeIn(root), BINARY);
  const isOwn = runtime.binary === process.execPath && version === versionIn(root) && existsSync(own);
  const target = join(homeIn(folder), BINARY);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(isOwn ? own : await compile(version, runtime), target);
}
