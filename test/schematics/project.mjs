/** A project by the real `nest new`, with the built package in it. Other packages are found in this repository, above it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../package/pack.mjs';

const NEST = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const GENERATOR = join(root, 'node_modules', '@angular-devkit', 'schematics-cli', 'bin', 'schematics.js');

const TYPEORM = join(root, 'node_modules', 'typeorm', 'cli.js');

/** The compiler in Go, as a script. */
export const COMPILER = join(root, 'node_modules', 'typescript7', 'bin', 'tsc');

/** Runs a command of the project's own tools. @returns what it printed */
function tool(folder, script, ...args) {
  return execFileSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Nest's own command. @returns what it printed */
export const nest = (folder, ...args) => tool(folder, NEST, ...args);

/** The generator that `nest add` starts, without the command before it. @returns what it printed */
export const generate = (folder, name) => tool(folder, GENERATOR, name, '--source-root=src');

/**
 * Compiles the project with its own settings, by the compiler in Go: a sixth of the time of `nest build`, which the
 * newcomer of `npm run newcomer` types.
 */
export const compile = (folder) => tool(folder, COMPILER, '-p', 'tsconfig.build.json');

/** Runs the migrations that a compiled data-source file names, by TypeORM's own command line. @returns what it printed */
export const migrate = (folder, dataSource) => tool(folder, TYPEORM, 'migration:run', '-d', dataSource);

/** The files that package.json names for the tarball; test/package sees to it that the tarball holds these. */
export function installPackage(home) {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(home, { recursive: true });
  for (const path of ['package.json', ...files]) cpSync(join(root, path), join(home, path), { recursive: true });
}

/** The types of test runners that the compiler of a fresh project looks for, and this repository does not have. */
export function standInForRunners(folder) {
  for (const [name, file] of [
    ['vitest', 'globals.d.ts'],
    [join('@types', 'jest'), 'index.d.ts'],
  ]) {
    const home = join(folder, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "name": "stand-in", "version": "0.0.0" }');
    writeFileSync(join(home, file), 'export {};\n');
  }
}

/** By `nest new`, which takes ESM when no one can be asked; the other answer goes to the generator that it starts. */
function newProject(scratch, type) {
  if (type === 'esm') nest(scratch, 'new', 'shop', '--skip-install', '--skip-git', '--package-manager', 'npm');
  else tool(scratch, GENERATOR, '@nestjs/schematics:application', '--name=shop', `--type=${type}`, '--language=ts');
}

/** Makes a project of a shape in a folder. @returns the folder of the project */
export function makeProject(scratch, { type, files }) {
  newProject(scratch, type);
  const folder = join(scratch, 'shop');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  installPackage(join(folder, 'node_modules', 'tillbridge'));
  standInForRunners(folder);
  return folder;
}
