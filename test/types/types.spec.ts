import { describe, expect, it } from '@jest/globals';
import { announcedErrors, compileAsShop } from './consumer.js';
import { EXAMPLES } from './examples.js';

const root = process.cwd();

describe('the types of the built package', () => {
  it('take what is right, and refuse mixed currencies, numbers as money and unknown groups, each line for its reason', () => {
    expect(compileAsShop(root, EXAMPLES)).toEqual(announcedErrors(EXAMPLES));
  });
});
