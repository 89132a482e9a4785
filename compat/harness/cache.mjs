/**
 * The cache of installations between runs. It is outside the repository: below it Node would find packages that a host
 * lacks.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const top = () => process.env.TILLBRIDGE_COMPAT_FOLDER ?? join(tmpdir(), 'tillbridge-compat');

/** A folder of the cache, made when it is missing. */
export function cacheFolder(...names) {
  const folder = join(top(), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Deletes the installations; compiled drivers stay, because each belongs to one version. */
export function clearCache() {
  for (const name of ['sets', 'node']) rmSync(join(top(), name), { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Locks the cache for this process: two runs at once would overwrite each other's packages.
 *
 * @returns {() => void} releases it
 * @throws Error if another run has locked it
 */
export function takeCache() {
  const file = join(cacheFolder(), 'pid');
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (owner > 0 && isAlive(owner)) throw new Error(`another run (process ${owner}) uses ${top()}`);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
