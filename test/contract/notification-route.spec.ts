import { describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import axios from 'axios';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { isAcknowledged } from 'tillbridge/protocol';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { AcknowledgementTimes, RefusalLog } from '../../src/shop/notifications/index.js';
import { canaryKey } from '../support/canary.js';
import { startShop, type ShopHost, type ShopHostInput } from '../support/shop-host.js';
import { HOST_VARIANTS, lockedOut } from './host-variants.js';

/** Everything that does not survive a re-serialisation (spec §5.2.3). */
const oddBody = (orderId: string): string =>
  `{ "order_id":"${orderId}" ,\n\t"status" : "completed",   "amount":1250.0, "currency":"EUR","amount_refunded":0,` +
  `"financial_status":"completed","modified":"2026-11-21T10:00:00","created":"2026-11-21T10:00:00",` +
  `"description":"Caf\\u00e9 \u2615 10\u20ac a\\/b \u{1F600}","customer":{"last_name":"\u014ctani \u00c5ngstr\u00f6m \u0416"},` +
  `"transaction_id":17472052901237123456, "payment_details":{"type":"IDEAL"}}`;

async function withShop(input: ShopHostInput, work: (shop: ShopHost) => Promise<void>): Promise<void> {
  const shop = await startShop({ ...input, options: { workers: 'off', ...input.options } });
  try {
    await work(shop);
  } finally {
    await shop.close();
  }
}

const PLATFORMS = ['express', 'fastify'] as const;
const CASES = PLATFORMS.flatMap((platform) =>
  Object.entries(HOST_VARIANTS).map(([name, input]) => ({ platform, name, input })),
);

describe('the notification route (scenarios W1, X1 and X2)', () => {
  it.each(CASES)('verifies byte for byte and answers exactly OK on $platform with $name', ({ platform, input }) =>
    withShop({ ...input, platform }, async (shop) => {
      await shop.addOrder('A-1');
      const answer = await shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'text/plain',
        'OK',
      ]);
      await shop.drain();
      expect(await shop.payments.orders.find('A-1')).toMatchObject({
        paid: true,
        transactionId: '17472052901237123456',
      });

      const forged = await shop.notify({ orderId: 'A-1', body: oddBody('A-1'), key: canaryKey('somebody-else') });
      const text = await forged.text();
      expect(forged.status).toBe(401);
      expect(isAcknowledged({ status: 200, body: text })).toBe(false);
      expect(shop.logs.matching('register http')).toHaveLength(1);
    }),
  );

  it.each(PLATFORMS)('takes a body that begins with a byte order mark on %s', (platform) =>
    withShop({ platform }, async (shop) => {
      await shop.addOrder('A-1');
      const body = `\uFEFF${oddBody('A-1')}`;
      expect((await shop.notify({ orderId: 'A-1', body })).status).toBe(200);
      await shop.drain();
      expect(await shop.payments.orders.find('A-1')).toMatchObject({
        paid: true,
        transactionId: '17472052901237123456',
      });
    }),
  );

  it.each(PLATFORMS)('keeps the exact bytes it received in the inbox on %s', (platform) =>
    withShop({ platform }, async (shop) => {
      await shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
      const [row] = (await shop.dataSource.query('SELECT body FROM tillbridge_notification')) as { body: string }[];
      expect(Buffer.from(row!.body, 'base64').toString('utf8')).toBe(oddBody('A-1'));
    }),
  );
});

