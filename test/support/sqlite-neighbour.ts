import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DataSourceOptions } from 'typeorm';
import { killAtExit } from './kill-at-exit.mjs';

const PROGRAM = join(process.cwd(), 'test/support/sqlite-neighbour-main.mjs');

/** Another process on the same SQLite file. */
export interface Neighbour {
  /** Ends its open transaction. */
  release(): Promise<void>;
  /** Kills it at once, with any locks. */
  kill(): Promise<void>;
}

/**
 * Starts a process that keeps writing, holds the write lock, or has an open reading transaction.
 *
 * @example
 * const neighbour = await startNeighbour(database.options, 'hold');
 */
export async function startNeighbour(
  { database }: DataSourceOptions,
  mode: 'write' | 'hold' | 'read',
): Promise<Neighbour> {
  const child = spawn(process.execPath, [PROGRAM, String(database), mode], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  killAtExit(child);
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const next = async (): Promise<void> => {
    const line = await Promise.race([once(lines, 'line'), closed.then(() => null)]);
    if (line === null) throw new Error('the other process has ended');
  };
  await next();
  return {
    release: async () => {
      child.stdin.write('release\n');
      await next();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
