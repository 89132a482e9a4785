import { beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { DashboardStage } from '../dashboard/support/dashboard-stage.js';
import { HOUR, MINUTE, type RefundStage } from '../shop/refunds/support/refund-stage.js';
import { describeServers } from '../support/engines.js';
import { isLongRun } from '../support/long-run.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { allAtOnce, HABITS, withHabit, withParsers, type ConnectionHabit } from './connection-habits.js';

const AS_IT_IS: ConnectionHabit = { title: 'as it is' };
const WHO = { by: 'ann', why: 'lunch' };
const PAGES = ['', '/orders', '/refunds', '/notifications', '/notifications/effects', '/refunds/batches', '/audit'];
const FILES = ['/orders/export.csv', '/refunds/export.csv', '/audit/export.csv'];
const pageOf = (id: string): string => `/orders/order?group=web&id=${id}`;

/** Payments, refunds of all origins, a decision of staff. */
async function business(stage: RefundStage): Promise<void> {
  const { payments, url, path } = stage.shop;
  const web = payments.group('web');
  await stage.paid('A');
  await stage.paid('B', 12_345_678);
  await stage.paid('C', 5_000, 'lost');
  await web.orders.create({
    orderId: 'D',
    amount: Money.ofMinor(700, 'EUR'),
    description: `Zwölf «Tassen» 🍵 '"\\`,
    redirectUrl: 'http://localhost:3000/return',
    notificationUrl: `${url}${path}/web`,
    customer: { email: 'an@example.org', first_name: 'Žofia', last_name: `\\O'Neil` },
  });
  await stage.service.sandbox.pay('D');
  await stage.shop.drain();
  const reason = 'A mug was broken';
  await web.refunds.request({ orderId: 'A', amount: Money.of('10.00', 'EUR'), reason, key: 'a' });
  await web.refunds.request({ orderId: 'B', amount: Money.of('1.00', 'EUR'), reason, key: 'b' });
  await stage.book({ orderId: 'C', amount: 300, tag: 'theirs' });
  await payments.refunds.pauseLane('web', WHO);
  await stage.pass(MINUTE);
  await payments.refunds.resumeLane('web', WHO);
  for (let minutes = 0; minutes < 20; minutes += 5) await stage.pass(5 * MINUTE);
  await stage.pass(24 * HOUR);
}

/** What staff and code read of it, without what differs in each run: ids, ports, milliseconds, calls that are left. */
async function readings(dashboard: DashboardStage): Promise<string[]> {
  const { stage } = dashboard;
  const { payments } = stage.shop;
  const read: unknown[] = [];
  for (const id of ['A', 'B', 'C', 'D'])
    read.push(await payments.orders.find(id), await payments.orders.timeline(id), stage.reportedFor(id));
  for (const path of [...PAGES, ...FILES, ...['A', 'B', 'C', 'D'].map(pageOf)]) read.push(await dashboard.html(path));
  const to = stage.clock.now();
  read.push(
    await payments.refunds.list(),
    await payments.refunds.lane('web'),
    await payments.refunds.remaining('A'),
    await payments.reconcile({ group: 'web', from: to - 48 * HOUR, to, ...WHO }),
    await payments.notifications.list(),
    await payments.orders.erase('D', WHO),
    await payments.orders.find('D'),
    stage.shop.handlers.seen.map(({ phase, event }) => `${phase} ${event.kind} ${event.orderId}`),
  );
  return JSON.stringify(read, null, 1)
    .replaceAll(/[\w-]{20,}|:\d{4,5}\b|\b\d{6,}\b/g, '…')
    .split(/\n|(?<=>)/)
    .filter((line) => !/class=.{1,2}(mark |bar)| m?s<.b>| of \d+ calls<.b>/.test(line));
}

describeServers('a host that has its connections its own way', (engine) => {
  let plain: string[];

  async function run(habit: ConnectionHabit): Promise<string[]> {
    const database = await createMigratedDatabase(engine);
    const options = withHabit(database.options, habit);
    try {
      return await withParsers(habit, async () => {
        const dashboard = await DashboardStage.start({ engine, groups: ['web'], database: { ...database, options } });
        try {
          await business(dashboard.stage);
          return await readings(dashboard);
        } finally {
          await dashboard.close();
        }
      });
    } finally {
      await database.drop();
    }
  }

  beforeAll(async () => {
    plain = await run(AS_IT_IS);
  });

  const habits = engine === 'sqlite' ? [] : HABITS[engine];
  it.each(isLongRun ? [AS_IT_IS, ...habits, allAtOnce(habits)] : [allAtOnce(habits)])('$title', async (habit) => {
    const lines = await run(habit);
    expect(lines.filter((line, index) => line !== plain[index])).toEqual([]);
    expect(lines).toHaveLength(plain.length);
  });
});
