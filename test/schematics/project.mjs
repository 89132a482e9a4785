/** A project by the real `nest new`, with the built package in it. Other packages are found in this repository, above it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../package/pack.mjs';

/** Where the packages of this repository are. */
const HERE = join(root, 'node_modules');

/** The compiler in Go, as a script. */
export const COMPILER = join(HERE, 'typescript7', 'bin', 'tsc');

/** Tools that stand in a folder of packages, for one project. Each returns what was printed. */
export class Tools {
  constructor(folder, packages = HERE) {
    this.folder = folder;
    this.packages = packages;
  }

  /** Nest's own command. */
  nest(...args) {
    return this.run(join(this.packages, '@nestjs', 'cli', 'bin', 'nest.js'), ...args);
  }

  /** The generator that Nest's command starts. */
  generate(...args) {
    return this.run(join(this.packages, '@angular-devkit', 'schematics-cli', 'bin', 'schematics.js'), ...args);
  }

  /** Compiles the project with its own settings: here by the compiler in Go, a sixth of the time of `nest build`. */
  compile() {
    return this.packages === HERE ? this.run(COMPILER, '-p', 'tsconfig.build.json') : this.nest('build');
  }

  /** Runs the migrations that a compiled data-source file names, by TypeORM's own command line. */
  migrate(dataSource) {
    return this.run(join(this.packages, 'typeorm', 'cli.js'), 'migration:run', '-d', dataSource);
  }

  run(script, ...args) {
    return execFileSync(process.execPath, [script, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

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
function newProject(tools, type) {
  if (type === 'esm') tools.nest('new', 'shop', '--skip-install', '--skip-git', '--package-manager', 'npm');
  else tools.generate('@nestjs/schematics:application', '--name=shop', `--type=${type}`, '--language=ts');
}

/** Puts the files of a shape into a project. */
export function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Makes a project of a shape in a folder of this repository. @returns its tools */
export function makeProject(scratch, { type, files }) {
  newProject(new Tools(scratch), type);
  const folder = join(scratch, 'shop');
  writeFiles(folder, files);
  installPackage(join(folder, 'node_modules', 'tillbridge'));
  standInForRunners(folder);
  return new Tools(folder);
}