describe('the boot check (scenarios W1 and X1)', () => {
  it.each(PLATFORMS)('refuses to start on %s without the raw body, and says what to type', async (platform) => {
    await expect(startShop({ platform, rawBody: false })).rejects.toMatchObject({
      code: 'RAW_BODY_MISSING',
      message: expect.stringContaining('NestFactory.create(AppModule, { rawBody: true })'),
    });
  });

  const rawBodyAdvice = 'Set apiOptions.rawBody in the configuration of the platform.';

  it.each(PLATFORMS)('says on %s what the platform wants typed, where that makes the application', async (platform) => {
    const error: unknown = await startShop({ platform, rawBody: false, extras: { rawBodyAdvice } }).catch(
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ code: 'RAW_BODY_MISSING', advice: rawBodyAdvice });
    expect(String(error)).toContain(`can ever be verified (spec §5.2). ${rawBodyAdvice} Re-serialised JSON`);
    expect(String(error)).not.toContain('NestFactory');
  });

  it.each([undefined, rawBodyAdvice])(
    'says it in the log, too, when the bytes are lost later (advice: %j)',
    (advice) => {
      let isLosing = false;
      const parser = async (request: IncomingMessage, _response: unknown, next: () => void): Promise<void> => {
        if (isLosing) Object.assign(request, { body: await json(request), _body: true });
        next();
      };
      const extras = advice === undefined ? {} : { rawBodyAdvice: advice };
      return withShop({ extras, configure: (app) => app.use(parser) }, async (shop) => {
        isLosing = true;
        const answer = await shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
        expect(answer.status).toBe(503);
        const [line] = shop.logs.matching('can ever be verified');
        expect(line).toContain(
          advice === rawBodyAdvice ? rawBodyAdvice : 'NestFactory.create(AppModule, { rawBody: true })',
        );
        expect(line?.includes('NestFactory')).toBe(advice !== rawBodyAdvice);
      });
    },
  );

  it.each(['  ', 7])('refuses to start with an advice that says nothing (%j)', async (advice) => {
    await expect(startShop({ extras: { rawBodyAdvice: advice as string } })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('rawBodyAdvice must be text'),
    });
  });

  it('refuses to start when the host has switched the body parser off', async () => {
    await expect(startShop({ bodyParser: false })).rejects.toMatchObject({ code: 'RAW_BODY_MISSING' });
  });

  it.each(PLATFORMS)('says on %s that a guard of the host would keep the service out', (platform) =>
    withShop({ ...lockedOut, platform }, async (shop) => {
      const [complaint] = shop.logs.matching('notificationDecorators');
      expect(complaint).toContain('answered 401');
      const answer = await shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
      expect(answer.status).toBe(401);
      expect(await shop.count('tillbridge_notification')).toBe(0);
    }),
  );

  const LIMITED: readonly [string, ShopHostInput][] = [
    ['express', { configure: (app) => (app as NestExpressApplication).useBodyParser('json', { limit: '10kb' }) }],
    ['fastify', { platform: 'fastify', fastify: { bodyLimit: 10_240 } }],
  ];

  // Such a limit takes the notifications of small orders, and refuses those of large carts.
  it.each(LIMITED)('says on %s that the host limits bodies to less than a notification may have', (_platform, input) =>
    withShop(input, async (shop) => {
      const [complaint] = shop.logs.matching('notificationDecorators');
      expect(complaint).toMatch(/answered 413.*a limit of bodies below 48 KB/);
      const large = oddBody('A-1').replace('Caf', 'x'.repeat(12_000));
      const answers = [oddBody('A-1'), large].map((body) => shop.notify({ orderId: 'A-1', body }));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 413]);
    }),
  );

  it('that brings no answer is reported and does not keep the host from starting', () =>
    withShop({ configure: (app) => app.use((request: IncomingMessage) => request.socket.destroy()) }, async (shop) => {
      const [complaint] = shop.logs.matching('could not be checked before the start');
      expect(complaint).toContain('ECONNRESET');
      expect(complaint).not.toContain('x-tillbridge-boot-check');
    }));

  it('leaves alone what the host has hung on the shared HTTP client', async () => {
    const seen: string[] = [];
    const hook = axios.interceptors.request.use((config) => {
      seen.push(String(config.url));
      return config;
    });
    try {
      await withShop({}, async (shop) => expect(shop.logs.matching('register http')).toHaveLength(1));
      expect(seen).toEqual([]);
    } finally {
      axios.interceptors.request.eject(hook);
    }
  });

  it('leaves nothing in the inbox', () =>
    withShop({}, async (shop) => {
      expect(await shop.count('tillbridge_notification')).toBe(0);
    }));

  // While a shop is upgraded, `doctor --url` of either release looks at it.
  it('leaves nothing in the inbox where doctor of 0.1 looks at the route', () =>
    withShop({}, async (shop) => {
      const orderId = 'tillbridge-boot-check';
      const body = `{"order_id" : "${orderId}",  "description":"caf\u00e9 \u2615 a\\/b", "amount":1.0}`;
      const answer = await shop.notify({ orderId, body });
      expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
      expect(await shop.count('tillbridge_notification')).toBe(0);
    }));

  it('says which URL to register and warns when it does not lead here', () =>
    withShop({ configure: (app) => app.setGlobalPrefix('shop') }, async (shop) => {
      expect(shop.logs.matching('it must reach POST /shop/payments/notifications/web')).toHaveLength(1);
      expect(shop.logs.matching('does not end in /shop/payments/notifications/web')).toHaveLength(1);
    }));
});

