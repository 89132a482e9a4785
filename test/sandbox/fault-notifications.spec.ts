import { describe, expect, it } from '@jest/globals';
import type { FaultKind } from '../../src/sandbox/index.js';
import { ID, orderIn, QUARTER_MS, recomputedAuth, useStage, WITHOUT_SITE } from './support/stage.js';
import { WEB_KEY } from './support/service.js';

const stage = useStage();

/** Starts a sandbox and makes an order whose first notification has arrived. */
async function begin(options = {}): Promise<void> {
  await stage.start({ ...WITHOUT_SITE, ...options });
  stage.receiver.mayBeForged = true;
  await stage.service.create(stage.withUrl());
  await stage.service.sandbox.idle();
}

const statuses = (): unknown[] => stage.receiver.requests.map((request) => orderIn(request)['status']);
const history = async () =>
  (await stage.service.sandbox.deliveries(ID)).map(({ verdict, fault }) => [verdict, fault] as const);

describe('a notification', () => {
  it('is delayed by the clock of the sandbox, and then told as things are', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'delay', { delayMs: 90_000 });
    await stage.service.sandbox.pay(ID);
    expect(statuses()).toEqual(['initialized']);
    expect(await stage.service.sandbox.advance(89_999)).toBe(0);
    expect(await stage.service.sandbox.advance(1)).toBe(1);
    expect(statuses()).toEqual(['initialized', 'completed']);
  });

  it('is dropped: nothing arrives, and it is resent as the plan says', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'drop');
    await stage.service.sandbox.pay(ID);
    expect(stage.receiver.requests).toHaveLength(1);
    expect((await history()).at(-1)).toEqual(['timeout', 'drop']);
    await stage.service.sandbox.advance(QUARTER_MS);
    expect(statuses()).toEqual(['initialized', 'completed']);
  });

  it('arrives twice, byte for byte the same', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'duplicate');
    await stage.service.sandbox.pay(ID);
    const [, one, other] = await stage.receiver.received(3);
    expect(one).toEqual(other);
    expect(await history()).toEqual([
      ['acknowledged', null],
      ['acknowledged', 'duplicate'],
      ['acknowledged', 'duplicate'],
    ]);
  });

  it('is overtaken by the next one about the order, and shows the older state when it comes', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'reorder');
    await stage.service.sandbox.decline(ID);
    await stage.service.sandbox.pay(ID);
    expect(statuses()).toEqual(['initialized', 'completed', 'declined']);
    for (const request of stage.receiver.requests) expect(request.headers['auth']).toBe(recomputedAuth(request));
    expect(await stage.service.sandbox.advance(QUARTER_MS)).toBe(0);
  });

  it('is not held back forever when nothing overtakes it', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'reorder');
    await stage.service.sandbox.decline(ID);
    expect(await stage.service.sandbox.advance(60_000)).toBe(1);
    expect(statuses()).toEqual(['initialized', 'declined']);
  });

  it('is corrupted in one byte behind its signature', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'corrupt');
    await stage.service.sandbox.pay(ID);
    const [, damaged] = await stage.receiver.received(2);
    expect(damaged?.headers['auth']).not.toBe(damaged && recomputedAuth(damaged));
    const whole = Buffer.from((await stage.service.get(ID)).text.slice('{"success":true,"data":'.length, -1));
    expect(damaged?.body.length).toBe(whole.length);
    expect([...whole].filter((byte, index) => byte !== damaged?.body[index])).toHaveLength(1);
  });

  it('is signed with a key that no one has', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'wrong-key');
    await stage.service.sandbox.pay(ID);
    const [, forged] = await stage.receiver.received(2);
    expect(String(forged?.headers['auth'])).toMatch(/^[\w+/]+=*$/);
    expect(forged?.headers['auth']).not.toBe(forged && recomputedAuth(forged));
  });

  it('is signed by a clock that is wrong, for once', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'clock-skew', { skewMs: 7_200_000 });
    await stage.service.sandbox.decline(ID);
    await stage.service.sandbox.pay(ID);
    const now = stage.service.clock.now() / 1_000;
    const times = stage.receiver.requests.map(({ query }) => Number(query.get('timestamp')) - now);
    expect(times).toEqual([0, 7_200, 0]);
    for (const request of stage.receiver.requests) expect(request.headers['auth']).toBe(recomputedAuth(request));
  });

  it('loses its answer: the shop has acknowledged, and is told again', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'response-lost');
    await stage.service.sandbox.pay(ID);
    expect((await history()).at(-1)).toEqual(['unreachable', 'response-lost']);
    await stage.service.sandbox.advance(QUARTER_MS);
    expect(statuses()).toEqual(['initialized', 'completed', 'completed']);
  });

  it('breaks off in the middle of its body', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'reset');
    await stage.service.sandbox.pay(ID);
    expect((await history()).at(-1)).toEqual(['unreachable', 'reset']);
    expect(statuses()).toEqual(['initialized']);
  });

  it('arrives in small pieces, and whole', async () => {
    await begin();
    stage.service.sandbox.faults.next('notification', 'slow-body', { delayMs: 40 });
    await stage.service.sandbox.pay(ID);
    const [, paid] = await stage.receiver.received(2);
    expect(paid?.headers['auth']).toBe(paid && recomputedAuth(paid));
    const [, delivery] = await stage.service.sandbox.deliveries(ID);
    expect(delivery).toMatchObject({ verdict: 'acknowledged', fault: 'slow-body' });
    expect(delivery?.durationMs).toBeGreaterThanOrEqual(35);
  });

  it('that is sent by hand is never put off', async () => {
    await begin();
    const [first] = await stage.service.sandbox.deliveries(ID);
    stage.service.sandbox.faults.next('notification', 'reorder');
    stage.service.sandbox.faults.next('notification', 'duplicate');
    await stage.service.sandbox.resend(first?.id ?? '');
    expect(stage.receiver.requests).toHaveLength(3);
    expect(stage.service.sandbox.faults.state().scripted).toMatchObject([{ kind: 'reorder' }]);
  });

  it('meets its fault at both addresses', async () => {
    await begin(twoAddresses());
    stage.site.mayBeForged = true;
    stage.receiver.reply = stage.site.reply = (request) => ({
      status: request.headers['auth'] === recomputedAuth(request) ? 200 : 403,
    });
    stage.service.sandbox.faults.next('notification', 'wrong-key');
    await stage.service.sandbox.pay(ID);
    expect((await history()).slice(-2)).toEqual([
      ['refused', 'wrong-key'],
      ['refused', 'wrong-key'],
    ]);
  });
});

function twoAddresses() {
  return { terminalGroups: [{ name: 'web', apiKey: WEB_KEY, notificationUrl: `${stage.site.url}/site` }] };
}

describe('faults by chance', () => {
  const KINDS: readonly FaultKind[] = ['drop', 'duplicate', 'corrupt', 'wrong-key', 'clock-skew', 'response-lost'];
  const probabilities = Object.fromEntries(KINDS.map((kind) => [kind, 0.12]));

  async function play(seed: number): Promise<string[]> {
    await stage.start({ ...WITHOUT_SITE, faults: { seed, probabilities, operations: ['notification'] } });
    for (let index = 0; index < 12; index += 1) {
      await stage.service.create({ ...stage.withUrl(), order_id: `C-${index}` });
      await stage.service.sandbox.idle();
      await stage.service.sandbox.pay(`C-${index}`);
    }
    return stage.service.sandbox.faults
      .state()
      .injected.map(({ number, kind, target }) => `${number} ${kind} ${target}`);
  }

  it('are the same for the same seed and the same sequence of requests', async () => {
    stage.receiver.mayBeForged = true;
    const [first, again, other] = [await play(11), await play(11), await play(12)];
    expect(first.length).toBeGreaterThan(5);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
