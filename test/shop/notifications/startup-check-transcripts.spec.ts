import { afterAll, afterEach, beforeAll, describe, expect, it, jest, test } from '@jest/globals';
import { ApplicationConfig } from '@nestjs/core';
import { ManualClock } from 'tillbridge/testing';
import { refusal, TerminalGroups, type TerminalGroup } from '../../../src/shop/core/index.js';
import { BootCheck } from '../../../src/shop/notifications/index.js';
import {
  BootCheckNonce,
  isTestBody,
  PROBE_BODY,
} from '../../../src/shop/notifications/startup-check/boot-check-nonce.js';
import { isExactlyOk } from '../../../src/shop/notifications/startup-check/boot-check.js';
import { canaryKey } from '../../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';

const OK = { status: 200, contentType: 'text/plain', body: 'OK' };

describe('what a shop does about its notification route when it starts', () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 15, 11));
  let shop: ShopHost;
  let check: BootCheck;

  beforeAll(async () => {
    const [web] = shopOptions().terminalGroups;
    const of = (name: string, notificationUrl: string) => ({
      ...web!,
      name,
      apiKeys: [canaryKey(name)],
      notificationUrl,
    });
    const terminalGroups = [
      of('web', 'http://localhost:3000/payments/notifications/web'),
      of('till', 'http://localhost:3000/payments/notifications/till/'),
      of('kiosk', 'http://localhost:3000/hooks/kiosk'),
    ];
    shop = await startShop({ options: { workers: 'off', clock, terminalGroups } });
    check = shop.app.get(BootCheck);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return shop.forget();
  });
  afterAll(() => shop.close());

  const answered = (answer: object, path = '/payments/notifications/web') =>
    jest.spyOn(check, 'probe').mockResolvedValue({ path, answer: { ...OK, ...answer } });

  test('it sends a notification to itself, and says what came of it', async () => {
    const prefix = (given: string): unknown =>
      jest.spyOn(shop.app.get(ApplicationConfig), 'getGlobalPrefix').mockReturnValue(given);
    const learnt = jest.spyOn(shop.app.get(TerminalGroups), 'whenLearnt').mockImplementation(() => undefined);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const runs = (title: string): Promise<unknown> => written.step(title, () => check.run());
      await runs('all is well');
      const [group] = shop.app.get(TerminalGroups).all;
      const asked = jest.spyOn(check, 'testRequest');
      const reads = (title: string): Promise<unknown> =>
        written.step(title, async () => {
          asked.mockClear();
          const { path } = await check.probe(group!);
          return `${asked.mock.calls.map(([, each]) => each).join(', then ')}: found at ${path}`;
        });
      await reads('without a prefix');
      prefix('/api/');
      await reads('it is looked for below the prefix, and then without');
      jest.restoreAllMocks();
      const warnOf = learnt.mock.calls[0]![0] as (found: Pick<TerminalGroup, 'name' | 'notificationUrl'>) => void;
      await written.step('a group is found later', () =>
        warnOf({ name: 'new', notificationUrl: 'http://localhost/payments/notifications/new' }),
      );
      await written.step('another one, with another address', () =>
        warnOf({ name: 'odd', notificationUrl: 'http://localhost/hooks/odd' }),
      );
      answered({ status: 302, body: 'x'.repeat(101) });
      await runs('another answer comes');
      answered({ status: 503, body: 'not ready: raw body missing' });
      await runs('no bytes come');
      jest.spyOn(check, 'probe').mockRejectedValue(new Error('no socket'));
      await runs('it cannot be sent');
      const error = refusal({ code: 'OPTIONS_INVALID', kind: 'configuration', message: 'no such option' });
      jest.spyOn(check, 'probe').mockRejectedValue(error);
      await runs('the shop is not in order');
    });
    expect(transcript).toMatchSnapshot();
  });

  it('finds the address of each group below the route, whatever stands before it', async () => {
    answered({}, '/api/pay/web');
    await check.run();
    expect(shop.logs.lines).toMatchInlineSnapshot(`
     [
       "log Terminal group web: register http://localhost:3000/payments/notifications/web with the service; it must reach POST /api/pay/web of this application. Tillbridge:Notifications",
       "warn notificationUrl of terminal group web (http://localhost:3000/payments/notifications/web) does not end in /api/pay/web, where this application listens. That is right only if a proxy rewrites the path. Tillbridge:Notifications",
       "log Terminal group till: register http://localhost:3000/payments/notifications/till/ with the service; it must reach POST /api/pay/till of this application. Tillbridge:Notifications",
       "warn notificationUrl of terminal group till (http://localhost:3000/payments/notifications/till/) does not end in /api/pay/till, where this application listens. That is right only if a proxy rewrites the path. Tillbridge:Notifications",
       "log Terminal group kiosk: register http://localhost:3000/hooks/kiosk with the service; it must reach POST /api/pay/kiosk of this application. Tillbridge:Notifications",
       "warn notificationUrl of terminal group kiosk (http://localhost:3000/hooks/kiosk) does not end in /api/pay/kiosk, where this application listens. That is right only if a proxy rewrites the path. Tillbridge:Notifications",
     ]
    `);
  });

  it('is nothing to a process without a server', async () => {
    const parts = [{ all: [] }, {}, {}, {}, {}, clock];
    const tool = Reflect.construct(BootCheck, parts) as BootCheck;
    await expect(tool.run()).resolves.toBeUndefined();
  });

  it.each([
    [{}, true],
    [{ status: 201 }, false],
    [{ body: 'OK ' }, false],
    [{ contentType: 'text/plain; charset=utf-8' }, false],
  ])('takes %j for what acknowledges: %s', (change, is) => {
    expect(isExactlyOk({ ...OK, ...change })).toBe(is);
  });

  it('knows its own requests by a secret', () => {
    const nonce = new BootCheckNonce();
    const other = nonce.value.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(
      [nonce.value, other, `${nonce.value}0`, '', undefined, [nonce.value]].map((each) => nonce.matches(each)),
    ).toEqual([true, false, false, false, false, false]);
    expect(nonce.isOn({ 'x-tillbridge-boot-check': nonce.value })).toBe(true);
    expect(nonce.isOn({})).toBe(false);
    expect([nonce.value.length, nonce.key.length, nonce.value === nonce.key]).toEqual([64, 64, false]);
    expect([PROBE_BODY, `${PROBE_BODY} `].map((body) => isTestBody(Buffer.from(body)))).toEqual([true, false]);
  });
});
