import { beforeEach, describe, expect, it } from '@jest/globals';
import { EngineError } from '../../../database/engine/index.js';
import { UnstoredAnswers, type Answer } from './unstored-answers.js';

const SOON = 20;
const GIVEN_UP = { code: 'TRANSACTION_RETRIES_EXHAUSTED', message: 'It was given up.', advice: 'Wait.' } as const;
const AWAY = new EngineError({ ...GIVEN_UP, reason: 'connection-refused' });
/** A handler meets a lock each time: no try of it will succeed. */
const LOCKED = new EngineError({ ...GIVEN_UP, reason: 'lock-timeout' });

describe('answers that the database did not take', () => {
  let answers: UnstoredAnswers;
  const log: string[] = [];
  beforeEach(() => {
    answers = new UnstoredAnswers();
    log.length = 0;
  });

  /** An answer whose end fails so often, with this error. */
  const answer = (name: string, fails: number, error: unknown = AWAY): Answer => ({
    end: async () => {
      if ((fails -= 1) >= 0) throw error;
      log.push(`${name} ended`);
    },
    keep: async () => void log.push(`${name} kept`),
    failed: () => log.push(`${name} failed`),
  });

  it('are stored once each, and one that is never taken keeps no other from it', async () => {
    await expect(answers.store(answer('A', Infinity))).rejects.toBe(AWAY);
    await expect(answers.store(answer('B', 1))).rejects.toBe(AWAY);
    await answers.store(answer('C', 0));
    for (let round = 0; round < 3; round += 1) await answers.storeSome(SOON);
    expect(log).toEqual(['A failed', 'B failed', 'C ended', 'B ended']);
    await expect(answers.storeAll()).rejects.toBe(AWAY);
  });

  it('are kept alone where what follows from them fails, and not where the database is away', async () => {
    await answers.store(answer('A', 1, 'the books are closed'));
    await answers.store(answer('L', 1, LOCKED));
    await expect(answers.store(answer('B', 2))).rejects.toBe(AWAY);
    for (let round = 0; round < 3; round += 1) await answers.storeSome(SOON);
    expect(log).toEqual(['A failed', 'A kept', 'L failed', 'L kept', 'B failed', 'B ended']);
  });

  it('hold up nothing while one waits for a lock, and are not stored twice meanwhile', async () => {
    let free: () => void = () => undefined;
    const ends = [() => Promise.reject(AWAY), () => new Promise<void>((resolve) => (free = resolve))];
    let begun = 0;
    const end = (): Promise<void> => ends[begun++]!();
    await expect(answers.store({ ...answer('A', 0), end })).rejects.toBe(AWAY);
    for (let round = 0; round < 3; round += 1) await answers.storeSome(SOON);
    free();
    await answers.storeSome(SOON);
    expect(begun).toBe(2);
  });
});
