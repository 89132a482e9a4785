import { describe, expect, it } from '@jest/globals';
import { BoundedMap } from './bounded-map.js';

describe('a bounded map', () => {
  it('drops the entry that was not set for longest', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  it('keeps everything when a known key is set while it is full', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('b', 3);
    expect([...map.keys()]).toEqual(['a', 'b']);
  });
});
