/**
 * Writes the files of the README into a project, and the test that the guide adds to it; runs that test. The shop itself is
 * bought from by test/newcomer, which follows the README to the letter.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { freePort } from '../support/free-port.mjs';
import { root } from './pack.mjs';

/** Inside the repository, so that `tillbridge` is the package that was built here. */
const ARTEFACTS = join(root, '.test-artefacts');
const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** The README's shop, and the test that the guide adds to it. */
const PAGES = ['README.md', 'docs/guide/testing.md'];

/** The files that the pages tell to copy, compiled one by one as a bundler or swc would. */
function writeFiles(folder) {
  const page = PAGES.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
  for (const [, path, text] of page.matchAll(/^```ts\n\/\/ ((?:src|test)\/\S+)\n([\s\S]*?)^```$/gm)) {
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { compilerOptions }).outputText);
  }
}

/** The names that a fresh project's test runner gives to every test. */
const GLOBALS = `import { after, before, it } from 'node:test';
import { expect } from 'expect';
Object.assign(globalThis, { beforeAll: before, afterAll: after, it, expect });
`;

/** Long enough for the test, and for one that fails at its start, in milliseconds. */
const TIMEOUT_MS = 120_000;
const PATIENCE_MS = 30_000;

/** Runs the test of the guide. @returns how it ended (`code` is null where it did not end by itself), and what it printed */
async function run(folder, args, timeout) {
  const test = spawn(process.execPath, ['--import', './globals.mjs', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  for (const stream of [test.stdout, test.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => test.once('close', resolve));
  return { code, printed };
}

/** Writes down what the test needs to run here. @returns its path */
async function prepareTest(folder) {
  const path = join(folder, 'test', 'payment.e2e-spec.js');
  const url = `http://localhost:${await freePort()}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace('http://localhost:3001', url));
  writeFileSync(join(folder, 'globals.mjs'), GLOBALS);
  return path;
}

/** @returns how many tests there were, all of which passed */
async function passedOf(folder, path) {
  const { code, printed } = await run(folder, ['--test', '--test-force-exit', path], TIMEOUT_MS);
  if (code !== 0) throw new Error(printed);
  return Number(/^(?:#|ℹ) pass (\d+)$/m.exec(printed)?.[1]);
}

/** Whether the test says what is wrong and ends, nothing being left open, where the shop does not even start. */
async function endsWithoutShop(folder, path) {
  writeFileSync(join(folder, 'src', 'app.module.js'), "throw new Error('this shop does not start');\n");
  const { code, printed } = await run(folder, [path], PATIENCE_MS);
  return code === 1 && printed.includes('this shop does not start');
}

mkdirSync(ARTEFACTS, { recursive: true });
const folder = mkdtempSync(join(ARTEFACTS, 'readme-'));
try {
  writeFiles(folder);
  const path = await prepareTest(folder);
  const passed = await passedOf(folder, path);
  console.log(JSON.stringify({ passed, endsWithoutShop: await endsWithoutShop(folder, path) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
