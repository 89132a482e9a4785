/** Versions of Node, from the npm package `node`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.mjs';
import { runCommand } from './commands.mjs';

const isOwn = (wanted) => process.versions.node === wanted || process.versions.node.split('.')[0] === wanted;

/** The folder with `bin` and `include` of an installed version: that of the package for this platform. */
function homeIn(folder) {
  const inner = join(folder, 'node_modules', 'node', 'node_modules');
  const name = existsSync(inner) && readdirSync(inner).find((name) => /^node-(?!bin)/.test(name));
  return name ? join(inner, name) : undefined;
}

async function install(wanted) {
  const folder = cacheFolder('node', wanted);
  if (!homeIn(folder)) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }');
    await runCommand('npm', ['install', `node@${wanted}`, '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
    });
  }
  return { binary: join(folder, 'node_modules', 'node', 'bin', 'node'), headers: homeIn(folder) };
}

/**
 * A version of Node: a major version (its newest release, or the running one) or an exact one.
 *
 * @returns {Promise<{ binary: string, version: string, headers?: string }>} `headers`: none for the running Node
 */
export async function runtime(wanted) {
  const found = isOwn(wanted) ? { binary: process.execPath } : await install(wanted);
  const version = execFileSync(found.binary, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { ...found, version };
}
