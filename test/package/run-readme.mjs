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

/** Runs the test of the guide in the project of the README. @returns how many tests there were, all of which passed */
async function runTest(folder) {
  const path = join(folder, 'test', 'payment.e2e-spec.js');
  const url = `http://localhost:${await freePort()}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace('http://localhost:3001', url));
  writeFileSync(join(folder, 'globals.mjs'), GLOBALS);
  const test = spawn(process.execPath, ['--import', './globals.mjs', '--test', '--test-force-exit', path], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [test.stdout, test.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => test.once('close', resolve));
  if (code !== 0) throw new Error(printed);
  return { passed: Number(/^(?:#|ℹ) pass (\d+)$/m.exec(printed)?.[1]) };
}

mkdirSync(ARTEFACTS, { recursive: true });
const folder = mkdtempSync(join(ARTEFACTS, 'readme-'));
try {
  writeFiles(folder);
  console.log(JSON.stringify(await runTest(folder)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
