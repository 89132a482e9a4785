import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { nameOfFile } from '../../src/dashboard/batches/checked-files.js';
import { ReplayRunsService } from '../../src/dashboard/notifications/replay-runs.service.js';
import { FormToken } from '../../src/pages/form-token.js';
import { DecisionEntity } from '../../src/shop/decisions/index.js';
import { OutboxEntity } from '../../src/shop/effects/index.js';
import { NotificationEntity } from '../../src/shop/notifications/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { waitFor } from '../support/wait-for.js';
import { dashboardForms } from './support/dashboard-routes.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { buyArticles, payTwice, setOrderScenes } from './support/order-scenes.js';

/** It writes nothing: the file is confirmed afterwards. */
const READS_ONLY: ReadonlySet<string> = new Set(['/refunds/batches/preview']);

describe('the audit of what people do', () => {
  let dashboard: DashboardStage;
  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await setOrderScenes(dashboard);
  });
  afterAll(() => dashboard.close());

  const manager = () => dashboard.stage.shop.dataSource.manager;
  const decided = (why: string): Promise<DecisionEntity[]> => manager().findBy(DecisionEntity, { why });
  const send = (path: string, form: Record<string, string>): Promise<Response> => {
    const token = dashboard.stage.shop.app.get(FormToken, { strict: false }).of('ann');
    return dashboard.fetch(path, 'ann', { method: 'POST', body: new URLSearchParams({ token, ...form }) });
  };
  const onOrder = (action: string, id = 'S-1004'): string => `/orders/order/${action}?group=web&id=${id}`;
  const idOf = async (entity: typeof RefundEntity | typeof OutboxEntity | typeof NotificationEntity, state: string) =>
    (await manager().findOneByOrFail(entity, { state } as never)).id;
  const csv = 'order id,amount,currency,reason,key\nS-1004,1.00,EUR,Late,b-1';
  const batchId = async (): Promise<string> =>
    (await dashboard.stage.shop.payments.refunds.batches.list()).items[0]!.id;

  /** How each form is sent, in this order; what is about a row finds one in the state that it needs. */
  const SENT: Readonly<Record<string, () => Promise<[string, object?]>>> = {
    '/orders/order/sync': async () => [onOrder('sync')],
    '/orders/order/acknowledge': async () => {
      await manager().update(PaymentOrderEntity, { orderId: 'S-1004' }, { attention: 'paid_twice' });
      return [onOrder('acknowledge')];
    },
    '/orders/order/refund': async () => [onOrder('refund'), { amount: '1.00', key: 'k-audit' }],
    '/orders/order/articles': async () => {
      await buyArticles(dashboard, 'S-ART');
      return [onOrder('articles', 'S-ART'), { 'article-1': 'yes', 'quantity-1': '1', key: 'k-articles' }];
    },
    '/orders/order/surplus': async () => {
      await payTwice(dashboard, 'S-TWICE');
      return [onOrder('surplus', 'S-TWICE'), { amount: '100.00', key: 'surplus-S-TWICE-0' }];
    },
    '/refunds/:id/cancel': async () => [
      `/refunds/${(await manager().findOneByOrFail(RefundEntity, { key: 'k-audit' })).id}/cancel`,
    ],
    '/refunds/:id/decide': async () => [
      `/refunds/${await idOf(RefundEntity, 'manual')}/decide`,
      { verdict: 'not-paid' },
    ],
    '/refunds/lanes/:group/pause': async () => ['/refunds/lanes/web/pause'],
    '/refunds/lanes/:group/resume': async () => ['/refunds/lanes/web/resume'],
    '/refunds/batches/confirm': async () => [
      '/refunds/batches/confirm',
      { group: 'web', key: 'audit.csv', csv, checked: await nameOfFile(csv) },
    ],
    '/refunds/batches/:id/pause': async () => [`/refunds/batches/${await batchId()}/pause`],
    '/refunds/batches/:id/resume': async () => [`/refunds/batches/${await batchId()}/resume`],
    '/refunds/batches/:id/stop': async () => [`/refunds/batches/${await batchId()}/stop`],
    '/notifications/one/replay': async () => [
      `/notifications/one/replay?id=${await idOf(NotificationEntity, 'unmatched')}`,
    ],
    '/notifications/effects/:id/replay': async () => [
      `/notifications/effects/${await idOf(OutboxEntity, 'dead')}/replay`,
    ],
    '/notifications/effects/:id/discard': async () => [
      `/notifications/effects/${await idOf(OutboxEntity, 'dead')}/discard`,
    ],
    '/orders/order/erase': async () => [onOrder('erase'), { sure: 'yes' }],
    '/notifications/all/:state/replay': async () => ['/notifications/all/parked/replay'],
    '/notifications/effects/all/replay': async () => ['/notifications/effects/all/replay'],
    '/notifications/effects/all/stop': async () => ['/notifications/effects/all/stop'],
    '/notifications/effects/retried/replay': async () => ['/notifications/effects/retried/replay'],
    '/notifications/all/:state/stop': async () => ['/notifications/all/parked/stop'],
  };

  it('has every form of the dashboard that writes', () => {
    expect(Object.keys(SENT).sort()).toEqual(
      dashboardForms()
        .flatMap(({ route, need }) => (need === 'nothing' || READS_ONLY.has(route) ? [] : [route]))
        .sort(),
    );
  });

  it.each(Object.entries(SENT).filter(([action]) => !/^\/notifications\/(effects\/)?(all|retried)/.test(action)))(
    'records %s with who and why, and shows it',
    async (action, prepared) => {
      const why = `because of ${action}`;
      const [path, form = {}] = await prepared();
      const response = await send(path, { why, ...form });
      expect([action, response.status, await decided(why)]).toEqual([
        action,
        303,
        [expect.objectContaining({ by: 'ann', why })],
      ]);
      expect(await dashboard.html('/audit')).toContain(why);
    },
  );

  it('records that all of a state are replayed, and that it is stopped', async () => {
    const runs = dashboard.stage.shop.app.get(ReplayRunsService, { strict: false });
    const stopping = jest.spyOn(runs, 'stop');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // The replay waits behind it, so that there is one to be stopped.
    const holding = dashboard.stage.shop.dataSource.transaction(() => held);
    expect((await send('/notifications/all/parked/replay', { why: 'shelf mended' })).status).toBe(303);
    const stopped = send('/notifications/all/parked/stop', { why: 'wrong shelf' });
    await waitFor(() => stopping.mock.calls.length === 1);
    release();
    await holding;
    expect((await stopped).status).toBe(303);
    expect(await decided('wrong shelf')).toEqual([
      expect.objectContaining({ by: 'ann', decision: 'stopped', about: 'notification' }),
    ]);
    await waitFor(() => runs.of('parked')?.ending !== null);
    expect((await send('/notifications/all/parked/replay', { why: 'shelf mended at last' })).status).toBe(303);
    const replayed = async (): Promise<DecisionEntity[]> =>
      (await Promise.all(['shelf mended', 'shelf mended at last'].map(decided))).flat();
    expect(await waitFor(async () => (await replayed())[0])).toMatchObject({ by: 'ann', decision: 'replayed' });
  });

  it('is narrowed down by person, kind and day, page by page, with all of it in the address', async () => {
    const day = 86_400_000;
    const start = Date.UTC(2026, 0, 1, 12);
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: `0190aaaa-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
      group: 'web',
      orderId: 'S-1001',
      about: 'order' as const,
      subjectId: null,
      subject: null,
      decision: index % 2 === 0 ? ('synced' as const) : ('acknowledged' as const),
      by: index < 58 ? 'cara' : 'Dirk <b>',
      why: `reason ${index} of ann.jansen@example.org`,
      decidedAt: start + Math.floor(index / 20) * day,
    }));
    await manager().insert(DecisionEntity, rows);
    const reasons = (html: string): number[] =>
      [...html.matchAll(/reason (\d+) of/g)].map(([, index]) => Number(index));
    const first = await dashboard.html('/audit?by=cara&kind=synced');
    expect(first).not.toContain('ann.jansen@example.org');
    const next = /rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect(next).toContain('by=cara');
    const second = await dashboard.html(next.slice(next.indexOf('/audit')));
    const expected = rows.map((_, index) => index).filter((index) => index % 2 === 0 && index < 58);
    expect([...reasons(first), ...reasons(second)]).toEqual(expected.reverse());
    const oneDay = reasons(await dashboard.html('/audit?from=2026-01-02&to=2026-01-02'));
    expect([oneDay.length, ...new Set(oneDay.map((index) => Math.floor(index / 20)))]).toEqual([20, 1]);
    expect(await dashboard.html('/audit?by=Dirk%20%3Cb%3E')).toContain('Dirk &lt;b>');
    expect(await dashboard.html('/audit?by=nobody')).toContain('Nothing matches');
    expect(await dashboard.html('/audit?by=%00&kind=nonsense&from=x&after=!')).toContain('t-audit');
  });
});
