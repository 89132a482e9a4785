import { describe, expect, it } from '@jest/globals';
import { WEB_KEY } from './support/service.js';
import { ID, useStage } from './support/stage.js';

const stage = useStage();

describe('the history of an order', () => {
  it('shows each request and reply: what was sent, what came back, how long it took', async () => {
    await stage.start();
    stage.receiver.reply = { body: `OK ${'x'.repeat(5_000)} ${WEB_KEY}` };
    await stage.service.create(stage.withUrl());
    const [request] = await stage.receiver.received(1);
    await stage.service.sandbox.idle();
    const [delivery, ...others] = await stage.service.sandbox.deliveries(ID);
    expect(others).toEqual([]);
    expect(delivery).toEqual({
      id: expect.any(String),
      notificationId: expect.any(String),
      orderId: ID,
      group: 'web',
      cause: 'created',
      trigger: 'first',
      level: 'order',
      attempt: 1,
      method: 'POST',
      requestLine: `POST /order?transactionid=${ID}&timestamp=${stage.service.clock.now() / 1_000} HTTP/1.1`,
      url: `${stage.receiver.url}/order?transactionid=${ID}&timestamp=${stage.service.clock.now() / 1_000}`,
      headers: expect.objectContaining({ Auth: request?.headers['auth'], 'Content-Type': 'application/json' }),
      body: request?.body.toString('utf8'),
      timestamp: stage.service.clock.now() / 1_000,
      at: stage.service.clock.now(),
      durationMs: expect.any(Number),
      status: 200,
      response: `OK ${'x'.repeat(1_021)}`,
      responseHeaders: expect.objectContaining({ 'content-type': 'text/plain' }),
      verdict: 'acknowledged',
      fault: null,
    });
  });

  it('never holds the key, even when the shop sends it back', async () => {
    await stage.start();
    stage.receiver.reply = { body: `OK you signed with ${WEB_KEY}` };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const [delivery] = await stage.service.sandbox.deliveries(ID);
    expect(delivery?.response).toBe('OK you signed with [redacted]');
    expect(JSON.stringify(delivery)).not.toContain(WEB_KEY);
  });

  it('is refused for an order that is not there', async () => {
    await stage.start();
    await expect(stage.service.sandbox.deliveries('nowhere')).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
  });
});
