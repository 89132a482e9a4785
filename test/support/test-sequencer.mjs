import Sequencer from '@jest/test-sequencer';

/**
 * Short files with half a minute behind them, in which they mostly wait. Where Jest has no times of an earlier run it begins the
 * largest files first, and these would be the last of all, with the other workers idle.
 */
export const BEGUN_EARLY = ['test/chaos/queues', 'test/chaos/storm'];

const isEarly = ({ path }) => BEGUN_EARLY.some((each) => path.endsWith(`/${each}.spec.ts`));

/** Jest's own order, but for a few. */
export default class TestSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isEarly), ...sorted.filter((each) => !isEarly(each))];
  }
}
