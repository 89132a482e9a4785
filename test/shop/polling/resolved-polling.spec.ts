import { expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { Transactions } from '../../../src/database/engine/index.js';
import { DueGroups } from '../../../src/shop/polling/due-groups.js';
import { PollScheduler } from '../../../src/shop/polling/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine } from '../../support/engines.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { merchant } from '../payments/resolved-stage.js';
import { CronStage } from './cron-stage.js';
import { addUnheardOrders } from './poll-rows.js';

const START = Date.UTC(2026, 0, 15, 12);
const FOUR = Date.UTC(2026, 0, 16, 4);
const LEASE_MS = 30_000;
const MERCHANTS = 300;

const paid: Reply = (response, call) => {
  const orderId = /orders\/([^/?]+)/.exec(call.url)![1]!;
  const data = orderBody({ orderId, amount: 1250, at: START, status: 'completed' });
  json(200, { success: true, data })(response, call);
};

describeOneEngine('polls of groups that are found at run time', (engine) => {
  const stage = new CronStage();

  it('keep to the schedule of their group, without a scheduler of the host', async () => {
    const clock = new ManualClock(START);
    const service = await ScriptedService.start();
    stage.closers.push(() => service.close());
    const polling = { cron: '0 4 * * *' };
    const resolveGroup = (name: string) => merchant(name, { baseUrl: service.url, polling });
    const shop = await stage.start([], { engine, options: { clock, workers: 'off', resolveGroup } });
    const polls = shop.app.get(PollScheduler);
    const anna = await shop.payments.groups.resolve('anna');
    const times = { openedAt: () => START - 60_000, dueAt: () => START };
    await addUnheardOrders(shop.dataSource, { group: 'anna', ids: ['A-1'], ...times });
    expect(await shop.payments.orders.settlesWithin('A-1')).toMatchObject({ at: FOUR + LEASE_MS });
    await polls.pollIfWanted(anna);
    clock.set(FOUR - 1);
    await polls.pollIfWanted(anna);
    expect(service.calls).toEqual([]);
    service.script(paid, paid);
    clock.set(FOUR);
    await polls.pollIfWanted(anna);
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true });
  });

  it('are looked for by one statement, however many groups there are', async () => {
    const resolveGroup = (name: string) =>
      merchant(name, { apiKeys: [canaryKey(name)], polling: name.endsWith('7') ? { cron: '0 4 * * *' } : {} });
    const shop = await stage.start([], { engine, options: { workers: 'off', resolveGroup } });
    const { groups } = shop.payments;
    for (let index = 0; index < MERCHANTS; index += 1) await groups.resolve(`merchant-${index}`);
    const now = Date.now();
    const times = { openedAt: () => now - 60_000, dueAt: () => now - 1 };
    await addUnheardOrders(shop.dataSource, { group: 'merchant-1', ids: ['A-1', 'A-2'], ...times });
    await addUnheardOrders(shop.dataSource, { group: 'merchant-8', ids: ['B-1'], ...times, dueAt: () => now + 1_000 });
    await addUnheardOrders(shop.dataSource, { group: 'merchant-7', ids: ['C-1'], ...times });
    await shop.dataSource.query("UPDATE tillbridge_poll SET asked_at = 1 WHERE group_name = 'merchant-7'");
    const due = new DueGroups(new Transactions(shop.dataSource));
    const scheduled = groups.all.filter(({ polling }) => polling.cron !== null);
    const others = groups.all.filter(({ polling }) => polling.cron === null);
    expect([...(await due.ofReads(scheduled, now))]).toEqual(['merchant-7']);
    const statements: string[] = [];
    const untap = tapStatements(shop.dataSource, { before: ({ sql }) => void statements.push(sql) });
    expect([...(await due.ofAll(others, now))]).toEqual(['merchant-1']);
    expect([...(await due.ofReads(scheduled, now + 1))]).toEqual(['merchant-7']);
    untap();
    // One for all, one for those with a schedule, and one for that of which a read is due already.
    expect(statements.filter((sql) => sql.includes('tillbridge_poll'))).toHaveLength(3);
  });
});
