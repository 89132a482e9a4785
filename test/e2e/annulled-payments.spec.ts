import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { describeOneEngine } from '../support/engines.js';
import { FormsStage } from './forms-stage.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

describeOneEngine('a payment that is annulled', (engine) => {
  let stage: FormsStage;
  beforeAll(async () => void (stage = await FormsStage.start(engine)));
  afterAll(() => stage.close());
  afterEach(() => void stage.sandbox.adjust('web', { chargebackForm: 'status', cancelledForm: 'first' }));

  it.each(['first', 'second'] as const)(
    'because the shop has called it off before the shipment needs no one (%s form)',
    async (cancelledForm) => {
      stage.sandbox.adjust('web', { cancelledForm });
      const id = await stage.paid('AFTERPAY');
      await stage.orders.cancel(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'voided', paid: true, attention: null });
      expect(stage.reported(id)).toEqual(['completed', 'voided']);
      expect(await stage.left(id)).toBe(0);
      expect(await stage.differences(id)).toEqual([]);
    },
  );

  it.each(['KLARNA', 'PAYAFTER', 'EINVOICE', 'ZINIA', 'IN3'])(
    'at the lender is told to a person, where %s takes no cancellation from the shop',
    async (method) => {
      const id = await stage.paid(method);
      await expect(stage.orders.cancel(id)).rejects.toMatchObject({ serviceCode: 1006 });
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'completed', attention: null });
      await stage.sandbox.cancel(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'voided', attention: 'voided' });
      expect(stage.reported(id)).toEqual(['completed', 'voided']);
      expect(await stage.left(id)).toBe(0);
    },
  );

  it.each(['VISA', 'DIRDEB', 'PAYPAL', 'KLARNA'])(
    'when a chargeback is announced, weeks after %s paid it, is charged back once it is booked, and paid again once it is won',
    async (method) => {
      stage.sandbox.adjust('web', { chargebackForm: 'requested' });
      const id = await stage.paid(method);
      await stage.settled(6 * DAY);
      await stage.sandbox.chargeback(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'voided', attention: 'voided' });
      expect([await stage.left(id), await stage.returns(id)]).toEqual([0, []]);
      await stage.settled(DAY);
      await stage.sandbox.chargeback(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'chargedback' });
      expect([await stage.left(id), await stage.returns(id)]).toEqual([0, ['chargeback settled 1250']]);
      await stage.sandbox.reverseChargeback(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'completed', paid: true });
      expect([await stage.left(id), await stage.returns(id)]).toEqual([1_250, ['chargeback cancelled 1250']]);
      expect(stage.reported(id)).toEqual(['completed', 'voided', 'chargedback', 'restored']);
    },
  );

  it.each(['requested', 'status', 'void', 'related'] as const)(
    'has its waiting refund rejected, which would give the money back twice; one under way ends as it may: %s',
    async (chargebackForm) => {
      stage.sandbox.adjust('web', { chargebackForm });
      const id = await stage.paid('VISA');
      // Of two equal ones, the second waits for five minutes.
      for (const each of ['first', 'second']) await stage.refund(id, 500, `${id} ${each}`);
      await stage.settled();
      expect(await stage.returns(id)).toEqual(['shop accepted 500', 'shop queued 500']);
      await stage.sandbox.chargeback(id);
      await stage.settled();
      await stage.settled(10 * MINUTE);
      expect(await stage.returns(id)).toEqual(expect.arrayContaining(['shop accepted 500', 'shop rejected 500']));
      await stage.settled(DAY);
      expect(await stage.returns(id)).toEqual(expect.arrayContaining(['shop settled 500', 'shop rejected 500']));
      expect(await stage.left(id)).toBe(0);
      expect(await stage.sandbox.order(id)).toMatchObject({ amountRefunded: 500 });
    },
  );

  it.each(
    (['status', 'void', 'related'] as const).flatMap((form) => [
      [form, 300],
      [form, 1_250],
    ]) as ['status' | 'void' | 'related', number][],
  )(
    'by a chargeback after all of it was refunded is told, and told as restored once it is won: %s, %i',
    async (form, amount) => {
      stage.sandbox.adjust('web', { chargebackForm: form });
      const id = await stage.paid('VISA');
      await stage.refund(id, 1_250);
      await stage.settled(DAY);
      await stage.sandbox.chargeback(id, { amount });
      await stage.settled();
      const taken = amount === 300 ? 'refunded' : 'chargedback';
      expect(stage.reported(id)).toEqual(['completed', 'refunded', taken]);
      await stage.sandbox.reverseChargeback(id);
      await stage.settled();
      expect(stage.reported(id)).toEqual(['completed', 'refunded', taken, 'restored']);
      expect(await stage.find(id)).toMatchObject({ status: 'refunded', amountRefunded: { amount: 1_250 } });
      expect([await stage.left(id), await stage.returns(id)]).toEqual([
        0,
        [`chargeback cancelled ${amount}`, 'shop settled 1250'],
      ]);
    },
  );

  it.each([
    ['before', 'void'],
    ['after', 'void'],
    ['after', 'requested'],
    ['after', 'status'],
  ] as const)(
    'has nothing left where what was shipped of it is charged back %s the rest is called off: %s',
    async (when, chargebackForm) => {
      stage.sandbox.adjust('web', { chargebackForm });
      const id = await stage.paid('AFTERPAY');
      const part = await stage.orders.ship(id, { amount: Money.of('5.00', 'EUR') });
      await stage.settled();
      const steps = [() => stage.sandbox.chargeback(part!.orderId!), () => stage.orders.cancel(id)];
      for (const step of when === 'before' ? steps : steps.toReversed()) {
        await step();
        await stage.settled();
      }
      await stage.settled(DAY);
      expect(await stage.find(id)).toMatchObject({ status: 'voided', paid: true });
      expect(await stage.left(id)).toBe(0);
      expect(stage.reported(id)).not.toContain('restored');
    },
  );

  it.each(['IDEAL', 'PAYPAL', 'MULTIBANCO'])(
    'needs no capture where the shopper has chosen %s for an order that would be captured by hand',
    async (method) => {
      const id = await stage.create('manual');
      await stage.sandbox.pay(id, { method });
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
      await stage.settled(6 * DAY);
      expect(stage.reported(id)).toEqual(['completed']);
      expect(await stage.left(id)).toBe(1_250);
    },
  );

  it('is authorised once a person has accepted a card that would be captured by hand, and paid with its part', async () => {
    const id = await stage.create('manual');
    await stage.sandbox.hold(id, { method: 'VISA' });
    await stage.settled();
    await stage.sandbox.accept(id);
    await stage.settled();
    expect(await stage.find(id)).toMatchObject({ status: 'authorised', paid: false });
    await stage.orders.capture(id, { amount: Money.of('5.00', 'EUR') });
    await stage.settled(6 * DAY);
    expect(await stage.find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
    expect(stage.reported(id)).toEqual(['uncleared', 'authorised', 'completed']);
    expect(await stage.left(id)).toBe(500);
  });
});
