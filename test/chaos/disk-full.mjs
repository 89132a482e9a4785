/** The disk below the database is filled under load, and freed again: crash point D2. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { enginesToTry, startDurableEngine } from './support/durable-engine.mjs';
import { flagsWith, numbersOf } from './support/flags.mjs';
import { outageReport, survive } from './points-outage.mjs';

/** What an empty server takes, and some room to work. */
const SIZES = { sqlite: '16m', mariadb: '256m', mysql: '512m', postgres: '160m' };
const FULL_MS = 5_000;
const BETWEEN_MS = 1_000;
/** Down to the last bytes: a half-filled block would leave room for a small commit. */
const BLOCKS = [1 << 20, 1 << 12, 1];

/** Why no small disk can be made here; null when it can. */
export function noSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  try {
    mount(folder, '1m');
    unmount(folder);
    return null;
  } catch {
    return 'a tmpfs can only be mounted as root (or under `unshare -rm`)';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const quiet = { stdio: 'ignore' };
const mount = (folder, size) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], quiet);
const unmount = (folder) => execFileSync('umount', ['-l', folder], quiet);

/** Fills all that is left. */
function fill(file) {
  const handle = openSync(file, 'a');
  for (const size of BLOCKS) {
    const block = Buffer.alloc(size);
    try {
      while (writeSync(handle, block) === size);
    } catch {
      // Full, as far as blocks of this size go.
    }
  }
  closeSync(handle);
}

async function answers(database) {
  try {
    const dataSource = await new DataSource(database).initialize();
    await dataSource.destroy();
    return true;
  } catch {
    return false;
  }
}

/**
 * One engine on a disk of its own that is filled so many times under load.
 *
 * @returns {Promise<object>} see {@link survive}; `died`: how often the server had ended by itself, and was started anew
 */
async function fillUnderLoad(name, { cycles, replicas, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  mount(folder, SIZES[name]);
  try {
    const engine = await startDurableEngine(name, folder);
    try {
      return await fillAgain(engine, { cycles, replicas, say, file: join(folder, 'filler') });
    } finally {
      rmSync(join(folder, 'filler'), { force: true });
      await engine.stop();
    }
  } finally {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillAgain(engine, { file, cycles, replicas, say }) {
  const database = await engine.createDatabase();
  let died = 0;
  const outage = async () => {
    await delay(BETWEEN_MS);
    fill(file);
    const until = performance.now() + FULL_MS;
    // What the server frees meanwhile is taken as well.
    while (performance.now() < until) await delay(100).then(() => fill(file));
    rmSync(file);
    if (engine.name === 'sqlite' || (await answers(database))) return;
    // PostgreSQL ends when it cannot write its log: anyone who frees the disk starts it again.
    died += 1;
    await engine.kill();
    await engine.restart();
  };
  const many = engine.name === 'sqlite' ? 1 : replicas;
  const survived = await survive(engine, { database, cycles, replicas: many, outage, say });
  return { died, ...survived };
}

export const trial = {
  title: 'The disk below the database is full under load, and is freed again',
  flags: flagsWith({ cycles: 4, replicas: 2 }),
  async run({ values, say }) {
    const names = enginesToTry(values.engine);
    const reason = noSmallDisk();
    const sizes = { ...numbersOf(values, ['cycles', 'replicas']), say };
    const results = [];
    for (const name of reason === null ? names : []) results.push(await fillUnderLoad(name, sizes));
    const leftOut = reason === null ? [] : names.map((title) => ({ title, reason }));
    const report = outageReport(results, { what: 'times full', command: 'npm run chaos -- disk-full', leftOut });
    // A trial that tried nothing has shown nothing.
    return reason === null ? report : { ...report, violations: [`nothing was tried: ${reason}`] };
  },
};
