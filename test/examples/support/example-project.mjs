/** A copy of an example that is a project of its own, with the built package in it, compiled. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack, root, scratchFolder } from '../../package/pack.mjs';

const run = (folder, program, ...args) =>
  execFileSync(process.execPath, [program, ...args], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });

/** What the example's own manifest names, from the registry. */
function install(folder) {
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.dependencies.tillbridge = `file:${pack(folder).tarball}`;
  writeFileSync(path, JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, stdio: 'pipe' });
}

/** The package as it is built here; Node finds the rest in this repository by walking up. */
function link(folder) {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'tillbridge'));
}

/**
 * @param {string} name folder in `examples`
 * @param {{ isInstalled: boolean }} how with the versions of its own manifest, or with those of this repository
 */
export function makeProject(name, { isInstalled }) {
  const folder = scratchFolder(`example-${name}`);
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)$/.test(path),
  });
  if (isInstalled) install(folder);
  else link(folder);
  const modules = join(isInstalled ? folder : root, 'node_modules');
  const compiler = join(modules, isInstalled ? 'typescript' : 'typescript7', 'bin', 'tsc');
  run(folder, compiler, '-p', 'tsconfig.json');
  return { folder, modules, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
