/** The dependency sets of the matrix, each installed once, with the packed package among them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpack } from '../../test/package/pack.mjs';
import { packagesOf } from '../matrix/sets.mjs';
import { cacheFolder } from './cache.mjs';
import { runCommand } from './commands.mjs';

const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
const PNPM = ['install', '--ignore-scripts', '--prefer-offline', '--config.strict-peer-dependencies=true'];

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The input of npm: an installation is reused while this stays the same. */
function keyOf(packages, tarball) {
  const folder = cacheFolder('package');
  rmSync(folder, { recursive: true });
  unpack(tarball, folder);
  const { dependencies, peerDependencies, peerDependenciesMeta } = readJson(join(folder, 'package.json'));
  const text = JSON.stringify({ packages, dependencies, peerDependencies, peerDependenciesMeta });
  return createHash('sha256').update(text).digest('hex');
}

const npm = (folder, ...args) => runCommand('npm', args, { cwd: folder });

/** pnpm gives each package only its own dependencies and peers. */
async function pnpm(folder) {
  const tool = cacheFolder('pnpm');
  writeFileSync(join(tool, 'package.json'), '{ "private": true }');
  await npm(tool, ...INSTALL, 'pnpm@10');
  const program = join(tool, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  await runCommand(process.execPath, [program, ...PNPM, '--store-dir', join(tool, 'store')], { cwd: folder });
}

/**
 * Installs a set as a shop does, with a plain `npm install` that may fail. An existing installation only gets the new
 * package.
 *
 * @param {string} set
 * @param {string} tarball
 * @returns {Promise<string>} the folder of the installation
 * @throws Error with the output of npm
 */
export async function installSet(set, tarball) {
  const packages = packagesOf(set);
  const key = keyOf(packages, tarball);
  const folder = cacheFolder('sets', set);
  const mark = join(folder, 'installed.txt');
  const isThere = existsSync(mark) && readFileSync(mark, 'utf8') === key;
  if (!isThere) {
    rmSync(folder, { recursive: true });
    cacheFolder('sets', set);
    const dependencies = { ...packages, tillbridge: `file:${tarball}` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, dependencies }));
    await (set === 'pnpm' ? pnpm(folder) : npm(folder, ...INSTALL));
    writeFileSync(mark, key);
  }
  // With pnpm it is a link to the place among its dependencies.
  const home = realpathSync(join(folder, 'node_modules', 'tillbridge'));
  rmSync(home, { recursive: true });
  unpack(tarball, home);
  return folder;
}

/** The installed versions of a set's packages. */
export function versionsIn(folder, names) {
  const installed = names.filter((name) => existsSync(join(folder, 'node_modules', name, 'package.json')));
  return Object.fromEntries(
    installed.map((name) => [name, readJson(join(folder, 'node_modules', name, 'package.json')).version]),
  );
}
