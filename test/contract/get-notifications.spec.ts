import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { PollRequests } from '../../src/shop/polling/index.js';
import { describeOneEngine } from '../support/engines.js';
import { json, ScriptedService, type Reply } from '../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost, type ShopHostInput } from '../support/shop-host.js';

const [group] = shopOptions().terminalGroups;
const START = Date.UTC(2026, 0, 1);

describe('notifications by GET', () => {
  let shop: ShopHost;
  let service: ScriptedService;
  let clock: ManualClock;

  async function open(input: ShopHostInput = {}, byGet = true): Promise<void> {
    service = await ScriptedService.start();
    clock = new ManualClock(START);
    const terminalGroups = [{ ...group!, baseUrl: service.url, notifications: { byGet } }];
    shop = await startShop({ ...input, options: { terminalGroups, clock, workers: 'off' } });
    await shop.addOrder('G-1');
  }

  afterEach(async () => {
    await shop.close();
    service.close();
  });

  /** As the service would call, with nothing that proves it. */
  const call = (orderId: string, query = '&timestamp=1'): Promise<Response> =>
    fetch(`${shop.url}/payments/notifications/web?transactionid=${orderId}${query}`);

  const answerWith = (orderId: string, status: string): void => {
    const body = orderBody({ orderId, amount: 1250, status, at: START });
    service.script(json(200, { success: true, data: body }));
  };

  describeOneEngine('on', (engine) => {
    it.each(['express', 'fastify'] as const)('bring forward one read of the order, on %s', async (platform) => {
      await open({ engine, platform });
      const answers = await Promise.all(Array.from({ length: 10 }, () => call('G-1')));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(service.calls).toEqual([]); // No one waits for the service.

      answerWith('G-1', 'completed');
      await shop.drain();
      expect(service.calls).toHaveLength(1);
      expect(await shop.payments.orders.find('G-1')).toMatchObject({ paid: true });
      expect(shop.handlers.count('transaction', 'completed')).toBe(1);
    });
  });

  it('are not acknowledged while nothing can be written down', async () => {
    await open();
    const broken = jest
      .spyOn(shop.app.get(PollRequests), 'bringForward')
      .mockRejectedValueOnce(new Error('no database'));
    expect((await call('G-1')).status).toBe(503);
    expect((await call('G-1')).status).toBe(200);
    broken.mockRestore();
  });

  it('are followed by at most one read in ten seconds', async () => {
    await open();
    for (const [after, calls] of [
      [0, 1],
      [9_999, 0],
      [1, 1],
    ] as const) {
      clock.advance(after);
      answerWith('G-1', 'initialized');
      await call('G-1');
      await shop.drain();
      expect(service.calls).toHaveLength(calls);
    }
  });

  it('are answered alike, and cause nothing, for orders that no one knows or that are over (scenario W6)', async () => {
    await open();
    await shop.notify({
      orderId: 'G-1',
      body: orderBody({ orderId: 'G-1', amount: 1250, status: 'refunded', amountRefunded: 1250, at: START }),
      at: START,
    });
    await shop.drain();
    for (const orderId of ['G-1', 'nobody', 'x'.repeat(300), '%00', '']) {
      const answer = await call(orderId);
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'text/plain',
        'OK',
      ]);
    }
    await shop.drain();
    expect(service.calls).toEqual([]);
    expect(await shop.count('tillbridge_poll')).toBe(0);
  });

  it('believe nothing of what they say: the order is what the service answers', async () => {
    await open();
    answerWith('G-1', 'declined');
    await call('G-1', '&timestamp=1&status=completed&payload_type=pretransaction');
    await shop.drain();
    expect(await shop.payments.orders.find('G-1')).toMatchObject({ paid: false, status: 'declined' });
  });

  it('are refused where the terminal group does not take them, and without a timestamp', async () => {
    await open({}, false);
    expect((await call('G-1')).status).toBe(400);
    await shop.close();
    service.close();
    await open();
    const answer = await call('G-1', '');
    expect([answer.status, await answer.text()]).toEqual([400, 'ignored: no timestamp']);
    expect(await shop.count('tillbridge_poll')).toBe(0);
  });

  it('of one caller cause twenty looks in ten seconds at most, however many orders he names', async () => {
    await open();
    for (let number = 2; number <= 30; number += 1) await shop.addOrder(`G-${number}`);
    for (let number = 1; number <= 30; number += 1) expect((await call(`G-${number}`)).status).toBe(200);
    expect(await shop.count('tillbridge_poll')).toBe(20);
  });

  it('for orders that no one knows leave those for known orders what they may cause', async () => {
    await open();
    for (let number = 2; number <= 10; number += 1) await shop.addOrder(`G-${number}`);
    const [known, unknown] = [Array.from({ length: 10 }, (_, index) => `G-${index + 1}`), Array.from({ length: 200 })];
    const answers = await Promise.all(unknown.map((_each, index) => call(`NONE-${index}`)));
    for (const orderId of known) answers.push(await call(orderId));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await shop.count('tillbridge_poll')).toBe(10);
  });

  it('of one network cause no more than those of one caller: he has all its addresses', async () => {
    service = await ScriptedService.start();
    const trustedProxies = ['127.0.0.1'];
    const terminalGroups = [{ ...group!, notifications: { byGet: true } }];
    shop = await startShop({ options: { terminalGroups, trustedProxies, workers: 'off' } });
    for (let number = 1; number <= 30; number += 1) {
      await shop.addOrder(`G-${number}`);
      const headers = { 'x-forwarded-for': number % 2 ? `2001:db8::${number}` : `2001:0db8:0:0:${number}::1%eth0` };
      const search = `?transactionid=G-${number}&timestamp=1`;
      await fetch(`${shop.url}/payments/notifications/web${search}`, { headers });
    }
    expect(await shop.count('tillbridge_poll')).toBe(20);
  });

  it('are followed by a second read when the order changed during the first, whose answer may be of before', async () => {
    await open();
    const undated = { modified: null };
    const notified = (status: string): Promise<Response> => {
      const body = orderBody({ orderId: 'G-1', amount: 1250, status, at: START, fields: undated });
      return shop.notify({ orderId: 'G-1', body, at: clock.now() });
    };
    const shown = (status: string): Reply =>
      json(200, {
        success: true,
        data: orderBody({ orderId: 'G-1', amount: 1250, status, at: START, fields: undated }),
      });
    const changedMeanwhile: Reply = (response, asked) => {
      clock.advance(1);
      void notified('completed')
        .then(() => shop.drain())
        .then(() => shown('initialized')(response, asked));
    };
    service.script(changedMeanwhile, shown('shipped'));
    await call('G-1');
    await shop.drain();
    expect(await shop.payments.orders.find('G-1')).toMatchObject({ paid: true, status: 'completed' });
    clock.advance(5_000);
    await shop.drain();
    expect(service.calls).toHaveLength(2);
    expect(await shop.payments.orders.find('G-1')).toMatchObject({ status: 'shipped' });
    clock.advance(60_000);
    await shop.drain();
    expect(service.calls).toHaveLength(2);
  });

  it('are read again later when the service is away, and given up when it knows no such order', async () => {
    await open();
    service.script(json(503, 'away'), json(503, 'away'), json(503, 'away'));
    await call('G-1');
    await shop.drain();
    expect(await shop.payments.orders.find('G-1')).toMatchObject({ status: null });
    clock.advance(60_000);
    answerWith('G-1', 'completed');
    await shop.drain();
    expect(await shop.payments.orders.find('G-1')).toMatchObject({ paid: true });
  });
});
