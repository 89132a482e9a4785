import { describe, expect, it, jest } from '@jest/globals';
import { assert, asyncProperty, scheduler } from 'fast-check';
import { FifoGate } from './fifo-gate.js';

describe('the gate', () => {
  it('admits one at a time, in the order of asking, with any schedule', async () => {
    await assert(
      asyncProperty(scheduler(), async (s) => {
        const gate = new FifoGate();
        const order: number[] = [];
        let inside = 0;
        const visits = Array.from({ length: 8 }, async (_, visitor) => {
          const leave = await gate.enter(10_000);
          inside += 1;
          expect(inside).toBe(1);
          order.push(visitor);
          await s.schedule(Promise.resolve());
          inside -= 1;
          leave();
        });
        await s.waitFor(Promise.all(visits));
        expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      }),
    );
  });

  it('is not given back twice by one caller', async () => {
    const gate = new FifoGate();
    const leave = await gate.enter(1_000);
    const [second, third] = [gate.enter(1_000), gate.enter(1_000)];
    let isThirdIn = false;
    void third.then(() => (isThirdIn = true));
    leave();
    leave();
    const leaveSecond = await second;
    await new Promise(setImmediate);
    expect(isThirdIn).toBe(false);
    leaveSecond();
    (await third)();
  });

  it('ends the time limit of a caller that has been admitted', async () => {
    jest.useFakeTimers();
    const gate = new FifoGate();
    const leave = await gate.enter(50);
    const second = gate.enter(50);
    leave();
    const leaveSecond = await second;
    const third = gate.enter(1_000);
    jest.advanceTimersByTime(100);
    leaveSecond();
    // No timer is left: the third caller has been admitted.
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
    (await third)();
  });

  it('ends a wait that takes too long, and still admits the others', async () => {
    const gate = new FifoGate();
    const leave = await gate.enter(1_000);
    const impatient = gate.enter(5);
    const patient = gate.enter(10_000);
    await expect(impatient).rejects.toMatchObject({ code: 'GATE_TIMEOUT' });
    leave();
    (await patient)();
    (await gate.enter(1))();
  });
});
