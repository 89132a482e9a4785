import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { PollStage } from '../shop/polling/poll-stage.js';
import { describeOneEngine } from '../support/engines.js';

const MINUTE = 60_000;

/** Notes what is reported of each order. */
@Injectable()
class Reported {
  private readonly events: PaymentEvent[] = [];

  @OnPayment(['completed', 'authorised', 'uncleared', 'shipped', 'declined', 'voided', 'refunded', 'partial_refunded'])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

/** The forms of the service that a test may change, as they usually are. */
const USUAL = { heldShipment: 'uncleared' } as const;

describeOneEngine('what the service may report in another form', (engine) => {
  let stage: PollStage;
  let number = 0;
  beforeAll(async () => {
    stage = await PollStage.start({ engine, providers: [Reported] });
  });
  afterAll(() => stage.close());
  afterEach(() => void stage.sandbox.adjust('web', USUAL));

  /** An order whose notifications arrive. */
  async function create(capture?: 'manual'): Promise<string> {
    const orderId = `F-${(number += 1)}`;
    const notificationUrl = `${stage.shop.url}/payments/notifications/web`;
    await stage.create(orderId, { notificationUrl, ...(capture && { capture }) });
    return orderId;
  }
  /** Everything that was sent is applied, and every read that it requires is made. */
  async function settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await stage.sandbox.advance(MINUTE);
      await stage.shop.drain();
      await stage.tick();
    }
  }
  const find = (orderId: string) => stage.payments.orders.find(orderId);
  const reported = (orderId: string): string[] => stage.shop.app.get(Reported).of(orderId);

  it.each(['VISA', 'TRUSTLY', 'DIRECTBANK', 'BANKTRANS', 'NEWMETHOD'])(
    'goods that left before the money came by %s are no payment',
    async (method) => {
      stage.sandbox.adjust('web', { heldShipment: 'shipped' });
      const id = await create();
      await stage.sandbox.hold(id, { method });
      await settled();
      await stage.sandbox.ship(id);
      await settled();
      expect(await stage.sandbox.order(id)).toMatchObject({ status: 'shipped', financialStatus: 'uncleared' });
      expect(await find(id)).toMatchObject({ status: 'uncleared', serviceStatus: 'shipped', paid: false });
      expect(reported(id)).toEqual(['uncleared']);
      await stage.sandbox.accept(id);
      await settled();
      expect(await find(id)).toMatchObject({ status: 'shipped', paid: true, attention: null });
      expect(reported(id)).toEqual(['uncleared', 'completed', 'shipped']);
    },
  );

  it.each(['KLARNA', 'MULTIBANCO', 'PAYPAL', 'EINVOICE', 'ZINIA', 'IN3'])(
    'goods of a payment that %s has promised leave it paid',
    async (method) => {
      const id = await create();
      await stage.sandbox.pay(id, { method });
      await stage.sandbox.advance(MINUTE);
      await stage.sandbox.ship(id);
      // The shop hears of both at once.
      await settled();
      expect(await find(id)).toMatchObject({ status: 'shipped', paid: true, attention: null });
      expect(reported(id)).toEqual(['completed', 'shipped']);
    },
  );

  it('goods that left before the reserved money was captured are no payment', async () => {
    const id = await create('manual');
    await stage.sandbox.pay(id, { method: 'VISA' });
    await settled();
    await stage.sandbox.ship(id);
    await settled();
    expect(await stage.sandbox.order(id)).toMatchObject({ status: 'shipped', financialStatus: 'initialized' });
    expect(await find(id)).toMatchObject({ status: 'authorised', paid: false, attention: null });
    expect(reported(id)).toEqual(['authorised']);
  });
});
