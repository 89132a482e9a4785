/** The folder of temporary databases. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Three servers and the files of all SQLite tests need less space than this. */
const ENOUGH = 4 * 2 ** 30;

/**
 * A folder in memory if the system has one with enough space, so that no test waits for a disk. `TMPDIR` overrides it.
 */
export function scratchFolder(environment = process.env) {
  if (environment.TMPDIR) return tmpdir();
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
