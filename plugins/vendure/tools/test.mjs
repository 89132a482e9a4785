/**
 * Runs the suite: `npm test`, `npm test -- checkout refunds`. On SQLite, and on PostgreSQL where the machine has it;
 * `TILLBRIDGE_TEST_ENGINES=sqlite,postgres` requires them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';
import { plugin } from './module.mjs';

const wanted = (process.env.TILLBRIDGE_TEST_ENGINES ?? '').split(',').filter(Boolean);
const wants = (engine) => wanted.length === 0 || wanted.includes(engine);

const compiled = join(plugin, 'dist', 'test');
const names = process.argv.slice(2);
// By their sources: what was compiled of a spec that is gone stays where it is.
const specs = readdirSync(join(plugin, 'test'))
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)));
/** Vendure builds its application of the plugins of the first shop in a process: specs with others have a process of their own. */
const ALONE = new Set(['neighbours.test.ts']);

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-vendure-'));
const postgres = await startPostgres(wants('postgres'), wanted.includes('postgres'));
const isHere = { sqlite: true, postgres: postgres.url !== '' };
const engines = ['sqlite', 'postgres'].filter((engine) => isHere[engine] && wants(engine));

/** Writes a program that runs specs. */
function entryOf(files, name) {
  const entry = join(folder, `${name}.cjs`);
  const paths = files.map((file) => join(compiled, file.replace(/\.ts$/, '.js')));
  writeFileSync(entry, paths.map((path) => `require(${JSON.stringify(path)});`).join('\n'));
  return entry;
}

// One process for all other specs of an engine: to load Vendure takes as long as many a spec.
const together = specs.filter((file) => !ALONE.has(file));
const alone = specs.filter((file) => ALONE.has(file));
const entries = [
  ...(together.length > 0 ? [entryOf(together, 'specs')] : []),
  ...alone.map((file, at) => entryOf([file], `alone-${at}`)),
];

/** Runs a program to its end. @returns its exit code, and what it has printed */
async function run(engine, ...args) {
  const env = {
    ...process.env,
    TILLBRIDGE_VENDURE_ENGINES: engine,
    TILLBRIDGE_VENDURE_FOLDER: folder,
    TILLBRIDGE_VENDURE_POSTGRES: postgres.url,
    VENDURE_DISABLE_TELEMETRY: 'true',
  };
  const child = spawn(process.execPath, args, { cwd: plugin, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const [code] = await once(child, 'close');
  return { code: code ?? 1, printed };
}

async function runEngine(engine) {
  const filled = await run(engine, join(compiled, 'support', 'populate.js'));
  if (filled.code) process.stdout.write(filled.printed);
  const codes = [filled.code];
  for (const entry of filled.code ? [] : entries) {
    const { code, printed } = await run(engine, '--test', '--test-reporter=spec', '--no-deprecation', entry);
    process.stdout.write(printed);
    codes.push(code);
  }
  return Math.max(...codes);
}

try {
  // Each engine has a core of its own.
  const codes = await Promise.all(engines.map(runEngine));
  process.exitCode = Math.max(...codes);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
