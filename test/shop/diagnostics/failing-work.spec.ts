import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DiagnosticsService, OnPayment, type FailingWork } from 'tillbridge';
import { TillbridgeHealthIndicator, TillbridgeHealthModule } from 'tillbridge/health';
import { TillbridgeDashboardModule } from 'tillbridge/dashboard';
import { orderBody } from 'tillbridge/testing';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { clerkOf, ClerkGuard, cookieOf } from '../../dashboard/support/host-clerks.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

/** What is broken, and how often each handler was called. */
@Injectable()
class Warehouse {
  isBroken = true;
  secret = '';

  @OnPayment('completed', { name: 'reserve-stock' })
  reserve({ orderId }: { orderId: string }): void {
    if (this.isBroken && orderId.startsWith('stock')) throw new Error(`no table stock, for ${this.secret}`);
  }

  @OnPayment('completed', { name: 'confirm', after: 'commit' })
  confirm({ orderId }: { orderId: string }): void {
    if (this.isBroken && orderId.startsWith('mail')) throw new Error('mail server refused ann@example.org');
  }
}

describeEngines('a handler of the shop that fails', (engine) => {
  let shop: ShopHost;
  beforeAll(async () => {
    const dashboard = TillbridgeDashboardModule.forRoot({
      guard: ClerkGuard,
      user: (by: unknown) => clerkOf(by) ?? '',
    });
    shop = await startShop({ engine, imports: [TillbridgeHealthModule, dashboard], providers: [Warehouse] });
  });
  afterAll(() => shop.close());

  const failing = async () => (await shop.app.get(DiagnosticsService).read()).failing;
  const health = async () => (await shop.app.get(TillbridgeHealthIndicator).isHealthy('payments'))['payments'];
  const pageOf = async (path: string): Promise<string> => {
    const { name, value } = cookieOf('ann');
    const response = await fetch(`${shop.url}/payments/dashboard${path}`, { headers: { cookie: `${name}=${value}` } });
    return response.text();
  };
  /** Sends a form, with the token of a page that has one. */
  const send = async (path: string, page: string): Promise<void> => {
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
    const { name, value } = cookieOf('ann');
    const body = new URLSearchParams({ token, why: 'the cause is corrected' });
    const headers = { cookie: `${name}=${value}` };
    const sent = { method: 'POST', headers, body, redirect: 'manual' as const };
    expect((await fetch(`${shop.url}/payments/dashboard${path}`, sent)).status).toBe(303);
  };
  const paid = async (orderId: string) => {
    await shop.addOrder(orderId);
    const body = orderBody({ orderId, status: 'completed', amount: 1250, at: Date.now() });
    expect((await shop.notify({ orderId, body })).status).toBe(200);
  };

  it('is known while it is tried again, by name, with its error, and no longer once it is corrected', async () => {
    const warehouse = shop.app.get(Warehouse);
    warehouse.secret = shop.key;
    const since = Date.now() - 1_000;
    for (const orderId of ['stock-1', 'stock-2', 'mail-1', 'well-1']) await paid(orderId);
    let seen: readonly FailingWork[] = [];
    const isAll = async (): Promise<boolean> => {
      seen = await failing();
      return seen.reduce((sum, { count }) => sum + count, 0) === 3;
    };
    await waitFor(isAll, { what: 'all three to fail again' });
    expect(seen).toMatchObject([
      { work: 'notification', handler: 'reserve-stock', count: 2, orderId: 'stock-1' },
      { work: 'effect', handler: 'confirm', count: 1, orderId: 'mail-1' },
    ]);
    expect(seen[0]!.lastError).toMatch(/^handler reserve-stock: Error: no table stock, for /);
    expect(JSON.stringify(seen)).not.toContain(shop.key);
    expect(seen[1]!.lastError).toBe('Error: mail server refused a***@example.org');
    for (const each of seen) {
      expect(each.attempts).toBeGreaterThanOrEqual(3);
      expect(each.since).toBeGreaterThan(since);
      expect(each.nextTryAt).toBeLessThan(Date.now() + 60_000);
    }
    expect(await health()).toMatchObject({
      status: 'degraded',
      findings: [{ problem: 'work_failing', value: 3, limit: 0, runbook: 'docs/runbook.md#handler-fails' }],
    });
    expect(JSON.stringify(await health())).not.toMatch(/stock|mail/);
    const order = await pageOf('/orders/order?group=web&id=stock-1');
    expect(order).toContain('and it may be paid: what the service reported last has not been applied');
    expect(order).toContain('could not be applied yet, and is tried again: handler reserve-stock: Error: no table');
    expect(await pageOf('/orders/order?group=web&id=mail-1')).toContain(
      'A task of the shop fails, which is tried again',
    );
    const timeline = await shop.payments.orders.timeline('mail-1');
    expect(timeline.map(({ text }) => text)).toContain(
      'confirm queued to run after the change, failed, and is tried again: Error: mail server refused a***@example.org',
    );
    const page = await pageOf('');
    expect(page).toMatch(
      /state=pending">2 notifications cannot be applied and are tried again<[^]*reserve-stock: Error: /,
    );
    expect(page).toMatch(/effects">1 task of the shop fails and is tried again<[^]*confirm: Error: mail server/);
    expect(page).not.toContain(shop.key);
    const tasks = await pageOf('/notifications/effects');
    expect(tasks).toMatch(
      /Fail and are tried again<[^]*confirm: 1 task<[^]*Error: mail server refused a\*\*\*@example.org/,
    );
    warehouse.isBroken = false;
    // As of a handler that has failed for a while: by itself it would be tried in ten minutes.
    const far = Date.now() + 600_000;
    for (const entity of [NotificationEntity, OutboxEntity])
      await shop.dataSource.manager.update(entity, { state: 'pending' }, { dueAt: far, leaseToken: null });
    await send('/notifications/all/pending/replay', tasks);
    await send('/notifications/effects/retried/replay', tasks);
    await waitFor(async () => (await failing()).length === 0, { what: 'nothing to fail' });
    expect(await health()).toMatchObject({ status: 'up', findings: [] });
    const ended = { state: 'done' as const, orderId: 'mail-1', effect: 'confirm' };
    await waitFor(() => shop.dataSource.manager.existsBy(OutboxEntity, ended), { what: 'the mail to be sent' });
  });
});
