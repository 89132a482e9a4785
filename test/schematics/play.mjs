/**
 * Plays `nest add tillbridge`: makes a project by the real `nest new`, puts into it what a shop of that kind has, lets the
 * project's own generator run the schematic of the packed package twice, compiles the result, starts it and sends it a
 * genuine and a forged notification. Prints what was seen as one line of JSON: `node test/schematics/play.mjs SHAPE`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inScratchFolder, pack, root, unpack } from '../package/pack.mjs';
import { freePort } from '../support/free-port.mjs';
import { SHAPES } from './shapes.mjs';

const LIMIT_MS = 60_000;
const PAUSE_MS = 50;
const KEY = process.env.HOST_API_KEY ?? 'schematic-host-key';
const shape = SHAPES[process.argv[2] ?? 'fresh'];

/** Runs a command of the project's own tools. @returns what it printed */
function tool(folder, script, ...args) {
  return execFileSync(process.execPath, [join(root, 'node_modules', ...script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const nest = (folder, ...args) => tool(folder, ['@nestjs', 'cli', 'bin', 'nest.js'], ...args);

/** One figure for everything in the project that is not installed or compiled. */
function fingerprint(folder) {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.filter((each) => !each.slice(folder.length).includes('node_modules')).sort()) {
    hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Waits until the application answers. */
async function awake(url, app) {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return;
    if (app.exitCode !== null || Date.now() > deadline) throw new Error('the application does not answer');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Sends a notification as the service would. @returns status and body of the answer */
async function notify(folder, url, key) {
  const protocol = join(folder, 'node_modules', 'tillbridge', 'dist', 'esm', 'protocol', 'index.js');
  const { sign } = await import(pathToFileURL(protocol).href);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ order_id: 'A-1', status: 'completed', amount: 1250, currency: 'EUR' });
  const headers = { 'content-type': 'application/json', auth: sign({ timestamp, body, key }) };
  const answer = await fetch(`${url}?transactionid=A-1&timestamp=${timestamp}`, { method: 'POST', headers, body });
  return `${answer.status} ${await answer.text()}`;
}

/** Starts what was compiled, and notifies it. */
async function boot(folder) {
  const port = await freePort();
  const shopUrl = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), SHOP_URL: shopUrl, PAYMENT_API_KEY: KEY, NO_COLOR: '1' };
  const app = spawn(process.execPath, ['dist/main.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [app.stdout, app.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const ended = new Promise((resolve) => app.once('close', resolve));
  try {
    await awake(shopUrl, app);
    const url = `${shopUrl}/${shape.prefix ?? ''}payments/notifications/web`;
    const genuine = await notify(folder, url, KEY);
    const forged = await notify(folder, url, `${KEY}-of-somebody-else`);
    return { genuine, forged: forged.slice(0, 3), isKeyShown: log.includes(KEY) };
  } catch (error) {
    throw new Error(`${error.message}\n${log}`, { cause: error });
  } finally {
    app.kill('SIGKILL');
    await ended;
  }
}

/** What the compiler of a fresh project looks for, and this repository does not have. */
function standInForVitest(folder) {
  const home = join(folder, 'node_modules', 'vitest');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "name": "vitest", "version": "0.0.0" }');
  writeFileSync(join(home, 'globals.d.ts'), 'export {};\n');
}

await inScratchFolder('schematic', async (scratch) => {
  nest(scratch, 'new', 'shop', '--skip-install', '--skip-git', '--package-manager', 'npm');
  const folder = join(scratch, 'shop');
  for (const [path, text] of Object.entries(shape.files)) writeFileSync(join(folder, path), text);
  unpack(pack(scratch).tarball, join(folder, 'node_modules', 'tillbridge'));
  standInForVitest(folder);
  const told = nest(folder, 'add', 'tillbridge', '--skip-install');
  const once = fingerprint(folder);
  nest(folder, 'add', 'tillbridge', '--skip-install');
  const isStable = fingerprint(folder) === once;
  nest(folder, 'build');
  const seen = await boot(folder);
  console.log(
    JSON.stringify({
      ...seen,
      isStable,
      isByHand: told.includes('by hand'),
      isNewDatabase: told.includes('there was none'),
    }),
  );
});
