import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TimedLines } from '../../support/timed-lines.js';

const lines = new TimedLines();
const { note, watch, after } = lines;
const never = new Promise<never>(() => undefined);

// Its waits are those of the fake clock, too.
jest.unstable_mockModule('node:timers/promises', lines.timers);
const { KeptConnection } = await import('../../../src/shop/core/kept-connection.js');

beforeEach(() => {
  lines.begin();
  // Chance has a part in each pause.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a connection that is kept', () => {
  interface Client {
    readonly number: number;
    lose: (error?: Error) => void;
  }
  const clients: Client[] = [];
  let opening: () => Promise<unknown>;
  let probing: () => Promise<unknown>;
  let ending: () => Promise<unknown>;
  let kept: InstanceType<typeof KeptConnection<Client>>;

  beforeEach(() => {
    clients.length = 0;
    [opening, probing, ending] = [async () => undefined, async () => undefined, async () => undefined];
    kept = new KeptConnection<Client>({
      make: () => {
        clients.push({ number: clients.length + 1, lose: () => undefined });
        return clients.at(-1)!;
      },
      open: (client, lose) => {
        note(`client ${client.number} opens`);
        client.lose = lose;
        return opening();
      },
      probe: ({ number }) => {
        note(`client ${number} is asked`);
        return probing();
      },
      end: ({ number }) => {
        note(`client ${number} ends`);
        return ending();
      },
      changed: () => note(kept.isUp ? 'up' : 'down'),
    });
  });
  const use = (title: string, work: (client: Client) => Promise<unknown> = async () => undefined): void =>
    watch(
      title,
      kept.use(async (client) => {
        note(`${title} uses client ${client.number}`);
        return work(client);
      }),
    );
  const refusing = (why: string) => () => Promise.reject(new Error(why));
  const finish = async (): Promise<void> => {
    watch('close', kept.close());
    await after(3_000);
    use('too late');
    await after(10_000);
    note(`${jest.getTimerCount()} timer(s)`);
    expect(lines.text).toMatchSnapshot();
  };

  it('is made when it is needed, and asked now and then whether it still works', async () => {
    await after(5_000);
    use('one');
    use('another');
    await after(2_999);
    await after(1);
    await after(3_000);
    probing = () => never;
    await after(3_000);
    await after(2_999);
    await after(1);
    await after(5_000);
    probing = refusing('an answer all the same');
    use('a third');
    await after(6_000);
    await finish();
  });

  it('that cannot be had is tried again after a pause that grows', async () => {
    opening = refusing('refused');
    watch('keep', kept.keep());
    await after(99);
    use('meanwhile');
    await after(1);
    await after(9_900);
    opening = () => never;
    await after(500);
    await after(2_999);
    await after(1);
    opening = async () => undefined;
    await after(1_000);
    await after(9_999);
    clients.at(-1)!.lose();
    await after(1_000);
    await after(10_000);
    clients.at(-1)!.lose();
    await after(0);
    opening = refusing('refused anew');
    clients.at(-1)!.lose(new Error('gone'));
    await after(99);
    await finish();
  });

  it('that is not kept is not made anew by itself', async () => {
    opening = refusing('refused');
    use('one');
    await after(500);
    opening = async () => undefined;
    use('two');
    await after(0);
    clients[1]!.lose();
    clients[1]!.lose();
    clients[0]!.lose();
    await after(5_000);
    use('three', refusing('no such channel'));
    await after(0);
    use('four', () => never);
    await after(2_999);
    await after(1);
    await finish();
  });

  it('that is lost while it comes about', async () => {
    opening = async () => clients.at(-1)!.lose(new Error('at once'));
    use('one');
    await after(100);
    opening = () => new Promise(() => clients.at(-1)!.lose());
    use('two');
    await after(100);
    await finish();
  });

  it('is closed, however badly it ends', async () => {
    watch('keep', kept.keep());
    await after(0);
    ending = () => never;
    watch('close', kept.close());
    await after(799);
    await after(1);
    ending = refusing('it has ended already');
    clients[0]!.lose();
    await finish();
  });

  it('is closed while it comes about', async () => {
    opening = () => never;
    use('one');
    await after(0);
    await finish();
  });

  it('is closed during a pause', async () => {
    opening = refusing('refused');
    watch('keep', kept.keep());
    await after(50);
    await finish();
  });
});
