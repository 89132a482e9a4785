import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Transactions } from '../../../src/database/engine/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { GroupPollQueue, type PollQueueParts } from '../../../src/shop/polling/group-poll-queue.js';
import { PollBackoff } from '../../../src/shop/polling/poll-backoff.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { PollWorker } from '../../../src/shop/polling/index.js';
import type { PollResult } from '../../../src/shop/polling/poll.worker.js';
import { WORK_LEASE_MS } from '../../../src/shop/workers/index.js';
import { describeOneEngine } from '../../support/engines.js';
import type { ShopHost } from '../../support/shop-host.js';
import { ListStage } from './list-stage.js';

const CLAIMED = 50;
const PLACES = 20;

describeOneEngine('the polls of a group', (engine) => {
  let stage: ListStage;
  let shop: ShopHost;

  beforeAll(async () => {
    stage = await ListStage.start();
    shop = await stage.shop(engine);
  });
  afterAll(async () => {
    await shop?.close();
    await stage?.close();
  });

  const queueOf = (most: number, other: Partial<PollQueueParts> = {}): GroupPollQueue => {
    const parts: PollQueueParts = {
      worker: shop.app.get(PollWorker),
      transactions: shop.app.get<Transactions>(TRANSACTIONS),
      clock: stage.clock,
      backoff: new PollBackoff(),
      onHeld: () => undefined,
      stopping: new AbortController().signal,
      ...other,
    };
    return new GroupPollQueue(stage.groupOf(shop), parts, most);
  };
  const held = (): Promise<number> => shop.count('tillbridge_poll WHERE lease_token IS NOT NULL');

  it('that were claimed and not begun for half of their lease are released, and are nobody’s until they are due again', async () => {
    const openedAt = stage.clock.now() - 10_000_000;
    const ids = Array.from({ length: CLAIMED }, (_, index) => `A-${index}`);
    await stage.addDue(
      shop,
      ids.map((id) => ({ id, openedAt, status: 'initialized' })),
    );
    const queue = queueOf(CLAIMED);
    expect(await queue.rows.claim(PLACES)).toHaveLength(PLACES);
    expect(await held()).toBe(CLAIMED);
    stage.clock.advance(WORK_LEASE_MS / 2);
    expect(await queue.rows.claim(PLACES)).toEqual([]);
    expect(await held()).toBe(PLACES);
    expect(await shop.count('tillbridge_poll WHERE attempts = 0')).toBe(CLAIMED - PLACES);
    // A second apart; the leases of those that were begun still last.
    stage.clock.advance(9_500);
    expect(await queue.rows.claim(PLACES)).toHaveLength(9);
  });

  it('go on to as many as were asked for after one that may have ended a process, which is polled by itself', async () => {
    await stage.clear(shop);
    const openedAt = stage.clock.now() - 10_000_000;
    const ids = Array.from({ length: 10 }, (_, index) => `B-${index}`);
    await stage.addDue(
      shop,
      ids.map((id) => ({ id, openedAt, status: 'initialized' })),
    );
    // It is the newest, so it is claimed with the first; attempts of which nothing is known: two, when it is claimed.
    const suspect = { dueAt: stage.clock.now(), attempts: 1 };
    await shop.dataSource.manager.update(PollEntity, { serviceOrderId: 'B-4' }, suspect);
    const queue = queueOf(5);
    const first = await queue.rows.claim(PLACES);
    expect(first.map(({ serviceOrderId }) => serviceOrderId)).toEqual(['B-4']);
    expect([await queue.rows.claim(PLACES), await held()]).toEqual([[], 1]);
    await queue.perform(first[0]!);
    expect(await queue.rows.claim(PLACES)).toHaveLength(4);
    expect(await queue.rows.claim(PLACES)).toEqual([]);
  });

  it('whose end could not be written have it written before more are claimed', async () => {
    await stage.clear(shop);
    await stage.addDue(shop, [{ id: 'L-1', openedAt: stage.clock.now() - 10_000_000, status: 'initialized' }]);
    const queue = queueOf(CLAIMED);
    const [late] = await queue.rows.claim(PLACES);
    queue.rows.unrecorded([late!]);
    expect([await held(), await queue.rows.claim(PLACES)]).toEqual([1, []]);
    expect(await held()).toBe(0);
  });

  it('are held back once after failures in a row of the service or the group, and go on with the first that was answered', async () => {
    const results: Pick<PollResult, 'blame' | 'asked'>[] = [];
    const reported: string[] = [];
    const worker: PollWorker = Object.create(shop.app.get(PollWorker));
    worker.poll = async () => ({ outcome: 'failed', error: `no. ${results.length}`, ...results.shift()! });
    const backoff = new PollBackoff();
    const queue = queueOf(CLAIMED, { worker, backoff, onHeld: (error) => reported.push(error) });
    const after = async (blame: PollResult['blame'], asked = true): Promise<[room: number, reported: number]> => {
      results.push({ blame, asked });
      await queue.perform(new PollEntity());
      return [backoff.room(stage.clock.now()), reported.length];
    };
    // What the order alone is to blame for was answered; where nothing was asked, nothing went well.
    const rounds = [
      [await after('service'), await after('held', false), await after('row'), await after('service')],
      [await after('held', false), await after(null, false), await after('service'), await after('service')],
      [await after(null), await after('group'), await after('group'), await after('absent')],
    ];
    expect(rounds).toEqual([
      [
        [Infinity, 0],
        [Infinity, 0],
        [Infinity, 0],
        [Infinity, 0],
      ],
      [
        [Infinity, 0],
        [Infinity, 0],
        [0, 1],
        [0, 1],
      ],
      [
        [Infinity, 1],
        [0, 2],
        [0, 2],
        [Infinity, 2],
      ],
    ]);
    expect(reported).toEqual(['no. 1', 'no. 1']);
    expect(queue.tally).toMatchObject({ failed: 12, calls: 9 });
  });
});
