import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import type { DashboardRole } from 'tillbridge/dashboard';
import { BATCH_MOVES } from '../../src/dashboard/batches/batches.controller.js';
import { EFFECT_ACTIONS } from '../../src/dashboard/notifications/effect-actions.js';
import { REPLAY_MOVES } from '../../src/dashboard/notifications/notification-states.js';
import { ORDER_ACTIONS } from '../../src/dashboard/orders/order-actions.js';
import { LANE_MOVES } from '../../src/dashboard/refunds/refunds.controller.js';
import { REFUND_ACTIONS } from '../../src/dashboard/refunds/refund-actions.js';
import { FormToken } from '../../src/pages/form-token.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { tillbridgeEntities } from '../../src/shop/tillbridge.entities.js';
import { describeOneEngine } from '../support/engines.js';
import { dashboardForms, dashboardRoutes } from './support/dashboard-routes.js';
import { DashboardStage } from './support/dashboard-stage.js';

const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');
const UP_TO_FIFTY: DashboardRole = { refundUpTo: [eur(5_000)] };

/** The actions of each route that has several. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  '/orders/order/:action': Object.keys(ORDER_ACTIONS),
  '/refunds/:id/:action': Object.keys(REFUND_ACTIONS),
  '/refunds/lanes/:group/:action': Object.keys(LANE_MOVES),
  '/refunds/batches/:id/:move': BATCH_MOVES,
  '/notifications/effects/:id/:action': EFFECT_ACTIONS,
  '/notifications/effects/all/:action': REPLAY_MOVES,
  '/notifications/all/:state/:action': REPLAY_MOVES,
};

const forms = dashboardForms().filter(({ need }) => need !== 'nothing');
const actions = forms.map(({ route }) => route);

/** What stands in every table of the module. */
async function contents({ stage }: DashboardStage): Promise<string> {
  const { manager } = stage.shop.dataSource;
  return JSON.stringify(await Promise.all(tillbridgeEntities.map((entity) => manager.find<object>(entity))));
}

describe('what staff may do', () => {
  let dashboard: DashboardStage;
  let role: DashboardRole | undefined = 'read';
  beforeAll(async () => {
    dashboard = await DashboardStage.start({ dashboard: { role: () => Promise.resolve(role as DashboardRole) } });
    await dashboard.stage.paid('S1');
  });
  afterAll(() => dashboard.close());

  const send = (action: string): Promise<Response> => {
    const token = dashboard.stage.shop.app.get(FormToken, { strict: false }).of('ann');
    const path = action.replace(':state', 'parked').replace(':group', 'web').replace(/:\w+/g, 'S1');
    const form = { token, why: 'testing', amount: '1.00', key: 'k1', verdict: 'paid', group: 'web', sure: 'yes' };
    const query = action.startsWith('/orders') ? '?group=web&id=S1' : '?id=S1';
    return dashboard.fetch(path + query, 'ann', { method: 'POST', body: new URLSearchParams(form) });
  };

  it('is decided for every form of the dashboard, and for no other', () => {
    const routes = dashboardRoutes().filter(({ method }) => method === 'POST');
    expect(routes.flatMap(({ template, needs }) => (needs === undefined ? [template] : []))).toEqual([]);
    expect(routes.flatMap(({ template, needs }) => (needs === 'nothing' ? [template] : []))).toEqual(['/time-zone']);
    const named = routes.flatMap(({ template, needs }) =>
      typeof needs === 'object' ? [[template, Object.keys(needs.actions).sort()]] : [],
    );
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries(Object.entries(ACTIONS).map(([template, names]) => [template, [...names].sort()])),
    );
  });

  it('is nothing for those who only read: every form is refused, and written to the log', async () => {
    role = 'read';
    const before = await contents(dashboard);
    for (const action of actions) {
      const response = await send(action);
      expect([action, response.status]).toEqual([action, 403]);
      expect(await response.text()).toContain('You may not do this');
    }
    expect(await contents(dashboard)).toBe(before);
    const log = dashboard.stage.shop.logs.matching('Refused: "ann" (role "read") sent the form');
    expect(log).toHaveLength(actions.length);
    expect(log.join('\n')).toContain('/refunds/:id/decide');
  });

  it('is what concerns one order up to a limit, or everything, as the table says', async () => {
    for (const { route: action, need } of forms) {
      for (const [each, isAllowed] of [
        [UP_TO_FIFTY, need === 'refunds'],
        ['everything', true],
      ] as const) {
        role = each;
        const { status } = await send(action);
        expect([action, each, status === 403]).toEqual([action, each, !isAllowed]);
      }
    }
  });

  it('is shown: buttons that may not be pressed are not there, and who may press them is said', async () => {
    await dashboard.stage.paid('S2');
    const page = '/orders/order?group=web&id=S2';
    const seen: Record<string, string> = {};
    for (const each of ['read', UP_TO_FIFTY, 'everything'] as const) {
      role = each;
      seen[typeof each === 'string' ? each : 'limited'] = await dashboard.html(page);
    }
    expect(seen['read']).not.toContain('<form method="post"');
    expect(seen['read']).toContain('Refund an amount: only staff who may make refunds can do this.');
    expect(seen['limited']).toContain('/orders/order/refund?');
    expect(seen['limited']).toContain('You may refund at most €50.00 of this order in all.');
    expect(seen['limited']).not.toContain('/orders/order/erase?');
    expect(seen['limited']).toContain('Erase personal data: only staff with all rights can do this.');
    expect(seen['everything']).toContain('/orders/order/erase?');
    role = { refundUpTo: [Money.ofMinor(5_000, 'GBP')] };
    expect(await dashboard.html(page)).toContain('Your role has no limit in EUR');
    role = 'read';
    for (const path of ['/refunds', '/refunds/batches', '/notifications?state=parked', '/notifications/effects', '']) {
      expect([path, (await dashboard.html(path)).includes('<form method="post"')]).toEqual([path, false]);
    }
  });

  it.each([[undefined], [null], ['admin'], [{}], [{ refundUpTo: eur(1) }], [{ refundUpTo: [{ amount: '5' }] }]])(
    'is nothing at all, not even to look, where the shop gives no role: %j',
    async (given) => {
      role = given as unknown as DashboardRole;
      expect((await dashboard.fetch('/orders')).status).toBe(403);
      role = 'read';
    },
  );
});

