import { waitFor } from '../support/wait-for.js';
import type { Query } from './forged-books.js';

const PATIENCE_MS = 60_000;
const POLL_EVERY_MS = 100;

/** Waits until neither inbox nor outbox has anything left to do. */
export async function untilIdle(query: Query): Promise<void> {
  const left = async (table: string): Promise<number> => {
    const [row] = await query(`SELECT COUNT(*) AS n FROM ${table} WHERE state = 'pending'`);
    return Number(row?.['n']);
  };
  const isIdle = async (): Promise<boolean> =>
    (await left('tillbridge_notification')) + (await left('tillbridge_outbox')) === 0;
  await waitFor(isIdle, { timeoutMs: PATIENCE_MS, intervalMs: POLL_EVERY_MS, what: 'inbox and outbox to be empty' });
}
