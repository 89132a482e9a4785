import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Money, OnPayment, type PaymentEvent } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { ManualClock } from 'tillbridge/testing';
import { afterCommit } from '../../src/database/engine/index.js';
import { canaryKey } from '../support/canary.js';
import { describeOneEngine, type TestEngineName } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const DAY = 86_400_000;

/** Notes what is reported of each order. A transaction that is rolled back and tried again runs the handler twice. */
@Injectable()
class Reported {
  private readonly events: PaymentEvent[] = [];

  @OnPayment(['completed', 'shipped', 'voided', 'expired', 'cancelled'])
  note(event: PaymentEvent, tx: EntityManager): void {
    afterCommit(tx, () => this.events.push(event));
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

interface Both {
  readonly shop: ShopHost;
  readonly service: RunningSandbox;
}

/** Both by one clock: notifications of another month are refused. */
async function startBoth(engine: TestEngineName): Promise<Both> {
  const clock = new ManualClock(Date.now());
  const service = await startSandbox({ clock, terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
  const [web] = shopOptions().terminalGroups;
  const shop = await startShop({
    engine,
    providers: [Reported],
    options: { clock, terminalGroups: [{ ...web!, baseUrl: service.url }] },
  });
  return { shop, service };
}

describeOneEngine('money that a lender has promised', (engine) => {
  let both: Both;
  beforeAll(async () => void (both = await startBoth(engine)));
  afterAll(async () => {
    await both.service.close();
    await both.shop.close();
  });

  const create = (orderId: string, notificationUrl = `${both.shop.url}/payments/notifications/web`) =>
    both.shop.payments.group('web').orders.create({
      orderId,
      notificationUrl,
      amount: Money.of('12.50', 'EUR'),
      description: 'Two mugs',
      redirectUrl: 'http://localhost:3000/return',
    });
  const reaches = (orderId: string, expected: object) =>
    waitFor(
      async () => {
        const order = await both.shop.payments.orders.find(orderId);
        return Object.entries(expected).every(([name, value]) => Reflect.get(order ?? {}, name) === value);
      },
      { what: `${orderId} to be ${JSON.stringify(expected)}` },
    );
  const reported = (orderId: string): string[] => both.shop.app.get(Reported).of(orderId);

  it('is gone when no shipment was reported in time, which a person is told once; and stays where one was', async () => {
    const { service } = both;
    for (const orderId of ['L-left', 'L-sent']) {
      await create(orderId);
      await service.sandbox.pay(orderId, { method: 'KLARNA' });
      await reaches(orderId, { paid: true });
    }
    await service.sandbox.advance(DAY);
    await service.sandbox.ship('L-sent');
    await reaches('L-sent', { status: 'shipped' });
    await service.sandbox.advance(29 * DAY);
    await reaches('L-left', { status: 'voided', serviceStatus: 'expired', attention: 'voided' });
    expect(reported('L-left')).toEqual(['completed', 'voided']);
    await service.sandbox.advance(200 * DAY);
    await service.sandbox.idle();
    expect(await both.shop.payments.orders.find('L-sent')).toMatchObject({ status: 'shipped', attention: null });
    expect(reported('L-sent')).toEqual(['completed', 'shipped']);
    expect(reported('L-left')).toEqual(['completed', 'voided']);
  });

  it.each([
    ['IN3', 14],
    ['KLARNA', 28],
    ['PAYAFTER', 30],
    ['AFTERPAY', 90],
  ])('is gone, too, where no notification of it arrives: %s, after %d days', async (method, days) => {
    const { service } = both;
    const orderId = `L-${method}`;
    // A port on which nothing listens.
    await create(orderId, 'http://127.0.0.1:9/lost');
    await service.sandbox.pay(orderId, { method });
    await both.shop.payments.orders.settle(orderId, { group: 'web' });
    await reaches(orderId, { paid: true });
    await service.sandbox.advance(days * DAY - 60_000);
    await both.shop.drain();
    expect(await both.shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', attention: null });
    await service.sandbox.advance(DAY + 120_000);
    await reaches(orderId, { status: 'voided', serviceStatus: 'expired', attention: 'voided' });
    expect(reported(orderId)).toEqual(['completed', 'voided']);
  });

  it('is gone, too, where a part of it was given back before', async () => {
    const { service, shop } = both;
    await create('L-part', 'http://127.0.0.1:9/lost');
    await service.sandbox.pay('L-part', { method: 'KLARNA' });
    await service.sandbox.refund('L-part', { amount: 500 });
    await shop.payments.orders.settle('L-part', { group: 'web' });
    await reaches('L-part', { paid: true, status: 'partial_refunded' });
    await service.sandbox.advance(29 * DAY + 120_000);
    await reaches('L-part', { status: 'voided', serviceStatus: 'expired', attention: 'voided' });
    expect(await shop.payments.refunds.remaining('L-part')).toMatchObject({ amount: 0 });
  });

  it.each([
    ['KLARNA', 28],
    ['AFTERPAY', 90],
  ])('is asked about again where the read of that day fails, and no notification arrives: %s', async (method, days) => {
    const { service, shop } = both;
    const orderId = `L-unread-${method}`;
    await create(orderId, 'http://127.0.0.1:9/lost');
    await service.sandbox.pay(orderId, { method });
    await shop.payments.orders.settle(orderId, { group: 'web' });
    await reaches(orderId, { paid: true });
    service.sandbox.faults.next('read', 'error-before', 100);
    await service.sandbox.advance((days + 1) * DAY + 120_000);
    await shop.drain();
    await waitFor(
      async () =>
        (await shop.count(
          `tillbridge_poll WHERE service_order_id = '${orderId}' AND (state = 'parked' OR last_error IS NOT NULL)`,
        )) === 1,
      { what: 'the read to have failed' },
    );
    service.sandbox.faults.clear();
    await service.sandbox.advance(2 * 3_600_000);
    await reaches(orderId, { status: 'voided', attention: 'voided' });
    expect(reported(orderId)).toEqual(['completed', 'voided']);
  });
});
