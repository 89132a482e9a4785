import { describe, expect, it } from '@jest/globals';
import { nearestName } from './nearest-name.js';

const KNOWN = ['terminalGroups', 'timeZone', 'workers', 'effects'];

describe('nearestName', () => {
  it.each([
    ['timezone', 'timeZone'],
    ['terminalGroup', 'terminalGroups'],
    ['worksers', 'workers'],
    ['efects', 'effects'],
    ['', null],
    ['polling', null],
  ])('of %j is %j', (name, nearest) => {
    expect(nearestName(name, KNOWN)).toBe(nearest);
  });

  it('is none where nothing is known', () => {
    expect(nearestName('workers', [])).toBeNull();
  });
});
