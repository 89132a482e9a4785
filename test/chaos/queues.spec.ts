import { expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { testEngines } from '../support/engines.js';
import { describeRedis } from '../support/redis.js';
import { figureIn, playTrial } from './support/play-trial.js';

/** `SEED=…` draws the same strikes. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
/** The least that shows anything; the whole of it is `npm run chaos -- queues`, which has an effect that ends its process, too. */
const STRIKES = ['--kills', '1', '--wipes', '1', '--restarts', '0', '--partitions', '1', '--longest', '1'];
const SIZES = [...STRIKES, '--workers', '1', '--rate', '3', '--poison', '0'];
/** Those that the trial knows, one of which is enough. */
const engine = (['postgres', 'mariadb'] as const).find((each) => testEngines().some(({ name }) => name === each));

describeRedis('effects in queues, while workers are killed and Redis is wiped, killed and cut off', () => {
  const test = engine === undefined ? it.skip : it;
  test('are neither lost nor run twice without need, and keep their order', async () => {
    process.stderr.write(`queues: SEED=${seed}\n`);
    const { code, text } = await playTrial(seed, 'queues', '--engine', engine!, ...SIZES);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('\n0 violations') });
    expect(figureIn(text, 'processes killed')).toBe(1);
    expect(figureIn(text, 'effects')).toBeGreaterThan(0);
  }, 180_000);
});
