import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('work in single flight', () => {
  it('runs once for all callers that ask meanwhile, and again afterwards, also after a failure', async () => {
    const flights = new SingleFlight<number>();
    let times = 0;
    const work = async (): Promise<number> => {
      await tick();
      if ((times += 1) === 2) throw new Error('gone');
      return times;
    };
    expect(await Promise.all([flights.run('a', work), flights.run('a', work)])).toEqual([1, 1]);
    await expect(flights.run('a', work)).rejects.toThrow('gone');
    expect(await flights.run('a', work)).toBe(3);
  });
});
