/**
 * All that must hold before a change of the plugin is merged, in a fresh clone: install, build, suite. The driver of
 * SQLite takes a minute to compile: where the repository has the same version, its own copy is taken.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugin, root } from './module.mjs';

const run = (command, ...args) => execFileSync(command, args, { cwd: plugin, stdio: 'inherit' });

/** Whether the driver could be taken from the repository. */
function copyDriver() {
  const of = (folder) => join(folder, 'node_modules', 'better-sqlite3');
  const versionOf = (folder) => JSON.parse(readFileSync(join(of(folder), 'package.json'), 'utf8')).version;
  const built = join(of(root), 'build', 'Release');
  if (!existsSync(built) || versionOf(root) !== versionOf(plugin)) return false;
  cpSync(built, join(of(plugin), 'build', 'Release'), { recursive: true });
  return true;
}

run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
if (!copyDriver()) run('npm', 'rebuild', 'better-sqlite3');
run('npm', 'test');
