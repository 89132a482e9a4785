import { Injectable, Module } from '@nestjs/common';
import { afterEach, expect, it } from '@jest/globals';
import { OnPayment } from 'tillbridge';
import { orderPath, wordsOf } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';

let dashboard: DashboardStage;
afterEach(async () => {
  const { dataSource } = dashboard.stage.shop;
  if (!dataSource.isInitialized) await dataSource.initialize();
  await dashboard.close();
});

it.each(['express', 'fastify'] as const)(
  'pages and forms that fail are answered with a page that says what to do, on %s',
  async (platform) => {
    dashboard = await DashboardStage.start({ platform });
    await dashboard.stage.paid('F-1');
    const token = await dashboard.tokenOf('ann');
    await dashboard.stage.shop.dataSource.destroy();
    const page = await dashboard.fetch('/orders');
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    const words = wordsOf(await page.text());
    expect(words).toContain('This page could not be shown');
    expect(words).toContain('docs/runbook.md');
    expect(words).not.toMatch(/SQL|connection|DataSource|statusCode/i);
    const form = await dashboard.send(orderPath('F-1', '/sync'), { token, why: 'the customer has called' });
    expect(form.status).toBe(500);
    expect(wordsOf(await form.text())).toContain('It is not known whether this was done: look before you repeat it.');
    expect(dashboard.stage.shop.logs.matching('of the dashboard failed').length).toBeGreaterThan(1);
    // What is refused is answered as before.
    expect((await dashboard.fetch('/orders', null)).status).toBeGreaterThan(400);
    expect((await dashboard.fetch('/no-such-page')).status).toBe(404);
  },
);

@Injectable()
class Stock {
  @OnPayment('completed', { name: 'reserve-stock' })
  reserve(): void {
    throw new Error('no such table: stock');
  }
}

@Module({ providers: [Stock] })
class StockModule {}

it('a form for which a handler of the shop fails says that it was not recorded, and who must know', async () => {
  dashboard = await DashboardStage.start({ dashboard: { imports: [StockModule] } });
  const paid = dashboard.stage.paid('F-2', 10_000, 'lost');
  await expect(paid).rejects.toThrow('no such table');
  const token = await dashboard.tokenOf('ann', orderPath('F-2'));
  const form = await dashboard.send(orderPath('F-2', '/sync'), { token, why: 'the customer has called' });
  const words = wordsOf(await form.text());
  expect(words).toContain(
    'This could not be recorded, because what the shop itself does for such a change (reserve-stock) fails.',
  );
  expect(words).toContain('docs/runbook.md#handler-fails');
  expect(words).not.toMatch(/It is not known|database|stock table|no such/);
});
