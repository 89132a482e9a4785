/** A project by the `nest new` of Nest 11, with packages of its own, somewhere else on this machine. Needs the registry. */
import { execSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pack, root } from '../package/pack.mjs';
import { Tools, writeFiles } from './project.mjs';

/** What an established shop of Nest 11 has; `nest add` asks for the rest. */
const PACKAGES = [
  '@nestjs/config@4',
  '@nestjs/platform-fastify@11',
  '@nestjs/typeorm@11',
  'typeorm@0.3',
  'better-sqlite3@12',
];

/** Types a command of npm's. Scripts of packages are not run: the one that matters compiles a driver, for a minute. */
function npm(folder, command) {
  const env = { ...process.env, npm_config_yes: 'true', npm_config_ignore_scripts: 'true' };
  execSync(command, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Puts the built driver of this repository in the place of one whose binary was not made. */
export function borrowDriver(folder) {
  const home = join(folder, 'node_modules', 'better-sqlite3');
  if (!existsSync(home)) return;
  rmSync(home, { recursive: true });
  cpSync(join(root, 'node_modules', 'better-sqlite3'), home, { recursive: true });
}

/** Makes a project of a shape, and installs what it needs besides. @returns its tools */
export function installProject(scratch, { files }) {
  npm(scratch, 'npx @nestjs/cli@11 new shop --skip-git --skip-install --package-manager npm');
  const folder = join(scratch, 'shop');
  writeFiles(folder, files);
  npm(folder, `npm install --no-audit --no-fund "${pack(scratch).tarball}" ${PACKAGES.join(' ')}`);
  borrowDriver(folder);
  return new Tools(folder, join(folder, 'node_modules'));
}

/** Installs what `nest add` has asked for. */
export function installMissing(folder) {
  npm(folder, 'npm install --no-audit --no-fund');
  borrowDriver(folder);
}
