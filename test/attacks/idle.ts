import type { Query } from './forged-books.js';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;
const STEADY_MS = 3_000;

/** Waits until a number stays the same from one look to the next. */
export async function untilSteady(read: () => Promise<number>): Promise<number> {
  for (let [before, now] = [NaN, await read()]; ; [before, now] = [now, await read()]) {
    if (now === before) return now;
    await new Promise((resolve) => void setTimeout(resolve, STEADY_MS));
  }
}

/** Waits until neither inbox nor outbox has anything left to do. */
export async function untilIdle(query: Query): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const left = async (table: string): Promise<number> => {
    const [row] = await query(`SELECT COUNT(*) AS n FROM ${table} WHERE state = 'pending'`);
    return Number(row?.['n']);
  };
  while ((await left('tillbridge_notification')) + (await left('tillbridge_outbox')) > 0) {
    if (performance.now() > deadline) throw new Error('inbox and outbox have not become empty within a minute');
    await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS));
  }
}
