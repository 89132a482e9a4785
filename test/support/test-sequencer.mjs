import Sequencer from '@jest/test-sequencer';
import { LONG_SPECS } from '../../config/long-specs.mjs';

/** Behind the last long spec so much of the short ones is left, for the other workers. */
const LEFT_FOR_THE_END = 0.15;

const isLong = ({ path }) => LONG_SPECS.some((each) => path.endsWith(`/${each}.spec.ts`));

/**
 * Long specs, which mostly wait, spread among short ones, which keep a core busy. In the order of sizes, which Jest takes where it has
 * no times of an earlier run, long ones came together, and a single one was the last for half a minute.
 */
export default class TestSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const long = sorted.filter(isLong);
    const short = sorted.filter((test) => !isLong(test));
    const perLong = Math.floor((short.length * (1 - LEFT_FOR_THE_END)) / Math.max(1, long.length));
    return [
      ...long.flatMap((test, index) => [test, ...short.slice(index * perLong, (index + 1) * perLong)]),
      ...short.slice(long.length * perLong),
    ];
  }
}
