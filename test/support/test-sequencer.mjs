import Sequencer from '@jest/test-sequencer';

/**
 * Short files that take half a minute, most of it waiting. Without times of an earlier run Jest begins with the largest
 * files, and these would be the last ones, with the other workers idle.
 */
export const BEGUN_EARLY = ['test/chaos/queues', 'test/chaos/storm'];

const isEarly = ({ path }) => BEGUN_EARLY.some((each) => path.endsWith(`/${each}.spec.ts`));

/** Jest's own order, with a few exceptions. */
export default class TestSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isEarly), ...sorted.filter((each) => !isEarly(each))];
  }
}
