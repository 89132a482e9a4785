import { readFile, stat } from 'node:fs/promises';

/** A line of /proc/locks: `1: POSIX ADVISORY READ 4711 08:01:131073 128 128`. */
const LOCK = /^\d+:.*\s(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) \d+ (?:\d+|EOF)$/;

/**
 * How many other processes have an SQLite file open. Each process that has it open in WAL mode holds a lock on its
 * shared-memory file, and Linux lists all locks.
 *
 * @returns null if it cannot be known: not Linux, a database in memory, no WAL
 */
export async function otherProcesses(file: string): Promise<number | null> {
  try {
    const { ino } = await stat(`${file}-shm`);
    const lines = (await readFile('/proc/locks', 'utf8')).split('\n');
    const holders = lines
      .map((line) => LOCK.exec(line))
      .filter((match) => match?.[2] === String(ino))
      .map((match) => match?.[1]);
    return new Set(holders.filter((pid) => pid !== String(process.pid))).size;
  } catch {
    return null;
  }
}
