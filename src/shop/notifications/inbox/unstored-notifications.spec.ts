import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnstoredNotifications } from './unstored-notifications.js';

describe('notifications that are not stored', () => {
  let now = 0;
  let unstored: UnstoredNotifications;
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    [now, unstored] = [0, new UnstoredNotifications()];
  });
  afterEach(() => void jest.restoreAllMocks());

  const fail = () => expect(unstored.watch(Promise.reject(new Error('no room')))).rejects.toThrow('no room');

  it('are none at first, and while they are stored', async () => {
    expect(unstored.waitedMs).toBeNull();
    await unstored.watch(Promise.resolve());
    expect(unstored.waitedMs).toBeNull();
  });

  it('have waited since the first, until one is stored', async () => {
    await fail();
    now = 60_000;
    await fail();
    expect(unstored.waitedMs).toBe(60_000);
    await unstored.watch(Promise.resolve());
    expect(unstored.waitedMs).toBeNull();
  });

  it('have waited as long as the database gives no answer, and begin anew where others are stored', async () => {
    const answers: (() => void)[] = [];
    const storing = () => unstored.watch(new Promise<void>((resolve) => void answers.push(resolve)));
    const [first, second] = [storing(), storing()];
    now = 3_600_000;
    expect(unstored.waitedMs).toBe(3_600_000);
    answers[0]!();
    await first;
    now += 5_000;
    expect(unstored.waitedMs).toBe(5_000);
    answers[1]!();
    await second;
    expect(unstored.waitedMs).toBeNull();
  });

  it('are forgotten after five minutes: the service may have sent them to another process', async () => {
    await fail();
    now = 300_000;
    expect(unstored.waitedMs).toBeNull();
    await fail();
    now += 1_000;
    expect(unstored.waitedMs).toBe(1_000);
  });
});
