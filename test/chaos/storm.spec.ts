import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { describeOneEngine, type TestEngineName } from '../support/engines.js';

/** `SEED=…` draws the same strikes. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const PROGRAM = join(process.cwd(), 'test/chaos/run.mjs');
/** A gust; half an hour of it is `npm run chaos -- storm --minutes 30`. */
const SIZES = ['--minutes', '0.1', '--rate', '3', '--replicas', '2', '--pause', '3'];

interface Gust {
  readonly code: unknown;
  readonly text: string;
}

async function run(engine: TestEngineName): Promise<Gust> {
  const env = { ...process.env, SEED: String(seed), NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [PROGRAM, 'storm', '--engine', engine, ...SIZES], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, text };
}

const figure = (text: string, name: string): number => Number(new RegExp(`^${name} +(\\d+)`, 'm').exec(text)?.[1]);

describeOneEngine(
  'kills, pauses, restarts, wrong clocks and faults at random under a steady load (scenarios D4, D5 and R1)',
  (engine) => {
    it('loses nothing, does nothing twice, and ends as the service says', async () => {
      process.stderr.write(`storm: SEED=${seed}\n`);
      const { code, text } = await run(engine);
      expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('\n0 violations') });
      expect(figure(text, 'processes killed')).toBeGreaterThan(0);
    }, 600_000);
  },
);
