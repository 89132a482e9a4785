import { describe, expect, it } from '@jest/globals';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import TestSequencer, { BEGUN_EARLY } from './test-sequencer.mjs';

const pathOf = (spec: string): string => join(process.cwd(), `${spec}.spec.ts`);
const testOf = (spec: string) => ({
  path: pathOf(spec),
  context: {
    config: { id: 'none', cacheDirectory: '/nowhere' },
    hasteFS: { getSize: (path: string) => statSync(path).size },
  },
});

describe('the order of spec files', () => {
  it('begins with those that are short and take long; of the others the largest come first', () => {
    expect(BEGUN_EARLY.filter((each) => !existsSync(pathOf(each)))).toEqual([]);
    const others = ['test/support/engines', 'test/support/test-sequencer', 'test/chaos/named-faults'];
    const [first, ...rest] = new TestSequencer({ contexts: [], globalConfig: {} }).sort(
      [...others, BEGUN_EARLY[0]!].map(testOf),
    );
    expect(first!.path).toBe(pathOf(BEGUN_EARLY[0]!));
    const sizes = rest.map(({ path }) => statSync(path).size);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });
});
