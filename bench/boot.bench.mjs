/**
 * The cost of the module at the start of a host: processor time until it listens, compared with a bare host of Nest and
 * TypeORM, in turns. Also the time of the command line until its help is printed.
 *
 *   npm run bench -- boot [ROUNDS]
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, figure, median } from './support/figures.mjs';

const runProgram = promisify(execFile);
const folder = dirname(fileURLToPath(import.meta.url));
const HOST = join(folder, 'boot', 'host.mjs');
const CPU_AT_EXIT = join(folder, 'boot', 'cpu-at-exit.mjs');
const PROGRAM = join(folder, '..', 'dist', 'esm', 'cli', 'main.js');

const ROUNDS = 15;
const ADDED_MS = 350;
const HELP_MS = 400;

export const title = 'What the module adds to the start of a host';

/** Starts a host once; returns its processor time in milliseconds. */
async function boot(kind, database) {
  const env = { ...process.env, BENCH_API_KEY: `bench-${randomBytes(12).toString('hex')}` };
  const { stdout } = await runProgram(process.execPath, [HOST, kind, database], { env });
  return JSON.parse(stdout).cpuMs;
}

async function help() {
  const { stderr } = await runProgram(process.execPath, ['--import', CPU_AT_EXIT, PROGRAM, '--help']);
  return JSON.parse(stderr).cpuMs;
}

/** Medians over the rounds, after one round that warms the files. */
export async function run([rounds = ROUNDS], progress) {
  const scratch = mkdtempSync(join(tmpdir(), 'tillbridge-boot-'));
  const database = join(scratch, 'shop.sqlite');
  const times = { bare: [], shop: [], help: [] };
  try {
    await boot('migrate', database);
    for (let round = 0; round <= Number(rounds); round += 1) {
      progress(`round ${round} of ${rounds}`);
      const [bare, shop, printed] = [await boot('bare', database), await boot('shop', database), await help()];
      if (round === 0) continue;
      times.bare.push(bare);
      times.shop.push(shop);
      times.help.push(printed);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  const [bare, shop] = [median(times.bare), median(times.shop)];
  const figures = [
    figure('a bare host', bare, 'ms'),
    figure('with the module', shop, 'ms'),
    figure('added', shop - bare, 'ms', atMost(ADDED_MS)),
    figure('with the module ÷ bare', shop / bare, ''),
    figure('tillbridge --help', median(times.help), 'ms', atMost(HELP_MS)),
  ];
  return { engines: ['sqlite'], figures };
}
