import { expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { describeOneEngine } from '../support/engines.js';
import { isLongRun } from '../support/long-run.js';
import { figureIn, playTrial } from './support/play-trial.js';

/** `SEED=…` draws the same strikes. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
/** It keeps every other spec waiting: before a merge, processes are killed at chosen points instead (named-faults.spec.ts). */
const itInLongRun = isLongRun ? it : it.skip;
/** A gust; half an hour of it is `npm run chaos -- storm --minutes 30`. */
const SIZES = ['--minutes', '0.1', '--rate', '3', '--replicas', '2', '--pause', '3'];

describeOneEngine(
  'kills, pauses, restarts, wrong clocks and faults at random under a steady load (scenarios D4, D5 and R1)',
  (engine) => {
    itInLongRun(
      'loses nothing, does nothing twice, and ends as the service says',
      async () => {
        process.stderr.write(`storm: SEED=${seed}\n`);
        const { code, text } = await playTrial(seed, 'storm', '--engine', engine, ...SIZES);
        expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('\n0 violations') });
        expect(figureIn(text, 'processes killed')).toBeGreaterThan(0);
      },
      600_000,
    );
  },
);
