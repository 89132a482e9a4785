import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { describeOneEngine } from '../../support/engines.js';
import { json, refusal, reset, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const MINUTE = 60_000;
const who = { by: 'ann', why: 'the bank has called' };
const done: Reply = json(200, { success: true, data: {} });

describeOneEngine('a payment that the shop has asked the service to end', (engine) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 15, 11));
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const calls = { circuitBreaker: 'off', readAttempts: 1 } as const;
    const terminalGroups = [{ ...web!, baseUrl: service.url, calls }];
    shop = await startShop({ engine, options: { workers: 'off', clock, terminalGroups } });
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const orders = () => shop.payments.group('web').orders;
  const found = (orderId: string, status: string, skewMs = 0): Reply =>
    json(200, { success: true, data: orderBody({ orderId, amount: 1_250, status, at: clock.now() + skewMs }) });
  /** The service shows the order so, a minute later; its clock may be another one than the shop's. */
  async function becomes(orderId: string, status: string, skewMs = 0): Promise<string | null> {
    clock.advance(MINUTE);
    service.script(found(orderId, status, skewMs));
    return (await orders().sync(orderId, who)).attention;
  }
  async function paid(orderId: string): Promise<void> {
    await shop.addOrder(orderId, 1_250, 'web', clock.now());
    expect(await becomes(orderId, 'completed')).toBeNull();
    clock.advance(MINUTE);
  }
  const ends = {
    cancel: (orderId: string) => orders().cancel(orderId),
    'end of a reservation': (orderId: string) => orders().cancelReservation(orderId, { reason: 'sold out' }),
  };
  const both = Object.entries(ends);

  it.each(both)('calls for no one when it is void, as was asked for: %s', async (name, end) => {
    const orderId = `DONE-${name[0]}`;
    await paid(orderId);
    service.script(done);
    await end(orderId);
    expect(await becomes(orderId, 'void')).toBeNull();
  });

  it.each(both)('calls for a person when the service has refused, and it is annulled later: %s', async (name, end) => {
    const orderId = `REFUSED-${name[0]}`;
    await paid(orderId);
    service.script(refusal(1006));
    await expect(end(orderId)).rejects.toMatchObject({ code: 'SERVICE_1006' });
    expect(await becomes(orderId, 'void')).toBe('voided');
  });

  it('calls for no one where no answer came: the service may have done it', async () => {
    await paid('UNHEARD');
    service.script(reset);
    await expect(orders().cancel('UNHEARD')).rejects.toMatchObject({ execution: 'unknown' });
    expect(await becomes('UNHEARD', 'void')).toBeNull();
  });

  it('calls for no one where it was ended before, and the service refuses to do so again', async () => {
    await paid('TWICE');
    service.script(done, refusal(1006));
    await orders().cancel('TWICE');
    await expect(orders().cancel('TWICE')).rejects.toMatchObject({ code: 'SERVICE_1006' });
    expect(await becomes('TWICE', 'void')).toBeNull();
  });

  it('calls for a person when it came all the same, and the clock of the service is behind', async () => {
    await shop.addOrder('BEHIND', 1_250, 'web', clock.now());
    service.script(reset);
    await expect(orders().cancel('BEHIND')).rejects.toMatchObject({ execution: 'unknown' });
    expect(await becomes('BEHIND', 'completed', -5 * MINUTE)).toBeNull();
    expect(await orders().find('BEHIND')).toMatchObject({ paid: true });
    expect(await becomes('BEHIND', 'void', -5 * MINUTE)).toBe('voided');
  });

  it('calls for a person when it came all the same, and is annulled after that', async () => {
    await shop.addOrder('LATE', 1_250, 'web', clock.now());
    service.script(done);
    await orders().cancel('LATE');
    expect(await becomes('LATE', 'void')).toBeNull();
    expect(await becomes('LATE', 'completed')).toBe('paid_after_cancel');
    expect((await orders().acknowledge('LATE', who)).attention).toBeNull();
    expect(await becomes('LATE', 'void')).toBe('voided');
  });

  it('calls for a person where it was paid while another was to take its place', async () => {
    const input = { orderId: 'TABS', description: 'Mugs', redirectUrl: 'http://localhost:3000/return' };
    const page = (orderId: string): Reply =>
      json(200, { success: true, data: { order_id: orderId, payment_url: 'http://localhost:4000/pay/1' } });
    service.script(page('TABS'));
    await orders().create({ ...input, amount: Money.ofMinor(1_250, 'EUR') });
    clock.advance(MINUTE);
    service.script(found('TABS', 'initialized'), refusal(1006), found('TABS', 'completed'));
    const other = orders().create({ ...input, amount: Money.ofMinor(1_300, 'EUR') });
    await expect(other).rejects.toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(await orders().find('TABS')).toMatchObject({ paid: true, attention: null });
    expect(await becomes('TABS', 'void')).toBe('voided');
  });
});
