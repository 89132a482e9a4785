import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ID, useStage, WITHOUT_SITE } from './support/stage.js';

const stage = useStage();

describe('a reply', () => {
  it.each([
    ['OK', { body: 'OK' }, 'acknowledged'],
    ['ok in small letters, with white space', { body: ' ok\n' }, 'acknowledged'],
    ['a page with >OK<', { body: '<p>OK</p>' }, 'acknowledged'],
    ['JSON with "OK"', { body: '{"status":"OK"}' }, 'acknowledged'],
    ['the service mark', { body: 'x SERVICE_OK x' }, 'acknowledged'],
    ['nothing', { body: '' }, 'refused'],
    ['another word', { body: 'fine' }, 'refused'],
    ['201', { status: 201 }, 'refused'],
    ['204', { status: 204, body: '' }, 'refused'],
    ['401', { status: 401 }, 'refused'],
    ['503', { status: 503 }, 'refused'],
    ['more than 64 KiB', { body: `OK${'.'.repeat(64 * 1024)}OK` }, 'oversized'],
  ])('of %s is judged', async (_, reply, verdict) => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = reply;
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([{ verdict }]);
  });

  it('is judged strictly when it is told so', async () => {
    await stage.start({ acknowledgement: 'strict', ...WITHOUT_SITE });
    stage.receiver.reply = { body: 'all OK' };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'refused', response: 'all OK' }]);
  });

  it('that is a redirect is not followed', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = { status: 302, headers: { Location: `${stage.site.url}/elsewhere` } };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'refused', status: 302 }]);
    expect(stage.site.requests).toEqual([]);
  });

  it('is not waited for without end', async () => {
    await stage.start({ notificationTimeoutMs: 50, ...WITHOUT_SITE });
    stage.receiver.reply = { silent: true };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([
      { verdict: 'timeout', status: null, response: null },
    ]);
  });

  it('may be missing because no one listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await stage.start(WITHOUT_SITE);
    await stage.service.create({ payment_options: { notification_url: `http://127.0.0.1:${port}/` } });
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'unreachable' }]);
  });
});

describe('notifications of one order', () => {
  it('are sent one after the other, while those of others go on', async () => {
    await stage.start();
    stage.receiver.reply = ({ query }) => ({ silent: query.get('transactionid') === 'slow' });
    await stage.service.create({ ...stage.withUrl(), order_id: 'slow' });
    await stage.receiver.received(1);
    // Ends, with the sandbox, after the test.
    void stage.service.sandbox.pay('slow').catch(() => undefined);
    await stage.service.create({ ...stage.withUrl(), order_id: 'quick' });
    await stage.service.sandbox.pay('quick');
    expect(stage.receiver.requests.map(({ query }) => query.get('transactionid'))).toEqual(['slow', 'quick', 'quick']);
  });
});

describe('a slow shop', () => {
  it('does not hold up the answer to its own create call', async () => {
    await stage.start();
    stage.receiver.reply = { silent: true };
    expect((await stage.service.create(stage.withUrl())).json.success).toBe(true);
    await stage.receiver.received(1);
  });
});
