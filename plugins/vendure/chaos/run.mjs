/**
 * A Vendure shop whose processes die: `npm run chaos -- kills`; without a name, every trial with its defaults.
 *
 *   kills     kill -9 before every commit and around every request of all that an order goes through
 *     --role server|worker   which program dies (both, one after the other)
 *     --courses A,B          only these (checkout, payment, cancellation, refund, payout, capture)
 *     --every N              every how manyth step (1); --from N: from which one on (1)
 *   storm     orders are paid and given back while each notification comes many times at once
 *     --orders N             how many (60); --copies N: how often each notification comes (50)
 *     --servers N            how many servers (1); --workers N: how many workers beside them (0)
 *     --kills                processes are killed meanwhile, at random moments
 *   fleet     the same with two servers and two workers, of which one after the other is killed (PostgreSQL)
 *
 * Every trial takes `--engine sqlite|postgres`; without it, every engine that can be had takes part.
 * `SEED=…` draws again what a run that printed it has drawn. Ends with 1 when something happened that must not.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure, printTable } from '../../../bench/support/figures.mjs';
import { startFront } from '../../../test/chaos/storm/front.mjs';
import { Chance } from '../../../test/chaos/support/chance.mjs';
import { countIn, mustBeAmong, readCommandLine } from '../../../test/support/command-line.mjs';
import { writeRecord } from '../../../test/support/record.mjs';
import { teller } from '../../../test/support/teller.mjs';
import { plugin } from '../tools/module.mjs';
import { startPostgres } from '../tools/postgres.mjs';

const require = createRequire(import.meta.url);
const compiled = (path) => require(join(plugin, 'dist', path));
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

const [wanted, ...rest] = process.argv.slice(2);
const isNamed = wanted !== undefined && !wanted.startsWith('-');
const flags = isNamed ? rest : process.argv.slice(2);

const say = teller();

/** One of the two programs after the other is killed on every way. */
async function kills(engine, values) {
  const { killAtEveryStep } = compiled('chaos/kills.js');
  const { COURSES } = compiled('chaos/courses.js');
  const courses = values.courses?.split(',') ?? Object.keys(COURSES);
  mustBeAmong('course', courses, Object.keys(COURSES));
  // SQLite serves one process.
  const roles = values.role?.split(',') ?? (engine === 'sqlite' ? ['server'] : ['server', 'worker']);
  const [every, from] = ['every', 'from'].map((name) => countIn(name, values[name] ?? '1'));
  const figures = [];
  const violations = [];
  let total = 0;
  for (const role of roles) {
    const found = await killAtEveryStep({ engine, role, courses, every, from, startFront, say });
    for (const { name, kills, steps } of found.courses) {
      total += kills;
      figures.push(figure(`${engine}, ${role}: killed during ${name}, of ${steps} steps`, kills, 'times'));
    }
    violations.push(...found.violations.map((text) => `${engine}, ${role}: ${text}`));
  }
  return { figures: [...figures, figure(`${engine}: processes killed`, total, '')], violations };
}

async function storm(engine, values, defaults = {}) {
  const { storm: rage } = compiled('chaos/storm.js');
  const count = (name, otherwise) => Number(values[name] ?? defaults[name] ?? otherwise);
  const found = await rage({
    engine,
    servers: count('servers', 1),
    workers: count('workers', 0),
    orders: count('orders', 60),
    copies: count('copies', 50),
    kills: values.kills ?? defaults.kills ?? false,
    chance: new Chance(seed),
    startFront,
    say,
  });
  const figures = [
    figure(`${engine}: orders`, found.orders, ''),
    figure(`${engine}: copies of notifications`, found.copies, ''),
    figure(`${engine}: processes killed`, found.kills, ''),
  ];
  return { figures, violations: found.violations.map((text) => `${engine}: ${text}`) };
}

const TRIALS = {
  kills: { run: kills, title: 'Kill -9 of a Vendure server or worker at every step of what an order goes through' },
  storm: { run: storm, title: 'A Vendure shop whose notifications come many times at once' },
  fleet: {
    run: (engine, values) => storm(engine, values, { servers: 2, workers: 2, kills: true }),
    title: 'Two Vendure servers and two workers, of which one after the other is killed under a storm of notifications',
    engines: ['postgres'],
  },
};
const STRINGS = ['engine', 'role', 'courses', 'every', 'from', 'orders', 'copies', 'servers', 'workers'];
const options = {
  ...Object.fromEntries(STRINGS.map((name) => [name, { type: 'string' }])),
  kills: { type: 'boolean' },
};
const { values } = readCommandLine(import.meta.url, { args: flags, options });
const names = isNamed ? [wanted] : Object.keys(TRIALS);
mustBeAmong('trial', names, Object.keys(TRIALS));
if (values.engine) mustBeAmong('engine', [values.engine], ['sqlite', 'postgres']);

if (!existsSync(join(plugin, 'node_modules', '@vendure'))) {
  console.error('The packages of the plugin are missing: npm ci in plugins/vendure.');
  process.exit(2);
}
execFileSync(process.execPath, [join(plugin, 'tools', 'compile.mjs')], { stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-vendure-'));
const postgres = await startPostgres(values.engine !== 'sqlite', values.engine === 'postgres');
const engines = values.engine ? [values.engine] : ['sqlite', ...(postgres.url ? ['postgres'] : [])];
Object.assign(process.env, {
  TILLBRIDGE_VENDURE_FOLDER: folder,
  TILLBRIDGE_VENDURE_POSTGRES: postgres.url,
  TILLBRIDGE_VENDURE_ENGINES: engines.join(),
  VENDURE_DISABLE_TELEMETRY: 'true',
});

/** What was counted on each engine, over all of them. */
function totalsOf(figures) {
  const sums = new Map();
  for (const { name, value } of figures) {
    const [, what] = /^\w+: (.*)$/.exec(name) ?? [];
    if (what) sums.set(what, (sums.get(what) ?? 0) + value);
  }
  return [...sums].map(([what, sum]) => figure(what, sum, ''));
}

/** @returns whether everything held */
async function attempt(name) {
  const { run, title, engines: only = engines } = TRIALS[name];
  process.stderr.write(`chaos: ${name}, SEED=${seed}\n`);
  const started = performance.now();
  const figures = [];
  const violations = [];
  const tried = engines.filter((each) => only.includes(each));
  for (const engine of tried) {
    const found = await run(engine, values);
    figures.push(...found.figures);
    violations.push(...found.violations);
  }
  figures.push(...totalsOf(figures));
  if (figures.length > 0) printTable(figures);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  console.log(`${violations.length} violations; SEED=${seed}`);
  const command = ['npm --prefix plugins/vendure run chaos --', name, ...flags].join(' ');
  const seconds = Math.round((performance.now() - started) / 1_000);
  writeRecord({ name: `vendure-${name}`, title, command, seconds, seed, engines: tried, violations, figures });
  return violations.length === 0;
}

try {
  execFileSync(process.execPath, [join(plugin, 'dist', 'test', 'support', 'populate.js')], { stdio: 'inherit' });
  let holds = true;
  for (const name of names) holds = (await attempt(name)) && holds;
  process.exitCode = holds ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
