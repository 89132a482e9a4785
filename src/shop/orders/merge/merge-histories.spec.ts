import { expect, it } from '@jest/globals';
import { drawnHistory } from '../../../../test/support/drawn-histories.js';

/** Seeds of histories, each of which shows something that the others do not. */
const SEEDS: readonly number[] = [
  1, 2, 5, 6, 9, 10, 11, 13, 14, 16, 17, 21, 27, 28, 32, 40, 41, 46, 47, 51, 56, 57, 63, 64, 77, 82, 90, 91, 93, 95, 97,
  101, 104, 106, 107, 113, 114, 117, 118, 131, 146, 150, 151, 159, 160, 162, 174, 180, 188, 193, 237, 248, 262, 269,
  292, 304, 319, 322, 362, 373, 391, 417, 445, 451, 457, 463, 490, 499, 525, 573, 690, 699, 705, 802, 809, 823, 979,
  1126, 1177,
];

it('what becomes of orders that are seen several times', () => {
  expect(SEEDS.flatMap(drawnHistory).join('\n')).toMatchSnapshot();
});
