import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@nestjs/common';
import { TillbridgeWorkers, type TillbridgeOptions } from 'tillbridge';
import { tillbridgeEntities } from 'tillbridge/database';
import { ManualClock } from 'tillbridge/testing';
import { DataSource } from 'typeorm';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { Poller, PollRequests } from '../../../src/shop/polling/index.js';
import { PollWorker } from '../../../src/shop/polling/poll.worker.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import type { ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { CronStage, groupsWith, jobOf, scheduler } from './cron-stage.js';
import { addUnheardOrders } from './poll-rows.js';

const { start, closers } = new CronStage();

describe('a tick by cron', () => {
  const NEVER = '0 4 29 2 *';
  const unknown = json(404, { success: false, error_code: 1006, error_info: 'unknown' });

  /** A service that answers nothing until it is told to, and a shop whose jobs are fired by the test. */
  async function startOnSchedule(options: Partial<TillbridgeOptions> = {}, providers: Provider[] = []) {
    const service = await ScriptedService.start();
    closers.push(() => service.close());
    const answers: (() => void)[] = [];
    service.script(
      ...Array.from(
        { length: 9 },
        (): Reply =>
          (...asked) =>
            void answers.push(() => unknown(...asked)),
      ),
    );
    const calls = { callsPerSecond: 1, burst: 20, reservedCalls: 0 };
    const groups = groupsWith({ web: NEVER, till: NEVER }, service.url).map((group) => ({ ...group, calls }));
    const shop = await start(groups, { imports: scheduler, options, providers });
    const add = (...ids: string[]) =>
      addUnheardOrders(shop.dataSource, { ids, openedAt: () => Date.now() - 600_000, dueAt: () => Date.now() - 1_000 });
    const dueNow = async () => (await shop.payments.polling.status('web'))[0]!.dueNow;
    return { service, answers, shop, add, dueNow, fire: () => jobOf(shop).fireOnTick() };
  }

  it('wakes the poller, and not again while it is at work in this process (scenario P1)', async () => {
    const { service, answers, add, dueNow, fire } = await startOnSchedule();
    await add('A-1');
    void fire();
    await waitFor(() => answers.length === 1, { what: 'the order to be read' });
    await add('A-2');
    await fire();
    expect([service.calls.length, await dueNow()]).toEqual([1, 1]);
    answers[0]!();
    await waitFor(async () => {
      await fire();
      return answers.length === 2;
    });
    answers[1]!();
    expect(service.log).toEqual(['GET /v1/json/orders/A-1', 'GET /v1/json/orders/A-2']);
  });

  it('is the only one that wakes it, where work is done at all', async () => {
    const { service, answers, add, dueNow, fire, shop } = await startOnSchedule({ workers: 'off' });
    await add('A-1');
    await fire();
    expect([service.calls.length, await dueNow()]).toEqual([0, 1]);
    shop.app.get(TillbridgeWorkers).start();
    await shop.payments.polling.status();
    expect(service.calls).toHaveLength(0);
    void fire();
    await waitFor(() => answers.length === 1);
    answers[0]!();
  });

  it('is not waited for by a poll that someone asks for, but for the least gap between two (design §6)', async () => {
    const clock = new ManualClock(Date.now());
    const { service, answers, add, shop } = await startOnSchedule({ clock });
    await add('A-1', 'A-2');
    const { manager } = shop.dataSource;
    await manager.update(PollEntity, { group: 'web' }, { polledAt: clock.now(), dueAt: clock.now() + 86_400_000 });
    expect(await shop.app.get(PollRequests).bringForward('web', 'A-1')).toBe(true);
    clock.advance(9_999);
    // The group is awake meanwhile: what is due is read, and the one that was asked for is not.
    await add('B-1');
    await waitFor(() => answers.length === 1);
    answers[0]!();
    clock.advance(1);
    await waitFor(() => answers.length === 2);
    answers[1]!();
    expect(service.log).toEqual(['GET /v1/json/orders/B-1', 'GET /v1/json/orders/A-1']);
  });

  it('that fails is reported, and ends nothing but itself (scenario P2)', async () => {
    const { service, answers, add, shop, fire } = await startOnSchedule();
    await add('A-1');
    await shop.dataSource.query('ALTER TABLE tillbridge_poll RENAME TO away');
    await fire();
    await waitFor(() => shop.logs.matching('Tillbridge:Polling').some((line) => line.startsWith('error')));
    await shop.dataSource.query('ALTER TABLE away RENAME TO tillbridge_poll');
    await waitFor(async () => {
      await fire();
      return service.calls.length === 1;
    });
    answers[0]!();
  });

  it('that the host takes itself is waited for, too, and what it has not begun is let go', async () => {
    const { service, answers, shop, add } = await startOnSchedule({ workers: 'off' });
    await add(...Array.from({ length: 9 }, (_, index) => `C-${index}`));
    const ticked = shop.payments.polling.tick();
    await waitFor(() => answers.length > 0);
    let isStopped = false;
    const stopped = shop.app
      .get(Poller)
      .stop(60_000)
      .then(() => (isStopped = true));
    for (let step = 0; step < 100; step += 1) await nextTurn();
    expect(isStopped).toBe(false);
    const asked = service.calls.length;
    for (const answer of answers) answer();
    await stopped;
    const rows = await shop.dataSource.manager.find(PollEntity);
    expect(rows.filter(({ polledAt }) => polledAt > 0)).toHaveLength(asked);
    expect(rows.filter(({ leaseToken }) => leaseToken !== null)).toEqual([]);
    expect((await ticked).groups).toMatchObject([
      { group: 'web', calls: asked },
      { group: 'till', calls: 0 },
    ]);
    expect((await shop.payments.polling.tick()).groups).toMatchObject([{ calls: 0 }, { calls: 0 }]);
    expect(service.calls).toHaveLength(asked);
  });

  it('ends with the application: it is waited for, what it has not begun is let go, and none follows', async () => {
    const stopping: string[] = [];
    const hook = { provide: 'HOOK', useValue: { onModuleDestroy: () => void stopping.push('now') } };
    const { service, answers, shop, add, fire } = await startOnSchedule({}, [hook]);
    await add(...Array.from({ length: 6 }, (_, index) => `B-${index}`));
    const due = { openedAt: () => Date.now() - 600_000, dueAt: () => Date.now() - 1_000 };
    await addUnheardOrders(shop.dataSource, { group: 'till', ids: ['T-1'], ...due });
    void fire();
    await waitFor(() => answers.length > 0);
    // The scheduler may let go of its jobs before the module has ended its work.
    const job = jobOf(shop, 'till');
    const closed = shop.app.close();
    await waitFor(() => stopping.length > 0);
    await job.fireOnTick();
    expect(service.calls.some(({ url }) => url.includes('T-1'))).toBe(false);
    // It waits for them, and leaves no other one begun, nor claimed, however slow the database is to hear of it.
    const { rows } = shop.app.get(PollWorker);
    const giveBack = rows.release.bind(rows);
    rows.release = async (...given) => {
      for (let tick = 0; tick < 200; tick += 1) await nextTurn();
      await giveBack(...given);
    };
    const asked = service.calls.length;
    for (const answer of answers) answer();
    await closed;
    expect(service.calls).toHaveLength(asked);
    const polled = await readPolls(shop);
    expect(polled.filter(({ polledAt }) => polledAt > 0)).toHaveLength(asked);
    expect(polled.filter(({ leaseToken }) => leaseToken !== null)).toEqual([]);
  });
});

/** What the looks were left as; the shop is gone by then. */
async function readPolls(shop: ShopHost): Promise<PollEntity[]> {
  const dataSource = await new DataSource({ ...shop.database.options, entities: [...tillbridgeEntities] }).initialize();
  const rows = await dataSource.manager.find(PollEntity);
  await dataSource.destroy();
  return rows;
}
