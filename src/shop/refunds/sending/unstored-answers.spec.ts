import { describe, expect, it } from '@jest/globals';
import { UnstoredAnswers } from './unstored-answers.js';

const SOON = 20;

describe('answers that the database did not take', () => {
  it('are stored once each, and one that is never taken keeps no other from it', async () => {
    const [answers, stored] = [new UnstoredAnswers(), [] as string[]];
    answers.add(() => Promise.reject(new Error('not taken')));
    for (const each of ['A', 'B']) answers.add(async () => stored.push(each));
    for (let round = 0; round < 3; round += 1) await answers.storeSome(SOON);
    expect(stored).toEqual(['A', 'B']);
  });

  it('hold up nothing while one waits for a lock, and are not stored twice meanwhile', async () => {
    const answers = new UnstoredAnswers();
    let begun = 0;
    let free: (value: unknown) => void = () => undefined;
    answers.add(() => {
      begun += 1;
      return new Promise((resolve) => {
        free = resolve;
      });
    });
    for (let round = 0; round < 3; round += 1) await answers.storeSome(SOON);
    free(null);
    await answers.storeSome(SOON);
    expect(begun).toBe(1);
  });
});
