import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { KeyProbeRule, TerminalGroupOptions } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { orderBody } from 'tillbridge/testing';
import { keyId } from '../../../src/protocol/index.js';
import { KEY_OVERLAP_MS } from '../../../src/shop/core/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import { accepted, existing, newOrder } from '../../support/order-stage.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { findLeaks } from '../../support/secret-walk.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const [WEB] = shopOptions().terminalGroups;
const groupOf = (name: string, change: Partial<TerminalGroupOptions>): TerminalGroupOptions => ({
  ...WEB!,
  name,
  apiKeys: [canaryKey(name)],
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  ...change,
});

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serviceUp(): Promise<ScriptedService> {
  const service = await ScriptedService.start();
  cleanUps.push(() => service.close());
  return service;
}

async function shopUp(terminalGroups: TerminalGroupOptions[], clock?: ManualClock): Promise<ShopHost> {
  const shop = await startShop({ options: { workers: 'off', terminalGroups, ...(clock ? { clock } : {}) } });
  cleanUps.push(() => shop.close());
  return shop;
}

const keysSeen = (service: ScriptedService): unknown[] => service.calls.map(({ headers }) => headers['api_key']);

describe('the key of a call', () => {
  it('is that of the terminal group of the order, whatever is done with it and wherever from (scenario C1)', async () => {
    const service = await serviceUp();
    const shop = await shopUp(['web', 'till'].map((name) => groupOf(name, { baseUrl: service.url })));
    for (const name of ['web', 'till', 'web']) {
      const { orderId } = newOrder();
      service.script(accepted, existing(orderId), existing(orderId));
      await shop.payments.group(name).orders.create(newOrder({ orderId }));
      await shop.payments.group(name).orders.get(orderId);
      // Named by its id alone, as a return page or a job does it.
      await shop.payments.orders.settle(orderId);
      expect(keysSeen(service)).toEqual([canaryKey(name), canaryKey(name), canaryKey(name)]);
    }
  });

  it('is that of the mode it is made in, as is the host, with clients of two modes in turn and at once (scenario C3)', async () => {
    const services = { trial: await serviceUp(), box: await serviceUp() };
    const shop = await shopUp([
      groupOf('trial', { mode: 'test', baseUrl: services.trial.url }),
      groupOf('box', { mode: 'sandbox', baseUrl: services.box.url, apiKeyIn: 'query' }),
    ]);
    const rounds = 10;
    for (const service of Object.values(services)) {
      service.script(...Array.from({ length: rounds }, () => [existing('C-3'), existing('C-3')]).flat());
    }
    const read = (name: string) => shop.payments.group(name).orders.get('C-3');
    for (let round = 0; round < rounds; round += 1) await read(round % 2 === 0 ? 'trial' : 'box');
    await Promise.all(Array.from({ length: rounds }, (_, round) => read(round % 2 === 0 ? 'box' : 'trial')));

    expect(keysSeen(services.trial)).toEqual(Array.from({ length: rounds }, () => canaryKey('trial')));
    const addresses = services.box.calls.map(({ url }) => url);
    expect(addresses).toEqual(Array.from({ length: rounds }, () => `/v1/json/orders/C-3?api_key=${canaryKey('box')}`));
  });

  it('changes at the appointed time; what the old one signed is believed until its resends are over (scenario C2)', async () => {
    const service = await serviceUp();
    const clock = new ManualClock();
    const change = clock.now() + 60_000;
    const [old, fresh] = [canaryKey('old'), canaryKey('fresh')];
    const at = new Date(change).toISOString();
    const apiKeys = [
      { key: `"${old}"\u200b`, until: at },
      { key: ` ${fresh}\n`, from: at },
    ];
    const shop = await shopUp([{ ...WEB!, apiKeys, baseUrl: service.url }], clock);
    const created = newOrder();
    const stateAt = async (ms: number) => {
      clock.set(ms);
      service.script(existing(created.orderId));
      await shop.payments.group('web').orders.get(created.orderId);
      const body = orderBody({ orderId: created.orderId, amount: 1250, at: ms });
      const answers = [old, fresh].map((key) => shop.notify({ orderId: created.orderId, body, at: ms, key }));
      return [...keysSeen(service), ...(await Promise.all(answers)).map(({ status }) => status)];
    };
    service.script(accepted);
    await shop.payments.group('web').orders.create(created);
    expect(keysSeen(service)).toEqual([old]);

    expect(await stateAt(change - 1)).toEqual([old, 200, 200]);
    expect(await stateAt(change)).toEqual([fresh, 200, 200]);
    expect(await stateAt(change + KEY_OVERLAP_MS - 1)).toEqual([fresh, 200, 200]);
    expect(await stateAt(change + KEY_OVERLAP_MS)).toEqual([fresh, 401, 200]);
    const rows = (await shop.dataSource.query(
      'SELECT key_id AS id, COUNT(*) AS n FROM tillbridge_notification GROUP BY key_id',
    )) as { id: string; n: number | string }[];
    const counts = Object.fromEntries(rows.map(({ id, n }) => [id, Number(n)]));
    expect(counts).toEqual({ [keyId(old)]: 3, [keyId(fresh)]: 4 });
  });
});

