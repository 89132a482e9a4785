import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SandboxSwitches } from 'tillbridge/sandbox';
import { call } from './support/api.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, startService, submit, WEB_KEY, type Service } from './support/service.js';
import { orderIn } from './support/stage.js';

const ID = ORDER.order_id;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let receiver: Receiver;
let service: Service;

beforeEach(async () => {
  receiver = await startReceiver();
  service = await startService({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY, notificationUrl: receiver.url }] });
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

const statusNow = async (): Promise<unknown> => (await service.get(ID)).json.data['status'];
const open = (pageAfterEnd: SandboxSwitches['pageAfterEnd']) => service.sandbox.adjust('web', { pageAfterEnd });
/** Two tries on one page, the second of them paid. */
const tryTwice = async (link: string, first: Record<string, string>): Promise<number[]> => {
  const before = await submit(link, first);
  await service.sandbox.idle();
  const tries = [before, await submit(link, { method: 'IDEAL', outcome: 'paid' })];
  await service.sandbox.idle();
  return tries.map(({ status }) => status);
};

describe('a page on which a payment has ended unpaid', () => {
  it.each([
    ['cancelled', 'IDEAL', 'void'],
    ['cancelled', 'VISA', 'declined'],
    ['expired', 'IDEAL', 'expired'],
    ['unfinished', 'IDEAL', 'canceled'],
  ])(
    'takes another payment until its time is up, and no more where the account says so: %s, %s',
    async (outcome, method, word) => {
      const link = await service.paymentUrl();
      expect(await tryTwice(link, { method, outcome })).toEqual([303, 409]);
      expect(await statusNow()).toBe(word);

      open('open');
      const kept = await service.paymentUrl({ order_id: 'S2' });
      expect(await tryTwice(kept, { method, outcome })).toEqual([303, 303]);
      expect((await service.get('S2')).json.data).toMatchObject({
        status: 'completed',
        payment_details: { type: 'IDEAL' },
      });
      const reported = receiver.requests.map(orderIn).filter((order) => order['order_id'] === 'S2');
      expect(reported.map((order) => order['status'])).toEqual(['initialized', word, 'completed']);
    },
  );

  it('has one transaction of the order for each try', async () => {
    open('open');
    const link = await service.paymentUrl();
    await tryTwice(link, { method: 'IDEAL', outcome: 'cancelled' });
    const { data } = (await call(service, 'GET /transactions')).json;
    expect(data).toMatchObject([
      { order_id: ID, status: 'completed' },
      { order_id: ID, status: 'void' },
    ]);
  });

  it('ends at its time, thirty days where the shop does not say', async () => {
    open('open');
    const link = await service.paymentUrl();
    await submit(link, { method: 'IDEAL', outcome: 'cancelled' });
    await service.sandbox.advance(30 * DAY - 1);
    expect(await (await fetch(link)).text()).toContain('IDEAL');
    await service.sandbox.advance(1);
    expect((await submit(link, { method: 'IDEAL', outcome: 'paid' })).status).toBe(409);
    expect(await statusNow()).toBe('void');
    expect(await (await fetch(link)).text()).not.toContain('IDEAL');
  });

  it('ends when the shop calls the order off, and when it is paid', async () => {
    open('open');
    const link = await service.paymentUrl();
    const answer = await call(service, `PATCH /orders/${ID}`, { status: 'cancelled' });
    expect(answer.status).toBe(200);
    expect((await submit(link, { method: 'IDEAL', outcome: 'paid' })).status).toBe(409);
    const other = await service.paymentUrl({ order_id: 'S2' });
    await submit(other, { method: 'IDEAL', outcome: 'paid' });
    expect((await submit(other, { method: 'VISA', outcome: 'paid' })).status).toBe(409);
  });
});
