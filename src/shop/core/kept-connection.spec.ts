import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitFor } from '../../../test/support/wait-for.js';
import { KeptConnection } from './kept-connection.js';

interface Client {
  readonly number: number;
  readonly madeAt: number;
  /** What the package calls when the connection has ended. */
  lose: (error?: Error) => void;
}

describe('a connection that is kept', () => {
  const clients: Client[] = [];
  const ended: number[] = [];
  let probes: number;
  let changes: number;
  let opening: (client: Client) => Promise<unknown>;
  let ending: () => Promise<unknown>;
  let kept: KeptConnection<Client>;

  beforeEach(() => {
    for (const list of [clients, ended]) list.length = 0;
    [probes, changes] = [0, 0];
    opening = async () => undefined;
    ending = async () => undefined;
    kept = new KeptConnection({
      make() {
        const client = { number: clients.length + 1, madeAt: performance.now(), lose: (): void => undefined };
        clients.push(client);
        return client;
      },
      open(client, lose) {
        client.lose = lose;
        return opening(client);
      },
      probe: async () => (probes += 1),
      end(client) {
        ended.push(client.number);
        return ending();
      },
      changed: () => (changes += 1),
    });
  });
  afterEach(() => kept.close());

  const numberUsed = async (): Promise<number> => {
    let number = 0;
    await kept.use(async (client) => (number = client.number));
    return number;
  };
  const refusing = () => Promise.reject(new Error('refused'));

  it('is made when it is needed first, and once for all', async () => {
    await nextTurn();
    expect([clients.length, kept.isUp, changes]).toEqual([0, false, 0]);
    expect(await Promise.all([numberUsed(), numberUsed()])).toEqual([1, 1]);
    expect(await numberUsed()).toBe(1);
    expect([clients.length, kept.isUp, changes, ended]).toEqual([1, true, 1, []]);
  });

  it('keeps no process alive that has nothing else to do', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    expect(await numberUsed()).toBe(1);
    // A timer of an earlier test may have ended meanwhile.
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('stays when what is done with it fails', async () => {
    await expect(kept.use(async () => Promise.reject(new Error('no such channel')))).rejects.toThrow('no such channel');
    expect([kept.isUp, await numberUsed(), ended]).toEqual([true, 1, []]);
  });

  it('that cannot be had is the same failure for everyone until a pause is over', async () => {
    opening = refusing;
    await expect(numberUsed()).rejects.toThrow('refused');
    await expect(numberUsed()).rejects.toThrow('refused');
    expect([clients.length, ended, kept.isUp, changes]).toEqual([1, [1], false, 0]);
    opening = async () => undefined;
    await waitFor(() => numberUsed());
    expect([clients.length, kept.isUp]).toEqual([2, true]);
  });

  /** The gaps between the creations of clients, in milliseconds. */
  const gapsOf = async (number: number): Promise<number[]> => {
    await kept.keep();
    await waitFor(() => clients.length >= number);
    return clients.slice(1, number).map(({ madeAt }, index) => madeAt - clients[index]!.madeAt);
  };
  /** A timer may be early by a millisecond. */
  const areAtLeast = (gaps: readonly number[], least: readonly number[]) =>
    expect(gaps.map((gap, index) => gap >= least[index]! - 2)).toEqual(least.map(() => true));

  it('is waited for longer after each failure', async () => {
    opening = refusing;
    areAtLeast(await gapsOf(4), [100, 200, 400]);
  });

  it('that ends as soon as it is there is made anew at growing gaps, and at once when it was there for a while', async () => {
    opening = async ({ lose }) => void setImmediate(lose);
    areAtLeast(await gapsOf(4), [0, 200, 400]);
    opening = async () => undefined;
    await waitFor(() => kept.isUp);
    const [number, now] = [clients.length, performance.now()];
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 10_000);
    clients.at(-1)!.lose();
    clock.mockRestore();
    expect(clients).toHaveLength(number + 1);
    expect(await numberUsed()).toBe(number + 1);
  });

  it('that is lost is ended, and made anew when it is needed', async () => {
    await numberUsed();
    clients[0]!.lose(new Error('the server has gone'));
    clients[0]!.lose();
    expect([kept.isUp, changes, ended]).toEqual([false, 2, [1]]);
    await nextTurn();
    expect(clients).toHaveLength(1);
    expect(await numberUsed()).toBe(2);
    // A second end of the first client changes nothing.
    clients[0]!.lose();
    expect([kept.isUp, changes]).toEqual([true, 3]);
  });

  it('that is lost is made anew at once where it is to be kept', async () => {
    await kept.keep();
    expect(clients).toHaveLength(1);
    clients[0]!.lose();
    await waitFor(() => kept.isUp);
    expect([clients.length, ended]).toEqual([2, [1]]);
  });

  it('is not there when it was lost while it came about', async () => {
    opening = async ({ lose }) => lose(new Error('gone already'));
    await expect(numberUsed()).rejects.toThrow('gone already');
    opening = ({ lose }) => new Promise(() => lose());
    await waitFor(async () => numberUsed().catch((error: Error) => error.message === 'the connection has ended'));
    expect([kept.isUp, changes]).toEqual([false, 0]);
    expect(new Set(ended)).toEqual(new Set([1, 2]));
  });

  it('is closed for good, however badly it ends', async () => {
    await kept.keep();
    ending = refusing;
    await kept.close();
    expect([kept.isUp, ended]).toEqual([false, [1]]);
    await expect(numberUsed()).rejects.toThrow('the bus is closed');
    clients[0]!.lose();
    await nextTurn();
    expect(clients).toHaveLength(1);
  });

  it('is closed while it comes about', async () => {
    opening = () => new Promise(() => undefined);
    const using = numberUsed();
    using.catch(() => undefined);
    await kept.close();
    await expect(using).rejects.toThrow('the bus is closed');
    expect([kept.isUp, ended]).toEqual([false, [1]]);
  });

  it('is asked whether it still works, and given up when it says nothing for seconds', async () => {
    await numberUsed();
    await expect(kept.use(() => new Promise(() => undefined))).rejects.toThrow('the server does not answer');
    expect([kept.isUp, ended]).toEqual([false, [1]]);
    await numberUsed();
    await waitFor(() => probes >= 1);
    expect(kept.isUp).toBe(true);
  }, 20_000);
});
