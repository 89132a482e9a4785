import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertRows } from '../../src/database/engine/index.js';
import { OutboxEntity } from '../../src/shop/effects/index.js';
import { NotificationEntity } from '../../src/shop/notifications/index.js';
import { describeOneEngine } from '../support/engines.js';
import { RefundClerk } from '../shop/refunds/support/refund-clerk.js';
import { waitFor } from '../support/wait-for.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { orderPath as order, answerTo } from './support/clerk-forms.js';
import { setOrderScenes } from './support/order-scenes.js';
import type { Clerk } from './support/host-clerks.js';

const why = 'the customer has called';

describeOneEngine('what people do with orders and notifications on the dashboard', (engine) => {
  let dashboard: DashboardStage;

  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine });
    await setOrderScenes(dashboard);
  });
  afterAll(() => dashboard.close());

  const shop = () => dashboard.stage.shop;
  const payments = () => shop().payments;
  const send = (path: string, fields: Readonly<Record<string, string>>, clerk: Clerk = 'ann'): Promise<string> =>
    answerTo(dashboard, path, fields, clerk);
  const rowsOf = (html: string): string[] =>
    [...html.matchAll(/<th scope="row" class="c-id"><a [^>]*>([^<]+)</g)].map(([, id]) => id!);
  const textsOf = async (id: string) => (await payments().orders.timeline(id)).map(({ text }) => text);

  it('finds orders by search and by what they are', async () => {
    expect(rowsOf(await dashboard.html('/orders'))).toEqual(['S-1004', 'S-1003', 'S-1002', 'S-1001']);
    expect(rowsOf(await dashboard.html('/orders?search=S-1003'))).toEqual(['S-1003']);
    expect(rowsOf(await dashboard.html('/orders?attention=paid_twice&from=2026-01-15&to=2026-01-15'))).toContain(
      'S-1004',
    );
    expect(rowsOf(await dashboard.html('/orders?from=2026-01-16'))).toEqual([]);
    expect(rowsOf(await dashboard.html('/orders?status=partial_refunded&group=web'))).toEqual(['S-1003']);
  });

  it("finds an order by the shop's own reference, and shows it", async () => {
    const named = encodeURIComponent('<b>PO-77</b>');
    const list = await dashboard.html(`/orders?search=${named}`);
    expect(rowsOf(list)).toEqual(['S-1002']);
    for (const page of [list, await dashboard.html(order('S-1002'))]) {
      expect(page).toContain('&lt;b>PO-77&lt;/b>');
      expect(page).not.toContain('<b>PO-77');
    }
    expect(rowsOf(await dashboard.html(`/orders?search=${'x'.repeat(100)}`))).toEqual([]);
    expect(await dashboard.html(order('S-1001'))).not.toContain('Reference');
  });

  it.each(['#S-1003', 's-1003'])('finds an order where %s was typed', async (typed) => {
    expect(rowsOf(await dashboard.html(`/orders?search=${encodeURIComponent(typed)}`))).toEqual(['S-1003']);
  });

  it.each(['ann@example.org', '12.50', 'x-1003'])('says how to find an order for which %s was typed', async (typed) => {
    const page = await dashboard.html(`/orders?search=${encodeURIComponent(typed)}`);
    expect(page).toMatch(/E-mail addresses.*amount, day.*<a href="[^"]*\/orders">narrow down all orders/s);
    expect(await dashboard.html('/orders?from=2026-01-16')).toContain('show all orders');
  });

  it('answers odd addresses as well', async () => {
    const nul = Buffer.from(JSON.stringify([1, 'web', '\0'])).toString('base64url');
    const odd = [
      `status=odd&from=2026-02-31&attention=%27&group=%00&after=${nul}`,
      'search=%00%25&after=%00&before=%00',
      `search=${'x'.repeat(5_000)}&after=${nul}`,
    ];
    for (const query of odd) expect((await dashboard.fetch(`/orders?${query}`)).status).toBe(200);
    expect((await dashboard.fetch('/notifications?state=odd&after=%00')).status).toBe(200);
    for (const path of ['/orders/order?group=%00&id=%00', '/notifications/one?id=%00', '/notifications/one']) {
      expect((await dashboard.fetch(path)).status).toBe(404);
    }
    expect((await dashboard.send('/notifications/effects/%00/replay', { why })).status).toBeGreaterThanOrEqual(400);
  });

  it('shows what people wrote as text, and nothing that is plainly personal', async () => {
    for (const path of [
      '/orders',
      order('S-1002'),
      order('S-1004'),
      '/notifications?state=parked',
      '/notifications/effects',
    ]) {
      const html = await dashboard.html(path);
      expect(html).not.toMatch(/<script>document|ann\.jansen@/);
      expect(html).toContain('a***@example.org');
    }
    expect(await dashboard.html('/orders')).toContain('&lt;script>document.title');
  });

  it('says what an order is, and what happens next', async () => {
    expect(await dashboard.html(order('S-1002'))).toMatch(
      /begun to pay; nothing has been decided yet[^]*the service is asked/,
    );
    expect(await dashboard.html(order('S-1004'))).toMatch(/It is paid: €100\.00\.[^]*refund the surplus/);
    // The service cancels one that it has accepted, too.
    expect(await dashboard.html(order('S-1004'))).toContain(
      'You can cancel the refund as long as the money has not left.',
    );
    expect((await dashboard.fetch(order('NOBODY'))).status).toBe(404);
    expect((await dashboard.fetch('/orders/order')).status).toBe(404);
  });

  it('shows of its story the kind that is asked for', async () => {
    const reads = await dashboard.html(`${order('S-1004')}&kind=observations`);
    expect(reads).toMatch(/<details class="fold technical"[^>]* open/);
    expect(reads).toContain('Paid, according to a read by hand: the order changed');
    expect(reads).not.toContain('failed after 12 attempts');
    expect(await dashboard.html(order('S-1004'))).not.toMatch(/<details class="fold technical"[^>]* open/);
    const effects = await dashboard.html(`${order('S-1004')}&kind=effects`);
    expect(effects).toContain('Mailer.confirm failed after 12 attempts');
  });

  it('asks the service, and has seen to it, in the name of the user who does it', async () => {
    expect(await send(order('S-1004', '/sync'), { why }, 'ben')).toContain('It is paid.');
    expect(await send(order('S-1004', '/acknowledge'), { why })).toBe('The order is marked as handled.');
    expect(await payments().orders.find('S-1004')).toMatchObject({ attention: null });
    expect(await textsOf('S-1004')).toEqual(
      expect.arrayContaining([`Order synced by ben: ${why}`, `paid twice acknowledged by ann: ${why}`]),
    );
  });

  it('gives back exactly what was typed, once for each form', async () => {
    const key = `dashboard-${engine}`;
    const form = { amount: '12,50', key, why, reason: 'Mug broken' };
    expect(await send(order('S-1001', '/refund'), form, 'ben')).toContain('A refund of €12.50 is on record');
    expect(await send(order('S-1001', '/refund'), form, 'ben')).toContain('A refund of €12.50 is on record');
    const { items: refunds } = await payments().refunds.list({ orderId: 'S-1001' });
    expect(refunds).toMatchObject([{ askedBy: 'ben', reason: 'Mug broken', key }]);
    for (const amount of ['', '0', '-1', '1.999', '1e3', 'all', '1,000.00', '99999']) {
      expect(await send(order('S-1001', '/refund'), { amount, key: `${key}-${amount}`, why })).not.toContain(
        'on record',
      );
    }
    expect(await send(order('S-1001', '/refund'), { amount: '0', key: `${key}-zero`, why })).toContain(
      'not above zero',
    );
    expect((await payments().refunds.list({ orderId: 'S-1001' })).items).toHaveLength(1);
  });

  it('does nothing without a reason, without certainty, with the token of someone else, or without a login', async () => {
    const before = await payments().orders.timeline('S-1001');
    expect(await send(order('S-1001', '/erase'), { why: '  ', sure: 'yes' })).toContain('Nothing was done');
    expect(await send(order('S-1001', '/erase'), { why })).toContain('not confirmed');
    const token = await dashboard.tokenOf('ben', order('S-1001'));
    for (const action of ['/erase', '/sync', '/refund', '/acknowledge']) {
      const fields = { why, sure: 'yes', amount: '1', key: 'k', token };
      expect((await dashboard.send(order('S-1001', action), fields, 'ann')).status).toBe(403);
      const body = new URLSearchParams(fields);
      expect((await dashboard.fetch(order('S-1001', action), null, { method: 'POST', body })).status).toBe(401);
    }
    expect((await dashboard.send(order('S-1001', '/explode'), { why })).status).toBe(404);
    expect(await payments().orders.timeline('S-1001')).toEqual(before);
  });

  it('erases, and says what is kept', async () => {
    expect(await send(order('S-1002', '/erase'), { why, sure: 'yes' })).toContain('Kept for now: the payment pages');
    expect(await dashboard.html(order('S-1002'))).not.toContain('document.title');
  });

  it('replays a notification, and all of a state, and shows how far it has come', async () => {
    const [parked] = (await payments().notifications.list({ state: 'parked' })).items;
    const address = `/notifications/one/replay?id=${parked!.id}`;
    expect(await send(address, { why, back: '' })).toContain('will be applied again');
    expect(await dashboard.html(`/notifications/one?id=${parked!.id}`)).toContain('Replayed by ann');
    expect(await send(address, { why })).toContain('waits to be applied already');

    expect(await send('/notifications/all/unmatched/replay', { why }, 'ben')).toContain(
      'being queued to be applied again',
    );
    const page = () => dashboard.html('/notifications?state=unmatched');
    await waitFor(async () => (await page()).includes('All were checked.'));
    expect(await page()).toContain('2 checked: 2 put back to be applied');
    expect(await shop().dataSource.manager.countBy(NotificationEntity, { state: 'pending' })).toBe(3);
    expect(await send('/notifications/all/unmatched/stop', { why })).toContain('Nothing is being replayed');
    expect((await dashboard.send('/notifications/all/done/replay', { why })).status).toBe(404);
  });

  it('counts what was refused, and names it in plain words', async () => {
    const html = await dashboard.html('/notifications/refused');
    expect(html).toMatch(/the Auth header was malformed[^]*malformed[^]*<td class="c-status number">1</);
  });

  it('replays all failed tasks of one handler, shows how many there are before, and how far it has come', async () => {
    const { manager } = shop().dataSource;
    const [failed] = await payments().effects.failed();
    const row = await manager.findOneByOrFail(OutboxEntity, { id: failed!.id });
    const more = Array.from({ length: 120 }, (_, index) => ({ ...row, id: `${index}-all`, effect: 'Mailer.all' }));
    await insertRows(manager, OutboxEntity, more);
    const page = () => dashboard.html('/notifications/effects');
    expect(await page()).toMatch(/All failed tasks \(122\)[^]*Mailer\.all \(120\)/);
    const form = { why, effect: 'Mailer.all' };
    expect(await send('/notifications/effects/all/replay', form, 'ben')).toContain('being queued to be run again');
    await waitFor(async () => (await page()).includes('All were checked.'));
    expect(await page()).toMatch(/120 checked: 120 are run again\.[^]*By ben/);
    expect(await payments().effects.failedCounts()).toHaveLength(2);
    expect(await send('/notifications/effects/all/stop', { why })).toContain('Nothing is being replayed');
    expect((await dashboard.send('/notifications/effects/all/discard', { why })).status).toBe(404);
    await manager.delete(OutboxEntity, { effect: 'Mailer.all' });
  });

  it('replays and discards what was given up, once', async () => {
    const [first, second] = await payments().effects.failed();
    expect(await send(`/notifications/effects/${first!.id}/replay`, { why })).toContain('run once more');
    expect(await send(`/notifications/effects/${second!.id}/discard`, { why })).toContain('The task is discarded');
    expect(await send(`/notifications/effects/${second!.id}/discard`, { why })).toContain('Someone was faster');
    expect(await payments().effects.failed()).toEqual([]);
    expect(await dashboard.html('/notifications/effects')).toContain('No task has failed');
  });

  it('tells no one outside why money is given back, and keeps it for the staff', async () => {
    const secret = 'threatens to sue us';
    const orderId = `W-${engine}`;
    await dashboard.stage.paid(orderId);
    for (const [at, reason] of [' ', 'Mug broken'].entries()) {
      const form = { amount: `1.0${at}`, key: `why-${engine}-${at}`, reason, why: secret };
      for (let again = 0; again < 2; again += 1)
        expect(await send(order(orderId, '/refund'), form, 'ben')).toContain('is on record');
    }
    const { items: refunds } = await payments().refunds.list({ orderId });
    expect(refunds.map(({ reason }) => reason).toSorted()).toEqual(['Mug broken', 'Refund']);
    for (const { id } of refunds) {
      expect(await payments().refunds.decisions(id)).toMatchObject([{ decision: 'requested', by: 'ben', why: secret }]);
      expect(await dashboard.html(`/refunds/${id}`)).toMatch(/ben requested it[^]*threatens to sue us/);
    }
    expect(await textsOf(orderId)).toContain(`Refund of 1.00 EUR requested by ben: ${secret}`);
    await new RefundClerk(dashboard.stage).sent(orderId);
    const there = JSON.stringify(await payments().orders.fetch(orderId, { group: 'web' }));
    expect(there).toContain('Mug broken');
    expect(there).not.toContain(secret);
  });
});