describe('the probe of the keys at the start', () => {
  let sandbox: RunningSandbox;
  let other: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    other = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('other') }] });
  });

  afterAll(() => Promise.all([sandbox.close(), other.close()]));

  const group = (key: string, probe: KeyProbeRule, change: Partial<TerminalGroupOptions> = {}) =>
    groupOf('web', { apiKeys: [key], baseUrl: sandbox.url, probe, ...change });

  const refusalOf = async (...groups: TerminalGroupOptions[]): Promise<Error> => {
    const error = await shopUp(groups).then(
      () => new Error('it started'),
      (failure: Error) => failure,
    );
    expect(findLeaks(error)).toEqual([]);
    return error;
  };

  it('keeps a shop from starting, naming every group whose key the service does not know (scenario C3)', async () => {
    const error = await refusalOf(
      group(canaryKey('web'), 'refuse'),
      groupOf('till', { baseUrl: sandbox.url, probe: 'refuse', apiKeyIn: 'query' }),
      groupOf('kiosk', { mode: 'test', baseUrl: sandbox.url, probe: 'refuse' }),
    );
    expect(error).toMatchObject({ code: 'KEY_REFUSED', kind: 'configuration' });
    const host = sandbox.url.slice('http://'.length);
    expect(error.message).toContain(`key ${keyId(canaryKey('till'))} of terminal group till (mode sandbox, ${host})`);
    expect(error.message).toContain(`key ${keyId(canaryKey('kiosk'))} of terminal group kiosk (mode test, ${host})`);
    expect(error.message).not.toContain('group web');
  });

  it('says whether it is a key of the other mode, and asks the other side only when it is told where', async () => {
    const elsewhere = other.url.slice('http://'.length);
    const silent = await refusalOf(group(canaryKey('other'), 'refuse'));
    expect(silent.message).not.toContain(elsewhere);
    const known = await refusalOf(group(canaryKey('other'), 'refuse', { otherModeUrl: other.url }));
    expect(known.message).toContain(`It is known at ${elsewhere}: a key of the other mode.`);
    const unknown = await refusalOf(group(canaryKey('nobody'), 'refuse', { otherModeUrl: `${other.url}/` }));
    expect(unknown.message).toContain(`It is not known at ${elsewhere} either.`);
    const unclear = await refusalOf(group(canaryKey('nobody'), 'refuse', { otherModeUrl: 'http://127.0.0.1:9' }));
    expect(unclear.message).toContain('could not be found out');
  });

  it('warns where it is to warn, and of keys that make no calls now', async () => {
    const spare = [canaryKey('web'), canaryKey('revoked')];
    const [warned, spared] = [
      await shopUp([group(canaryKey('nobody'), 'warn')]),
      await shopUp([group('', 'refuse', { apiKeys: spare })]),
    ];
    expect(warned.logs.matching('Every call of this group would fail.')).toHaveLength(1);
    const [line] = spared.logs.matching('still verifies notifications');
    expect(line).toContain(`warn The service does not know key ${keyId(canaryKey('revoked'))}`);
  });

  it('never keeps a shop from starting because the service cannot be reached, or is not well', async () => {
    const unwell = await serviceUp();
    const shop = await shopUp([
      group(canaryKey('web'), 'refuse', { baseUrl: 'http://127.0.0.1:9' }),
      groupOf('till', { probe: 'refuse', baseUrl: unwell.url }),
    ]);
    expect(
      shop.logs
        .matching('Could not try key')
        .map((line) => /group (\w+)/.exec(line)?.[1])
        .toSorted(),
    ).toEqual(['till', 'web']);
  });

  it('does not keep the start waiting for as long as the service asks for', async () => {
    const busy = await serviceUp();
    busy.script((response) => void response.writeHead(429, { 'retry-after': '20' }).end('{}'));
    const shop = await shopUp([group(canaryKey('web'), 'refuse', { baseUrl: busy.url })]);
    expect(shop.logs.matching('Could not try key')).toHaveLength(1);
    expect(busy.calls).toHaveLength(1);
  });

  it('takes no setting that it does not know, and sends no key to the other side unprotected', async () => {
    const error = await refusalOf(
      group(canaryKey('web'), 'perhaps' as KeyProbeRule),
      groupOf('till', { mode: 'test', otherModeUrl: 'HTTP://api.shop.example' }),
      groupOf('kiosk', { otherModeUrl: 'the other one' }),
    );
    expect(error.message).toContain('terminalGroups.0.probe: probe must be off, warn or refuse');
    expect(error.message).toContain('terminalGroups.1.otherModeUrl: must be https');
    expect(error.message).toContain('terminalGroups.2.otherModeUrl: otherModeUrl must be an absolute http(s) URL');
  });

  it('is not made unless it is asked for', async () => {
    const service = await serviceUp();
    await shopUp([groupOf('web', { baseUrl: service.url }), groupOf('till', { baseUrl: service.url, probe: 'off' })]);
    expect(service.calls).toEqual([]);
  });
});