describe('the log', () => {
  it('is not filled by anyone who can reach the route', () =>
    withShop({}, async (shop) => {
      const bare = (group: string) =>
        fetch(`${shop.url}/payments/notifications/${group}?transactionid=A-1&timestamp=1`, { method: 'POST' });
      for (let each = 0; each < 30; each += 1) expect((await bare(`web${each}`)).status).toBe(401);
      expect(shop.logs.matching('Refused a notification')).toHaveLength(1);
      // Something else is told at once.
      await shop.notify({ orderId: 'A-1', body: oddBody('A-1'), key: canaryKey('somebody-else') });
      expect(shop.logs.matching('mismatch')).toHaveLength(1);
    }));
});

/** Answers what comes to the route after the check of the start, before any guard, as a limit of requests does. */
const answeredBy =
  (status: number, body: string): ShopHostInput['configure'] =>
  (app) => {
    const begin = ({ headers, url = '' }: IncomingMessage, response: ServerResponse, next: () => void): void => {
      const isLet = headers['x-tillbridge-boot-check'] !== undefined || !url.startsWith('/payments/notifications');
      if (isLet) return next();
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
    };
    app.use(begin);
  };

describe('a notification that middleware of the host answers', () => {
  it.each(PLATFORMS)('is logged and counted as refused on %s, once for many', (platform) =>
    withShop({ platform, configure: answeredBy(429, 'Too many requests') }, async (shop) => {
      const send = () => shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
      const answers = await Promise.all(Array.from({ length: 20 }, send));
      expect(answers.every(({ status }) => status === 429)).toBe(true);
      expect(shop.logs.matching('by the host application, status 429')).toHaveLength(1);
      const { counts } = shop.app.get(RefusalLog).counts;
      expect(counts).toMatchObject([{ reason: 'by the host application, status 429', times: 20 }]);
    }),
  );

  it('is logged where the answer is even OK: nothing was stored, and the service does not send it again', () =>
    withShop({ configure: answeredBy(200, 'OK') }, async (shop) => {
      await shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
      expect(shop.logs.matching('by the host application, status 200')).toHaveLength(1);
      // The alerts of missing and refused notifications are silent while any is acknowledged.
      expect(shop.app.get(AcknowledgementTimes).summary().count).toBe(0);
    }));

  it('is not logged where a stranger sent it, nor twice where the module refused it', () =>
    withShop({ configure: answeredBy(429, 'Too many requests') }, async (shop) => {
      await shop.notify({ orderId: 'A-1', body: oddBody('A-1'), key: canaryKey('somebody-else') });
      expect(shop.logs.matching('by the host application')).toHaveLength(0);
    }));
});

describe('a notification that is acknowledged', () => {
  it('is stored once, however often the very same request comes', () =>
    withShop({}, async (shop) => {
      const request = signedNotification({
        key: shop.key,
        orderId: 'A-1',
        body: orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }),
        at: Date.now(),
      });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shop.post(request.search, { ...request.headers }, request.body)),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
      expect(await shop.count('tillbridge_notification')).toBe(1);
    }));

  it('is answered 503 and not OK when it cannot be stored', () =>
    withShop({}, async (shop) => {
      await shop.dataSource.query('ALTER TABLE tillbridge_notification RENAME TO hidden');
      const answer = await shop.notify({ orderId: 'A-1', body: oddBody('A-1') });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(isAcknowledged({ status: 200, body: await answer.text() })).toBe(false);
      await shop.dataSource.query('ALTER TABLE hidden RENAME TO tillbridge_notification');
      expect(await shop.count('tillbridge_notification')).toBe(0);
    }));
});
