import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { DashboardStage } from './support/dashboard-stage.js';
import { MINUTE, SECOND } from '../shop/refunds/support/refund-stage.js';

const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');

describe.each([
  { platform: 'express', globalPrefix: undefined },
  { platform: 'fastify', globalPrefix: 'shop/api' },
] as const)('the pages of refunds on $platform', ({ platform, globalPrefix }) => {
  let dashboard: DashboardStage;
  let trial = 0;

  beforeAll(async () => {
    dashboard = await DashboardStage.start({ platform, globalPrefix });
  });
  afterAll(() => dashboard.close());

  const nextOrder = async (): Promise<string> => {
    const orderId = `R-${(trial += 1)}`;
    await dashboard.stage.paid(orderId, 10_000, 'lost');
    return orderId;
  };
  const asked = async (amount = 1_250) => {
    const orderId = await nextOrder();
    const request = { orderId, amount: eur(amount), reason: 'Mug broken', key: orderId, by: 'cara' };
    return dashboard.stage.shop.payments.refunds.request(request);
  };
  const now = (id: string) => dashboard.stage.now({ id });
  const reportedBy = async (response: Response, clerk: 'ann' | 'ben' = 'ann'): Promise<string> => {
    const location = response.headers.get('location') ?? '';
    const next = await fetch(new URL(location, dashboard.url), { headers: { cookie: `clerk=${clerk}` } });
    return (/class="flash[^>]*>.*?<p>(.*?)<\/p>/s.exec(await next.text()) ?? [])[1] ?? `no message: ${response.status}`;
  };

  it('draw when the next ones are sent, and list those that wait with their times', async () => {
    const other = await nextOrder();
    const refund = await asked();
    const request = { orderId: other, amount: eur(2_000), reason: 'Late', key: 'second' };
    await dashboard.stage.shop.payments.refunds.request(request);
    const page = await dashboard.html('/refunds');
    expect(page).toContain('Refunds of web');
    expect(page).toContain('Refunds of till');
    expect((/<svg class="strip"[^>]*>/.exec(page) ?? [])[0]).toContain('2 refunds, the first just now');
    expect(page).toContain(`/refunds/${refund.id}`);
    const found = await dashboard.html(`/refunds?order=${refund.orderId}&state=queued`);
    expect(found).toContain('€12.50');
    expect(found).not.toContain('€20.00');
    expect(await dashboard.html('/refunds?state=settled')).toContain('Nothing matches');
    await dashboard.stage.pass(MINUTE);
  });

  // No database looks for a NUL, and PostgreSQL refuses to.
  it('take a NUL out of what is looked for, and know nothing by an id that has one', async () => {
    const { id, orderId } = await asked();
    expect(await dashboard.html(`/refunds?order=${orderId}%00&batch=%00`)).toContain(`/refunds/${id}`);
    for (const path of [`/refunds/${id}%00`, '/refunds/batches/%00']) {
      expect((await dashboard.fetch(path)).status).toBe(404);
    }
    for (const path of [`/refunds/${id}%00/cancel`, '/refunds/batches/%00/stop']) {
      expect((await dashboard.send(path, { why: 'wrong order' })).status).toBe(404);
    }
  });

  it('call one off, with who and why, and tell what cannot be', async () => {
    const refund = await asked();
    const path = `/refunds/${refund.id}`;
    const silent = await dashboard.send(`${path}/cancel`, { why: ' ' });
    expect(await reportedBy(silent)).toMatch(/why|reason/i);
    expect(await now(refund.id)).toMatchObject({ state: 'queued' });
    const done = await dashboard.send(`${path}/cancel`, { why: 'wrong order' });
    expect(await reportedBy(done)).toContain('cancelled');
    expect(await now(refund.id)).toMatchObject({ state: 'cancelled' });
    const story = await dashboard.html(path);
    expect(story).toContain('ann cancelled it');
    expect(story).toContain('wrong order');
  });

  it('show all that is known of one that needs a decision, and take the verdict of one clerk', async () => {
    const orderId = await nextOrder();
    const lastSentAt = dashboard.stage.clock.now();
    const row = await dashboard.stage.refund(orderId, {
      state: 'manual',
      attempts: 1,
      lastSentAt,
      reason: 'ambiguous',
    });
    await dashboard.stage.book({ ...row, tag: 'somebody-elses' });
    expect(await dashboard.html('/refunds')).toContain('needs a decision');
    const page = await dashboard.html(`/refunds/${row.id}`);
    expect(page).toContain('may be ours or someone');
    expect(page).toContain('Yes, the service has it');
    expect(page).toContain('not before');
    expect(page).not.toContain('somebody-elses');
    const polled = await dashboard.html(`/refunds/${row.id}?read=service`);
    expect(polled).toContain('no mark of ours; the amount is the same');
    const undecided = await dashboard.send(`/refunds/${row.id}/decide`, { why: 'looked' });
    expect(await reportedBy(undecided)).toContain('neither of the two verdicts');
    const fields = { verdict: 'paid', serviceRefundId: '1756', why: 'on the statement' };
    expect(await reportedBy(await dashboard.send(`/refunds/${row.id}/decide`, fields))).toContain('followed until');
    const late = await dashboard.send(`/refunds/${row.id}/decide`, { ...fields, verdict: 'not-paid' }, 'ben');
    expect(await reportedBy(late, 'ben')).toContain('does not wait for a decision');
    expect(await now(row.id)).toMatchObject({ state: 'accepted', serviceRefundId: '1756' });
    expect(await dashboard.html(`/refunds/${row.id}`)).toContain('ann confirmed it: the service has it');
  });

  it('tell the second of two who decide, when the first has it sent again, to cancel what the service has', async () => {
    const row = await dashboard.stage.refund(await nextOrder(), { state: 'manual', attempts: 1, reason: 'ambiguous' });
    const decide = (verdict: string, clerk: 'ann' | 'ben') =>
      dashboard.send(`/refunds/${row.id}/decide`, { verdict, why: 'looked' }, clerk);
    expect(await reportedBy(await decide('not-paid', 'ann'))).toContain('sent again when its turn comes');
    expect(await reportedBy(await decide('paid', 'ben'), 'ben')).toContain(
      'it is queued. It is queued to be sent again. If the service has it already, cancel this refund now.',
    );
  });

  it('pause a lane and resume it', async () => {
    const stopped = await dashboard.send('/refunds/lanes/web/pause', { why: 'the bank is closed' });
    expect(await reportedBy(stopped)).toContain('are paused');
    const refund = await asked();
    await dashboard.stage.pass(10 * SECOND);
    expect(await now(refund.id)).toMatchObject({ state: 'queued' });
    const page = await dashboard.html('/refunds');
    expect(page).toContain('paused by a person');
    expect(page).toContain('the bank is closed');
    expect(await reportedBy(await dashboard.send('/refunds/lanes/web/resume', { why: 'open again' }))).toContain(
      'are resumed',
    );
    for (let slot = 0; slot < 3; slot += 1) await dashboard.stage.pass(10 * SECOND);
    expect(await now(refund.id)).toMatchObject({ state: 'accepted' });
  });

  it('do nothing for a stranger, nor with the token of another clerk', async () => {
    const refund = await asked();
    const token = await dashboard.tokenOf('ben');
    const body = () => new URLSearchParams({ token, why: 'mine' });
    const path = `/refunds/${refund.id}/cancel`;
    expect((await dashboard.fetch(path, 'ann', { method: 'POST', body: body() })).status).toBe(403);
    expect((await dashboard.fetch(path, null, { method: 'POST', body: body() })).status).toBe(401);
    expect((await dashboard.fetch(`/refunds/${refund.id}`, null)).status).toBe(401);
    expect(await now(refund.id)).toMatchObject({ state: 'queued' });
    expect((await dashboard.fetch('/refunds/none')).status).toBe(404);
  });
});
