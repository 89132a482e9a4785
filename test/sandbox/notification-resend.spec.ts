import { describe, expect, it } from '@jest/globals';
import { ID, orderIn, QUARTER_MS, recomputedAuth, useStage, WITHOUT_SITE } from './support/stage.js';

const stage = useStage();

describe('an unacknowledged notification', () => {
  it('is resent three times, a quarter of an hour apart, each time with a new timestamp', async () => {
    await stage.start();
    stage.receiver.reply = { status: 503 };
    stage.site.reply = { body: 'not today' };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    for (const round of [2, 3, 4]) {
      stage.service.clock.advance(QUARTER_MS - 1);
      expect(await stage.service.sandbox.runDue()).toBe(0);
      stage.service.clock.advance(1);
      expect(await stage.service.sandbox.runDue()).toBe(2);
      expect(stage.receiver.requests).toHaveLength(round);
    }
    stage.service.clock.advance(10 * QUARTER_MS);
    expect(await stage.service.sandbox.runDue()).toBe(0);
    expect(new Set(stage.receiver.requests.map(({ query }) => query.get('timestamp'))).size).toBe(4);
    for (const request of stage.receiver.requests) expect(request.headers['auth']).toBe(recomputedAuth(request));
    const triggers = (await stage.service.sandbox.deliveries(ID)).map(({ trigger, level }) => `${trigger} ${level}`);
    const resends = Array.from({ length: 3 }, () => ['resend order', 'resend site']).flat();
    expect(triggers).toEqual(['first order', 'first site', ...resends]);
  });

  it('is not resent any more once it was acknowledged', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = { status: 503 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    stage.receiver.reply = {};
    stage.service.clock.advance(QUARTER_MS);
    expect(await stage.service.sandbox.runDue()).toBe(1);
    stage.service.clock.advance(QUARTER_MS);
    expect(await stage.service.sandbox.runDue()).toBe(0);
  });

  it('carries the order as it is when it is sent', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = { status: 503 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.pay(ID);
    stage.service.clock.advance(QUARTER_MS);
    await stage.service.sandbox.runDue();
    const statuses = stage.receiver.requests.map((request) => orderIn(request)['status']);
    expect(statuses).toEqual(['initialized', 'completed', 'completed', 'completed']);
  });

  it('follows another plan when it is told so', async () => {
    await stage.start({ deliveryPlan: { resends: 1, intervalMs: 1_000 } });
    stage.receiver.reply = stage.site.reply = { status: 500 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    stage.service.clock.advance(1_000);
    expect([await stage.service.sandbox.runDue(), await stage.service.sandbox.runDue()]).toEqual([2, 0]);
  });

  it('waits for the clock when nothing is to leave by itself', async () => {
    await stage.start({ autoDeliver: false });
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.pay(ID);
    await stage.service.sandbox.idle();
    expect(stage.receiver.requests).toEqual([]);
    expect(await stage.service.sandbox.runDue()).toBe(2);
  });
});

describe('a resend by hand', () => {
  it('sends the same order again with a new timestamp, also within the same second', async () => {
    await stage.start();
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.pay(ID);
    const [, paid] = await stage.service.sandbox.deliveries(ID);
    const again = await Promise.all(Array.from({ length: 5 }, () => stage.service.sandbox.resend(paid?.id ?? '')));
    expect(again.map(({ trigger, verdict }) => [trigger, verdict])).toEqual(
      again.map(() => ['manual', 'acknowledged']),
    );
    const requests = (await stage.receiver.received(7)).slice(1);
    expect(new Set(requests.map(({ body }) => String(body))).size).toBe(1);
    expect(new Set(requests.map(({ query }) => query.get('timestamp'))).size).toBe(6);
    for (const request of requests) expect(request.headers['auth']).toBe(recomputedAuth(request));
  });

  it('ends the resends by the plan when it is acknowledged, and leaves them alone when not', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = { status: 500 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const [first] = await stage.service.sandbox.deliveries(ID);
    expect(await stage.service.sandbox.resend(first?.id ?? '')).toMatchObject({ verdict: 'refused' });
    stage.service.clock.advance(QUARTER_MS);
    expect(await stage.service.sandbox.runDue()).toBe(1);
    stage.receiver.reply = {};
    expect(await stage.service.sandbox.resend(first?.id ?? '')).toMatchObject({ verdict: 'acknowledged' });
    stage.service.clock.advance(QUARTER_MS);
    expect(await stage.service.sandbox.runDue()).toBe(0);
  });

  it('is refused for a delivery that never was', async () => {
    await stage.start();
    await expect(stage.service.sandbox.resend('nothing')).rejects.toMatchObject({ code: 'DELIVERY_UNKNOWN' });
  });
});