describeOneEngine('the limit of a member of staff', (engine) => {
  let dashboard: DashboardStage;
  let role: DashboardRole = UP_TO_FIFTY;
  let orders = 0;
  let orderId = '';
  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine, dashboard: { role: () => role } });
  });
  afterAll(() => dashboard.close());
  beforeEach(async () => {
    role = UP_TO_FIFTY;
    orderId = `L-${(orders += 1)}`;
    await dashboard.stage.paid(orderId, 20_000, 'lost');
  });

  let keys = 0;
  const ask = async (amount: string, clerk: 'ann' | 'ben' = 'ann'): Promise<number> => {
    const token = dashboard.stage.shop.app.get(FormToken, { strict: false }).of(clerk);
    const form = { token, why: 'came back', amount, key: `k-${(keys += 1)}` };
    const path = `/orders/order/refund?${new URLSearchParams({ group: 'web', id: orderId })}`;
    return (await dashboard.fetch(path, clerk, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  const refunds = async (): Promise<RefundEntity[]> =>
    dashboard.stage.shop.dataSource.manager.find(RefundEntity, { where: { orderId }, order: { id: 'ASC' } });
  const amounts = async (): Promise<number[]> => (await refunds()).map(({ amount }) => amount);

  it('is for all that they have asked for of an order, so that it cannot be split', async () => {
    expect([await ask('50.01'), await ask('30.00'), await ask('30'), await ask('20,00'), await ask('0.01')]).toEqual([
      403, 303, 403, 303, 403,
    ]);
    expect(await amounts()).toEqual([3_000, 2_000]);
    expect(await ask('40.00', 'ben')).toBe(303);
  });

  it('holds when two forms come at once', async () => {
    const statuses = await Promise.all([ask('30.00'), ask('30.00'), ask('30.00')]);
    expect(statuses.sort()).toEqual([303, 403, 403]);
    expect(await amounts()).toEqual([3_000]);
  });

  it('counts what was asked for with another role, and after the names on the refunds are erased', async () => {
    role = 'everything';
    expect(await ask('45.00')).toBe(303);
    role = UP_TO_FIFTY;
    await dashboard.stage.shop.dataSource.manager.update(RefundEntity, { orderId }, { askedBy: null });
    expect([await ask('5.01'), await ask('5.00')]).toEqual([403, 303]);
  });

  it('does not count what was cancelled', async () => {
    expect(await ask('50.00')).toBe(303);
    const [refund] = await refunds();
    await dashboard.stage.shop.payments.refunds.cancel(refund!.id, { by: 'ann', why: 'mistyped' });
    expect([await ask('50.00'), await ask('0.01')]).toEqual([303, 403]);
  });

  it('is nothing in a currency that it does not name', async () => {
    role = { refundUpTo: [Money.ofMinor(5_000, 'GBP')] };
    expect(await ask('0.01')).toBe(403);
    expect(await amounts()).toEqual([]);
  });
});
