/**
 * Adds the packed package to a project as a shop does, with a plain `npm install` from the registry, and prints what came of
 * it as one line of JSON: `node test/package/install-host.mjs peers|vendure`. `peers`: a project on Nest 11, CommonJS, with the oldest
 * scheduler that is admitted, and with each driver of SQLite, which are compiled for it; the tests of `compat/hosts/plain` are run
 * there by a Jest as it comes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { PARTS } from '../../compat/harness/plain-host.mjs';
import { pack, root } from './pack.mjs';

const NEST_11 = {
  '@nestjs/common': '^11.0.0',
  '@nestjs/core': '^11.0.0',
  '@nestjs/platform-express': '^11.0.0',
  '@nestjs/testing': '^11.0.0',
  '@nestjs/typeorm': '^11.0.0',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.1',
  typeorm: '^0.3.26',
};
const INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
const OLDEST_SCHEDULE = '@nestjs/schedule@^5.0.0';
const SQLITE_DRIVERS = ['8', '9', '10', '11', '12'];
const NAMES = ['common', 'core', 'axios', 'typeorm'].map((name) => `@nestjs/${name}`);

const COMPILER = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2023,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** @throws Error with what npm has printed */
function npm(folder, ...args) {
  try {
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    throw new Error(`npm ${args.join(' ')}: ${error.stderr}`, { cause: error });
  }
}

/** Every copy of Nest's packages that npm has decided on, by its place. */
function copiesIn(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const isNamed = (path) => NAMES.some((name) => path.endsWith(`node_modules/${name}`));
  return Object.fromEntries(
    Object.entries(packages)
      .filter(([path]) => isNamed(path))
      .map(([path, { version }]) => [path.slice('node_modules/'.length), version]),
  );
}

/** Runs tests of the shop as CommonJS. @returns how many passed and failed, and why */
function runJest(folder, specs) {
  for (const name of [...PARTS, ...specs]) {
    const source = readFileSync(join(root, 'compat', 'hosts', 'plain', name), 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions: COMPILER });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  const result = join(folder, 'result.json');
  const settings = JSON.stringify({ rootDir: folder, testRegex: '\\.spec\\.js$', transform: {} });
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, `--config=${settings}`, '--json', `--outputFile=${result}`];
  try {
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '' } });
  } catch {
    // What failed stands in the result.
  }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(result, 'utf8'));
  return { numPassedTests, numFailedTests, message: testResults.map(({ message }) => message).join('\n') };
}

const HOSTS = {
  peers: (folder, tarball) => {
    npm(folder, ...INSTALL, ...Object.entries(NEST_11).map(([name, range]) => `${name}@${range}`), OLDEST_SCHEDULE);
    npm(folder, ...INSTALL, tarball);
    const drivers = SQLITE_DRIVERS.map((major) => {
      npm(folder, ...INSTALL, `better-sqlite3@^${major}.0.0`);
      npm(folder, 'rebuild', 'better-sqlite3', '--build-from-source');
      return [major, runJest(folder, ['payment.spec.ts', 'cron.spec.ts'])];
    });
    return { drivers: Object.fromEntries(drivers) };
  },
  // Nest is someone else's dependency. What npm decides on is enough: the files would be hundreds of megabytes.
  vendure: (folder, tarball) => {
    npm(folder, ...INSTALL, '--package-lock-only', '@vendure/core@~3.7.1');
    npm(folder, ...INSTALL, '--package-lock-only', tarball);
    return {};
  },
};

// Not below this repository: Node would find its packages by walking up.
const scratch = mkdtempSync(join(tmpdir(), 'tillbridge-install-'));
try {
  const folder = join(scratch, 'shop');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "shop", "version": "1.0.0", "private": true, "allowScripts": { "better-sqlite3": true } }',
  );
  const seen = HOSTS[process.argv[2]](folder, process.argv[3] ?? pack(scratch).tarball);
  console.log(JSON.stringify({ ...seen, copies: copiesIn(folder) }));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
