/**
 * Plays the README: writes its files into a host, installs the packed package there, starts the sandbox and the shop,
 * buys something and prints what was seen as one line of JSON.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { eventually } from '../support/eventually.mjs';
import { freePort } from '../support/free-port.mjs';
import { inScratchFolder, pack, root, unpack } from './pack.mjs';

const limitMs = 30_000;
const KEY = process.env.HOST_API_KEY ?? 'readme-host-key';
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
  writeFileSync(join(folder, 'package.json'), '{ "name": "readme-host", "type": "module" }');
}

/** The names that a fresh project's test runner gives to every test. */
const GLOBALS = `import { after, before, it } from 'node:test';
import { expect } from 'expect';
Object.assign(globalThis, { beforeAll: before, afterAll: after, it, expect });
`;

/** Runs the test of the guide in the project of the README. @returns how it ended */
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
  return 'passed';
}

const read = async (url) => (await fetch(url)).text();

async function buy(shopUrl, sandbox) {
  const waiting = 'We are waiting for your payment.';
  const created = await eventually('the shop', {
    ask: () => fetch(`${shopUrl}/checkout/A-1`, { method: 'POST', redirect: 'manual' }),
    isGood: (answer) => answer instanceof Response,
    limitMs,
  });
  const before = await read(`${shopUrl}/checkout/A-1/return`);
  await sandbox.pay('A-1');
  const deliveries = await sandbox.deliveries('A-1');
  const after = await eventually('the payment', {
    ask: () => read(`${shopUrl}/checkout/A-1/return`),
    isGood: (text) => typeof text === 'string' && text !== waiting,
    limitMs,
  });
  return { status: created.status, before, after, verdicts: deliveries.map((delivery) => delivery.verdict) };
}

await inScratchFolder('readme', async (folder) => {
  const installed = join(folder, 'node_modules', 'tillbridge');
  unpack(pack(folder).tarball, installed);
  writeFiles(folder);
  const { startSandbox } = await import(pathToFileURL(join(installed, 'dist', 'esm', 'sandbox', 'index.js')).href);
  const running = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), SHOP_URL: shopUrl, PAYMENT_API_KEY: KEY, PAYMENT_URL: running.url };
  const shop = spawn(process.execPath, ['src/main.js'], {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  shop.stdout.on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise((resolve) => shop.once('exit', resolve));
  try {
    const seen = await buy(shopUrl, running.sandbox);
    await eventually('the mail', {
      ask: () => log,
      isGood: (text) => text.includes('we received 12.50 EUR for A-1'),
      limitMs,
    });
    const test = await runTest(folder);
    console.log(
      JSON.stringify({ ...seen, test, mails: log.split('we received').length - 1, isKeyShown: log.includes(KEY) }),
    );
  } catch (error) {
    console.error(log);
    throw error;
  } finally {
    // Not SIGTERM: it would wait for the connections that fetch keeps open.
    shop.kill('SIGKILL');
    await ended;
    await running.close();
  }
});
