import { expect, it } from '@jest/globals';
import { setImmediate as nextStep } from 'node:timers/promises';
import { TillbridgeWorkers } from './tillbridge-workers.js';

type Parts = ConstructorParameters<typeof TillbridgeWorkers>;

/** Each part writes down its calls, and answers a step later. */
function workersOf(workers: 'inline' | 'off', role?: Parts[5]) {
  const lines: string[] = [];
  const noted = (name: string) => async (given?: unknown) => {
    lines.push(typeof given === 'number' ? `${name} ${given}` : name);
    if (typeof given === 'function') given();
    await nextStep();
    lines.push(`${name} is through`);
  };
  const registry = { start: () => lines.push('start'), stop: noted('stop'), drain: noted('drain') };
  const schema = { check: noted('schema'), whenReady: noted('when ready') };
  const parts = [{ workers }, { run: noted('boot check') }, registry, schema, { shutdownPatienceMs: 7 }, role];
  return { lines, workers: Reflect.construct(TillbridgeWorkers, parts) as TillbridgeWorkers };
}

const CHECKS = ['boot check', 'boot check is through', 'schema', 'schema is through'];

it.each([
  ['inline', undefined, [...CHECKS, 'when ready', 'start']],
  ['inline', 'server', [...CHECKS, 'when ready', 'start']],
  ['off', 'server', CHECKS],
  ['inline', 'cli', []],
] as const)('with workers %s a process of role %s begins with %j', async (option, role, expected) => {
  const { lines, workers } = workersOf(option, role);
  await workers.onApplicationBootstrap();
  expect(lines).toEqual(expected);
});

it('waits for what it is asked to wait for', async () => {
  const { lines, workers } = workersOf('off');
  await workers.beforeApplicationShutdown();
  await workers.drain();
  workers.start();
  const ended = ['stop 7', 'stop is through', 'drain', 'drain is through'];
  expect(lines).toEqual([...ended, 'when ready', 'start']);
});
