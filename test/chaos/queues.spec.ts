import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { testEngines } from '../support/engines.js';
import { describeRedis } from '../support/redis.js';

/** `SEED=…` draws the same strikes. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const PROGRAM = join(process.cwd(), 'test/chaos/run.mjs');
/** A few of each; the whole of it is `npm run chaos -- queues`, which has an effect that ends its process, too. */
const STRIKES = ['--kills', '2', '--wipes', '1', '--restarts', '1', '--partitions', '1', '--longest', '1'];
const SIZES = [...STRIKES, '--workers', '2', '--rate', '5', '--poison', '0'];
/** Those that the trial knows, one of which is enough. */
const engine = (['postgres', 'mariadb'] as const).find((each) => testEngines().some(({ name }) => name === each));

interface Ending {
  readonly code: unknown;
  readonly text: string;
}

async function run(name: string): Promise<Ending> {
  const env = { ...process.env, SEED: String(seed), NODE_OPTIONS: '', TILLBRIDGE_RECORD: '' };
  const child = spawn(process.execPath, [PROGRAM, 'queues', '--engine', name, ...SIZES], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, text };
}

const figure = (text: string, name: string): number => Number(new RegExp(`^${name} +(\\d+)`, 'm').exec(text)?.[1]);

describeRedis('effects in queues, while workers are killed and Redis is wiped, killed and cut off', () => {
  const test = engine === undefined ? it.skip : it;
  test('are neither lost nor run twice without need, and keep their order', async () => {
    process.stderr.write(`queues: SEED=${seed}\n`);
    const { code, text } = await run(engine!);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('\n0 violations') });
    expect(figure(text, 'processes killed')).toBe(2);
    expect(figure(text, 'effects')).toBeGreaterThan(0);
  }, 180_000);
});
