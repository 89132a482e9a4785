import { beforeEach, describe, expect, it } from '@jest/globals';
import { submit } from '../support/service.js';
import { ID, useStage } from '../support/stage.js';

const stage = useStage();
const HOUR_MS = 3_600_000;
const BACK = 'https://shop.example/return';
let url: string;

const textOf = async (): Promise<string> => (await fetch(url)).text();
const statusOf = async (): Promise<unknown> => (await stage.service.get(ID)).json.data['status'];
const open = async (fields: Record<string, unknown> = {}): Promise<void> => {
  const payment_options = { notification_url: `${stage.receiver.url}/order`, redirect_url: BACK };
  url = await stage.service.paymentUrl({ payment_options, ...fields });
};
const causes = async (): Promise<string[]> => {
  await stage.service.sandbox.idle();
  return (await stage.service.sandbox.deliveries(ID)).map(({ cause }) => cause);
};

beforeEach(() => stage.start());

describe('a payment that is held', () => {
  it.each([
    ['accepted', 'Payment received', 'completed'],
    ['rejected', 'Payment declined', 'declined'],
  ])('waits on its page, where it is %s', async (decision, title, status) => {
    await open();
    expect((await submit(url, { outcome: 'uncleared', method: 'VISA' })).headers.get('location')).toBe(url);
    expect(await statusOf()).toBe('uncleared');
    const waiting = await textOf();
    expect(waiting).toContain('Your payment is being checked');
    expect(waiting).toContain('value="accepted"');
    expect(waiting).toContain('value="rejected"');
    expect((await submit(url, { outcome: decision })).headers.get('location')).toBe(url);
    expect(await statusOf()).toBe(status);
    expect(await textOf()).toContain(title);
    expect(await textOf()).not.toContain('value="accepted"');
    expect(await causes()).toEqual(['created', 'uncleared', decision]);
  });

  it('cannot be paid, and is decided once', async () => {
    await open();
    await submit(url, { outcome: 'uncleared' });
    expect((await submit(url, { outcome: 'paid' })).status).toBe(409);
    await submit(url, { outcome: 'accepted' });
    const again = await submit(url, { outcome: 'rejected' });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain('Already paid');
    expect(await statusOf()).toBe('completed');
  });

  it('cannot be decided before it is held', async () => {
    await open();
    expect((await submit(url, { outcome: 'accepted' })).status).toBe(400);
    expect(await statusOf()).toBe('initialized');
  });
});

describe('a page whose time has passed', () => {
  it('says so, and lets a bank transfer arrive late', async () => {
    await open({ seconds_active: 3_600 });
    stage.service.clock.advance(HOUR_MS);
    const expired = await textOf();
    expect(expired).toContain('This page has expired');
    expect(expired).toContain('value="late"');
    expect((await submit(url, { outcome: 'paid' })).status).toBe(409);
    expect(await statusOf()).toBe('expired');
    const response = await submit(url, { outcome: 'late' });
    expect(response.headers.get('location')).toBe(`${BACK}?transactionid=${ID}`);
    expect((await stage.service.get(ID)).json.data).toMatchObject({
      status: 'completed',
      payment_details: { type: 'BANKTRANS' },
    });
    expect(await causes()).toEqual(['created', 'expired', 'paid']);
    expect((await submit(url, { outcome: 'late' })).status).toBe(409);
  });

  it.each([
    ['cancelled', 'Payment cancelled'],
    ['unfinished', 'Payment left unfinished'],
  ])('lets a bank transfer arrive after it was %s, too', async (outcome, title) => {
    await open();
    await submit(url, { outcome });
    const closed = await textOf();
    expect(closed).toContain(title);
    expect(closed).toContain('value="late"');
    expect((await submit(url, { outcome: 'paid' })).status).toBe(409);
    expect((await submit(url, { outcome: 'late' })).headers.get('location')).toBe(`${BACK}?transactionid=${ID}`);
    expect(await statusOf()).toBe('completed');
    expect((await causes()).at(-1)).toBe('paid');
  });

  it('offers no transfer where the shop has fixed another method', async () => {
    await open({ seconds_active: 3_600, gateway: 'VISA' });
    stage.service.clock.advance(HOUR_MS);
    expect(await textOf()).not.toContain('value="late"');
    expect((await submit(url, { outcome: 'late' })).status).toBe(409);
    expect(await statusOf()).toBe('expired');
  });

  it('is replaced when the shop starts the payment again', async () => {
    await open();
    const first = url;
    await open();
    expect(await (await fetch(first)).text()).toContain('There is a newer page for this order');
    expect(await textOf()).toContain('How would you like to pay?');
  });
});
