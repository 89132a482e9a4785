import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

/** Work that ends when the test calls `open`. */
function gate(): { open: () => void; work: () => Promise<void> } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, work: () => passed };
}

describe('a line of work', () => {
  it('does one thing at a time for a key, in order, and different keys side by side', async () => {
    const line = new KeyedMutex();
    const first = gate();
    const done: string[] = [];
    const note = (name: string, work = (): Promise<void> => Promise.resolve()) => work().then(() => done.push(name));
    const slow = line.run('a', () => note('a1', first.work));
    const next = line.run('a', () => note('a2'));
    await line.run('b', () => note('b1'));
    expect(done).toEqual(['b1']);
    first.open();
    await Promise.all([slow, next]);
    expect(done).toEqual(['b1', 'a1', 'a2']);
  });

  it('continues after a failure, which reaches only the caller', async () => {
    const line = new KeyedMutex();
    const failing = line.run('a', () => Promise.reject(new Error('broken')));
    const after = line.run('a', () => Promise.resolve('fine'));
    await expect(failing).rejects.toThrow('broken');
    expect(await after).toBe('fine');
  });

  it('is idle only once work that was added meanwhile is done too', async () => {
    const line = new KeyedMutex();
    const [first, second] = [gate(), gate()];
    let isIdle = false;
    void line.run('a', first.work);
    const idle = line.idle().then(() => (isIdle = true));
    void line.run('b', second.work);
    first.open();
    await line.run('c', () => Promise.resolve());
    expect(isIdle).toBe(false);
    second.open();
    await idle;
    expect(isIdle).toBe(true);
  });
});
