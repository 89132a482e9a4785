import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FormToken } from '../../src/pages/form-token.js';
import { tillbridgeEntities } from '../../src/shop/tillbridge.entities.js';
import { dashboardRoutes } from './support/dashboard-routes.js';
import { DashboardStage } from './support/dashboard-stage.js';

/** What stands in every table of the module. */
async function contents(stage: DashboardStage): Promise<string> {
  const { manager } = stage.stage.shop.dataSource;
  const tables = await Promise.all(tillbridgeEntities.map((entity) => manager.find<object>(entity)));
  return JSON.stringify(tables);
}

const FORM = { why: 'testing', by: 'mallory', amount: '12.50', verdict: 'paid', key: 'k1', group: 'web' };

describe('what is sent to the dashboard', () => {
  const routes = dashboardRoutes();
  const posts = routes.filter(({ method }) => method === 'POST');
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start();
    await stage.stage.shop.addOrder('S1');
  });
  afterAll(() => stage.close());

  const send = (path: string, token: string | null, clerk: 'ann' | 'ben' | null = 'ann'): Promise<Response> => {
    const body = new URLSearchParams({ ...FORM, ...(token !== null && { token }) });
    return stage.fetch(path, clerk, { method: 'POST', body });
  };
  const tokenOf = (user: string): string => stage.stage.shop.app.get(FormToken, { strict: false }).of(user);

  it('has routes to be tried', () => {
    expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(['', '/settings', '/events', '/refunds']));
    expect(posts.length).toBeGreaterThan(0);
  });

  it('is refused on every route, whatever it is, to users who have not logged in', async () => {
    const before = await contents(stage);
    for (const { method, path } of routes) {
      const body = method === 'POST' ? new URLSearchParams({ ...FORM, token: tokenOf('ann') }) : null;
      const response = await stage.fetch(path, null, { method, body });
      expect({ method, path, status: response.status }).toEqual({ method, path, status: 401 });
      expect(await response.text()).not.toContain('Tillbridge');
    }
    expect(await contents(stage)).toBe(before);
  });

  it('changes nothing without the token of the very user who sends it', async () => {
    const before = await contents(stage);
    const tokens = [null, '', 'guessed', tokenOf('ben'), `${tokenOf('ann')}x`, tokenOf('')];
    for (const { path } of posts) {
      for (const token of tokens) {
        const response = await send(path, token);
        // 404 where what the form is about is looked for first; in no case a way on.
        expect([403, 404]).toContain(response.status);
        await response.text();
      }
    }
    expect(await contents(stage)).toBe(before);
  });

  it('is done with that token alone, and recorded as done by that user, whatever the form says', async () => {
    const pause = '/refunds/lanes/web/pause';
    const refused = await send(pause, tokenOf('ben'));
    expect({ status: refused.status, text: await refused.text() }).toMatchObject({
      status: 403,
      text: expect.stringContaining('Nothing was changed.'),
    });
    expect(await stage.stage.shop.payments.group('web').refunds.lane()).toMatchObject({ state: 'idle' });
    expect((await send(pause, tokenOf('ann'))).status).toBe(303);
    expect(await stage.stage.shop.payments.group('web').refunds.lane()).toMatchObject({
      state: 'paused',
      pausedBy: 'ann',
    });
  });

  it.each([
    'https://example.org/',
    '//example.org',
    '/elsewhere',
    '/payments/dashboard2',
    '/payments/dashboard/\\x',
    'javascript:1',
    '/payments/dashboard/..',
    '/payments/dashboard/../../admin',
    '/payments/dashboard/orders/../../../admin?why=1',
    '/payments/dashboard/%2e%2e/%2E%2E/admin',
    '/payments/dashboard/%252e%252e/admin',
    '/payments/dashboard/..%2f..%2fadmin',
    '/payments/dashboard/..%5cadmin',
    '/payments/dashboard//example.org',
    '/payments/dashboard/%2f%2fexample.org',
    '/payments/dashboard/%0d%0aSet-Cookie:a=b',
    '/payments/dashboard/\r\nSet-Cookie: a=b',
    '/payments/dashboard/\t',
    '/payments/dashboard@example.org/',
  ])('never leads away from the dashboard: %s', async (back) => {
    const body = new URLSearchParams({ ...FORM, token: tokenOf('ann'), back });
    const response = await stage.fetch('/refunds/lanes/web/resume', 'ann', { method: 'POST', body });
    expect(response.headers.get('location')).toMatch(/^\/payments\/dashboard\/refunds\?flash=/);
  });

  it('is still there when it was refused, on the page of the very user who typed it, and nothing of it stands in an address', async () => {
    await stage.stage.paid('S2');
    const typed = { why: 'the customer "called"', reason: '<b>Mug</b>', amount: '12.x5' };
    const path = '/orders/order?group=web&id=S2';
    const back = `/payments/dashboard${path}`;
    const answer = await stage.send('/orders/order/refund?group=web&id=S2', { ...typed, key: 'k2', back });
    const location = answer.headers.get('location')!;
    const words = [location, Buffer.from(location.split('flash=')[1]!, 'base64url').toString()].join();
    expect(words).not.toMatch(/called|<b>Mug|12\.x5/);
    const next = location.replace('/payments/dashboard', '');
    expect(await stage.html(next, 'ben')).not.toContain('12.x5');
    const page = await stage.html(next);
    const [form = ''] = /<form [^>]*order\/refund\?.*?<\/form>/s.exec(page) ?? [];
    for (const text of ['the customer &quot;called&quot;', '&lt;b>Mug&lt;/b>', '12.x5']) {
      expect(form).toContain(`value="${text}"`);
      expect(page.split(text)).toHaveLength(2);
    }
    expect(page.match(/<details class="fold" open/g)).toHaveLength(1);
    expect(await stage.html(path)).not.toMatch(/called|12\.x5/);
  });

  it('is answered under a policy that lets nothing in, and kept by no one', async () => {
    const { headers } = await stage.fetch('', 'ann');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; connect-src 'self';/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('several processes behind one address', () => {
  const formSecret = 'a secret of the shop, the same for every process';
  const stages: DashboardStage[] = [];
  beforeAll(async () => {
    for (const secret of [formSecret, formSecret, undefined]) {
      stages.push(await DashboardStage.start({ dashboard: { formSecret: secret } }));
    }
  });
  afterAll(() => Promise.all(stages.map((stage) => stage.close())));

  const sendAcross = async (from: DashboardStage, to: DashboardStage, path: string): Promise<Response> => {
    const token = from.stage.shop.app.get(FormToken, { strict: false }).of('ann');
    return to.fetch(path, 'ann', { method: 'POST', body: new URLSearchParams({ ...FORM, token }) });
  };

  it('take one another’s forms and show one another’s messages, once, to their user, if they share the secret', async () => {
    const [one, two] = stages as [DashboardStage, DashboardStage];
    const answer = await sendAcross(one, two, '/refunds/lanes/web/pause');
    expect(answer.status).toBe(303);
    const next = answer.headers.get('location')!.replace('/payments/dashboard', '');
    expect(await one.html(next, 'ben')).not.toContain('class="flash');
    expect(await one.html(next, 'ann')).toContain('class="flash good"');
    expect(await one.html(next, 'ann')).not.toContain('class="flash');
    expect(await one.html(next.replace('flash=', 'flash=x'), 'ann')).not.toContain('class="flash');
  });

  it('do not otherwise', async () => {
    const [one, , alone] = stages as [DashboardStage, DashboardStage, DashboardStage];
    expect((await sendAcross(one, alone, '/refunds/lanes/web/pause')).status).toBe(403);
    expect((await sendAcross(alone, one, '/refunds/lanes/web/pause')).status).toBe(403);
  });
});
