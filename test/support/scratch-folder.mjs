/** Where throw-away databases live. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Three servers and the files of every SQLite test stay below this. */
const ENOUGH = 4 * 2 ** 30;

/** A folder in memory where the system has one with room: no one waits for a disk then. `TMPDIR` overrules it. */
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
