/**
 * A fleet on one PostgreSQL: the statements of its idle replicas, the delay of an effect between two processes, the
 * effects per second with and without BullMQ, and the number of calls of all replicas together.
 *
 *   npm run bench -- fleet [EFFECTS] [REPLICAS] [--json]
 */
import { startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { callsASecond } from './fleet/calls.mjs';
import { effectsASecond } from './fleet/effects.mjs';
import { idleStatements } from './idle/statements.mjs';
import { atMost, figure } from './support/figures.mjs';
import { run as runWake } from './wake.bench.mjs';

const GROUPS = 50;
const IDLE_SECONDS = 20;
const NOTIFICATIONS = '400';
const ROUNDS = 3;
const CALL_SECONDS = 20;
const MOST_PER_SECOND = 2;

export const title = 'A fleet: idle statements, wake-up, effects by queues, calls of all replicas';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([effects = '10000', replicas = '32'], progress) {
  const many = Number(replicas);
  const engine = await startDurableEngine('postgres');
  const figures = [];
  try {
    const plan = { replicas: many, groups: GROUPS, hears: true, seconds: IDLE_SECONDS, progress };
    const idle = await idleStatements(engine, plan);
    figures.push(figure(`idle statements of each of ${many} replicas`, idle, '/s', atMost(MOST_PER_SECOND)));
    figures.push(...(await callsASecond(engine, { replicas: many, seconds: CALL_SECONDS, progress })));
    figures.push(...(await effectsASecond(engine, { count: Number(effects), rounds: ROUNDS, progress })));
  } finally {
    await engine.stop();
  }
  const wake = await runWake([NOTIFICATIONS], progress);
  return { engines: [engine.title], figures: [...figures, ...wake.figures] };
}
