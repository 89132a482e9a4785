import { describe, expect, it } from '@jest/globals';
import { otherSpellings } from './order-spellings.js';

describe('other spellings of an id', () => {
  it.each([
    ['S-1001', ['s-1001']],
    ['#s1', ['#S1', 's1', 'S1']],
    ['2026–10042', ['2026-10042']],
    ['\u{200B}2026-10042\u{FEFF}', ['2026-10042']],
    ['2026\u{A0}10042', ['2026 10042', '10042', '2026-10042', '202610042']],
    ['2026-10042', []],
    ['', []],
    ['#', []],
  ])('of %j', (text, others) => {
    expect(otherSpellings(text)).toEqual(others);
  });

  it('take the word that is most like an id, and none that is a number of something', () => {
    expect(otherSpellings('Hi, about order 2026-10042, of 30 mugs')).toContain('2026-10042');
    expect(otherSpellings('Hi, about order 2026-10042, of 30 mugs')).not.toContain('30');
    expect(otherSpellings('Ann Jansen')).toEqual(['ANN JANSEN', 'ann jansen']);
  });

  it('are few, whatever is typed', () => {
    expect(otherSpellings('A1b2 C3d4 E5f6').length).toBeLessThanOrEqual(14);
    expect(otherSpellings('A1b2 '.repeat(500)).length).toBeLessThanOrEqual(8);
  });
});
