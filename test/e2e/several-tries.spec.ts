import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Money, OnPayment, type PaymentEvent } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { orderBody } from 'tillbridge/testing';
import { canaryKey } from '../support/canary.js';
import { describeOneEngine } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const HOUR = 3_600_000;
/** Ids grow with time. */
const [CARD, TRANSFER] = ['1756720780000123', '1756720990000456'];

/** Notes what is reported of each order. */
@Injectable()
class Reported {
  private readonly events: PaymentEvent[] = [];

  @OnPayment(['completed', 'declined', 'cancelled', 'expired', 'uncleared', 'paid_after_cancel'])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

describeOneEngine('several tries on one page, each a transaction of its own', (engine) => {
  let shop: ShopHost;
  let service: RunningSandbox;
  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    const [web] = shopOptions().terminalGroups;
    const options = { terminalGroups: [{ ...web!, baseUrl: service.url }] };
    shop = await startShop({ engine, options, providers: [Reported] });
  });
  afterAll(async () => {
    await service.close();
    await shop.close();
  });

  const create = (orderId: string) =>
    shop.payments.group('web').orders.create({
      orderId,
      amount: Money.of('12.50', 'EUR'),
      description: 'Two mugs',
      redirectUrl: 'http://localhost:3000/return',
    });

  /** What the service tells of one try, `hoursAgo` as its own clock says. */
  async function receive(orderId: string, transactionId: string, status: string, hoursAgo: number): Promise<void> {
    const at = Date.now() - hoursAgo * HOUR;
    const body = orderBody({ orderId, amount: 1_250, status, transactionId, at });
    expect(await (await shop.notify({ orderId, body })).text()).toBe('OK');
    await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0, {
      what: 'the inbox to be worked off',
    });
  }
  const find = (orderId: string) => shop.payments.orders.find(orderId);
  const reported = (orderId: string): string[] => shop.app.get(Reported).of(orderId);

  it('a card that was left runs out while a transfer is awaited: the order goes on, and is paid by it', async () => {
    await create('T-1');
    await receive('T-1', CARD!, 'initialized', 5);
    await receive('T-1', TRANSFER!, 'initialized', 4);
    await receive('T-1', CARD!, 'expired', 3);
    expect(await find('T-1')).toMatchObject({ status: 'initialized', transactionId: TRANSFER });
    await receive('T-1', TRANSFER!, 'completed', 1);
    expect(await find('T-1')).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(reported('T-1')).toEqual(['completed']);
  });

  it('a try that the shopper gives up ends nothing while the money of an earlier one is on its way', async () => {
    await create('T-2');
    await receive('T-2', CARD!, 'uncleared', 5);
    await receive('T-2', TRANSFER!, 'void', 4);
    expect(await find('T-2')).toMatchObject({ status: 'uncleared', transactionId: CARD });
    await receive('T-2', CARD!, 'completed', 1);
    expect(await find('T-2')).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(reported('T-2')).toEqual(['uncleared', 'completed']);
  });

  it('the end of the last one is the end of the order, once', async () => {
    await create('T-3');
    await receive('T-3', CARD!, 'initialized', 5);
    await receive('T-3', TRANSFER!, 'initialized', 4);
    await receive('T-3', CARD!, 'expired', 3);
    await receive('T-3', TRANSFER!, 'expired', 1);
    expect(await find('T-3')).toMatchObject({ status: 'expired', paid: false });
    expect(reported('T-3')).toEqual(['expired']);

    await create('T-4');
    await receive('T-4', CARD!, 'initialized', 5);
    await receive('T-4', TRANSFER!, 'void', 4);
    await receive('T-4', CARD!, 'expired', 3);
    expect(await find('T-4')).toMatchObject({ status: 'cancelled', paid: false });
    expect(reported('T-4')).toEqual(['cancelled']);
  });
});
