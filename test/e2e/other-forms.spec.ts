import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeOneEngine } from '../support/engines.js';
import { FormsStage } from './forms-stage.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The forms of the service that a test may change, as they usually are. */
const USUAL = {
  heldShipment: 'uncleared',
  lentRefundForm: 'refunded',
  listedGiftCards: 'payment',
  listCursor: 'keyset',
} as const;

describeOneEngine('what the service may report in another form', (engine) => {
  let stage: FormsStage;
  beforeAll(async () => void (stage = await FormsStage.start(engine)));
  afterAll(() => stage.close());
  afterEach(() => void stage.sandbox.adjust('web', USUAL));

  it.each(['VISA', 'TRUSTLY', 'DIRECTBANK', 'BANKTRANS', 'NEWMETHOD'])(
    'goods that left before the money came by %s are no payment',
    async (method) => {
      stage.sandbox.adjust('web', { heldShipment: 'shipped' });
      const id = await stage.create();
      await stage.sandbox.hold(id, { method });
      await stage.settled();
      await stage.sandbox.ship(id);
      await stage.settled();
      expect(await stage.sandbox.order(id)).toMatchObject({ status: 'shipped', financialStatus: 'uncleared' });
      expect(await stage.find(id)).toMatchObject({ status: 'uncleared', serviceStatus: 'shipped', paid: false });
      expect(stage.reported(id)).toEqual(['uncleared']);
      expect(await stage.differences(id)).toEqual([]);
      await stage.sandbox.accept(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'shipped', paid: true, attention: null });
      expect(stage.reported(id)).toEqual(['uncleared', 'completed', 'shipped']);
    },
  );

  it.each(['KLARNA', 'MULTIBANCO', 'PAYPAL', 'EINVOICE', 'ZINIA', 'IN3'])(
    'goods of a payment that %s has promised leave it paid',
    async (method) => {
      const id = await stage.create();
      await stage.sandbox.pay(id, { method });
      await stage.sandbox.advance(MINUTE);
      await stage.sandbox.ship(id);
      // The shop hears of both at once.
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'shipped', paid: true, attention: null });
      expect(stage.reported(id)).toEqual(['completed', 'shipped']);
      expect(await stage.differences(id)).toEqual([]);
    },
  );

  it('goods that left before the reserved money was captured are no payment', async () => {
    const id = await stage.create('manual');
    await stage.sandbox.pay(id, { method: 'VISA' });
    await stage.settled();
    await stage.sandbox.ship(id);
    await stage.settled();
    expect(await stage.sandbox.order(id)).toMatchObject({ status: 'shipped', financialStatus: 'initialized' });
    expect(await stage.find(id)).toMatchObject({ status: 'authorised', paid: false, attention: null });
    expect(stage.reported(id)).toEqual(['authorised']);
    expect(await stage.differences(id)).toEqual([]);
  });

  it('a promise that the lender takes back is a payment annulled, and a person is told at once', async () => {
    const id = await stage.paid('KLARNA');
    await stage.sandbox.reject(id);
    await stage.settled();
    expect(await stage.sandbox.order(id)).toMatchObject({ status: 'declined' });
    expect(await stage.find(id)).toMatchObject({ status: 'voided', serviceStatus: 'declined', attention: 'voided' });
    expect(stage.reported(id)).toEqual(['completed', 'voided']);
    expect(await stage.left(id)).toBe(0);
    expect(await stage.differences(id)).toEqual([]);
  });

  it('all of a loan that was given back and shows as void is a refund', async () => {
    stage.sandbox.adjust('web', { lentRefundForm: 'void' });
    const id = await stage.paid('KLARNA');
    await stage.sandbox.refund(id, { amount: 500 });
    await stage.settled();
    expect(await stage.find(id)).toMatchObject({ status: 'completed', attention: null });
    expect(await stage.left(id)).toBe(750);
    await stage.sandbox.refund(id, { amount: 750 });
    await stage.settled();
    expect(await stage.sandbox.order(id)).toMatchObject({ status: 'void', amountRefunded: 1_250 });
    expect(await stage.find(id)).toMatchObject({ status: 'refunded', serviceStatus: 'void', attention: null });
    expect(stage.reported(id)).toEqual(['completed', 'partial_refunded', 'refunded']);
    expect(await stage.left(id)).toBe(0);
    expect(await stage.differences(id)).toEqual([]);
  });

  it.each(['payment', 'coupon'] as const)(
    'money that came in parts, each listed by itself, is no difference; a gift card is a %s',
    async (listedGiftCards) => {
      stage.sandbox.adjust('web', { listedGiftCards });
      const id = await stage.create();
      await stage.sandbox.pay(id, { method: 'VVVGIFTCARD', amount: 500 });
      await stage.sandbox.pay(id, { method: 'IDEAL' });
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
      expect(await stage.differences(id)).toEqual([]);
    },
  );

  it.each(['payment', 'coupon'] as const)(
    'money of a gift card, listed as a %s, of which no notification came is found',
    async (listedGiftCards) => {
      stage.sandbox.adjust('web', { listedGiftCards });
      const id = await stage.create();
      stage.sandbox.faults.next('notification', 'drop');
      await stage.sandbox.pay(id, { method: 'VVVGIFTCARD' });
      await stage.sandbox.advance(MINUTE);
      expect(await stage.differences(id)).toEqual(['paid-there resolved']);
      expect(await stage.find(id)).toMatchObject({ status: 'completed', paid: true, attention: null });
      await stage.settled();
      expect(stage.methods(id)).toEqual(['VVVGIFTCARD']);
    },
  );

  it.each(['VVVGIFTCARD', 'MULTIBANCO'])(
    'what was paid by %s the service cannot give back: a person does, and no other refund waits',
    async (method) => {
      const id = await stage.paid(method);
      const other = await stage.paid('IDEAL');
      await stage.refund(id, 500);
      await stage.refund(other, 500);
      for (let hour = 0; hour < 30; hour += 1) await stage.settled(60 * MINUTE);
      expect(await stage.returns(other)).toEqual(['shop settled 500']);
      expect(await stage.returns(id)).toEqual(['shop manual 500']);
      expect(await stage.left(id)).toBe(750);
    },
  );

  it('money that pages of the list show twice counts once, also where it came or went in parts', async () => {
    stage.sandbox.adjust('web', { listCursor: 'offset' });
    const id = await stage.create();
    await stage.sandbox.pay(id, { method: 'VVVGIFTCARD', amount: 500 });
    await stage.sandbox.pay(id, { method: 'IDEAL' });
    await stage.sandbox.refund(id, { amount: 250 });
    await stage.settled();
    expect(await stage.find(id)).toMatchObject({ status: 'partial_refunded', attention: null });
    // One at a time, and a new one comes before each page: every transaction is shown twice.
    expect(await stage.shifted(() => stage.differences(id))).toEqual([]);
  });

  it.each([500, 1_250])('a chargeback of %i is a difference once, also after it was won', async (amount) => {
    const id = await stage.paid('VISA');
    stage.sandbox.faults.next('notification', 'drop');
    await stage.sandbox.chargeback(id, { amount });
    await stage.sandbox.advance(MINUTE);
    // The payment itself is listed as charged back, too, where all of it was.
    expect(new Set(await stage.differences(id))).toEqual(new Set(['charged-back-there resolved']));
    expect(await stage.differences(id)).toEqual([]);
    await stage.sandbox.reverseChargeback(id);
    await stage.settled();
    expect(await stage.find(id)).toMatchObject({ status: 'completed', attention: null });
    expect(await stage.left(id)).toBe(1_250);
    expect(await stage.differences(id)).toEqual([]);
  });
});

describeOneEngine('an order whose refunded amount the service leaves out', (engine) => {
  let stage: FormsStage;
  beforeAll(async () => void (stage = await FormsStage.start(engine, { amountRefundedAs: 'absent' })));
  afterAll(() => stage.close());
  afterEach(() => void stage.sandbox.adjust('web', { listedRefunds: 'all', refundStatusIn: 'both' }));

  const FORMS = (['both', 'status', 'financial_status'] as const).flatMap((refundStatusIn) =>
    (['all', 'none'] as const).map((listedRefunds) => ({ refundStatusIn, listedRefunds })),
  );

  it.each(FORMS)(
    'has nothing left once it is called refunded in $refundStatusIn; listed: $listedRefunds',
    async (form) => {
      stage.sandbox.adjust('web', form);
      const id = await stage.paid('IDEAL');
      await stage.sandbox.refund(id);
      await stage.settled();
      expect(await stage.find(id)).toMatchObject({ attention: null, amountRefunded: { amount: 1_250 } });
      expect(stage.reported(id)).toEqual(['completed', 'refunded']);
      expect(await stage.returns(id)).toEqual(['elsewhere accepted 1250']);
      expect(await stage.left(id)).toBe(0);
      await expect(stage.refund(id, 100)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    },
  );

  it.each(['both', 'status', 'financial_status'] as const)(
    'has nothing left while it is called partly refunded in %s, and nothing says how much',
    async (refundStatusIn) => {
      stage.sandbox.adjust('web', { listedRefunds: 'none', refundStatusIn });
      const id = await stage.paid('IDEAL');
      await stage.sandbox.refund(id, { amount: 500 });
      await stage.settled();
      expect(stage.reported(id)).toEqual(['completed', 'partial_refunded']);
      expect(await stage.left(id)).toBe(0);
      await expect(stage.refund(id, 1_250)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
      await stage.sandbox.refund(id);
      await stage.settled();
      expect(stage.reported(id)).toEqual(['completed', 'partial_refunded', 'refunded']);
      expect(await stage.returns(id)).toEqual(['elsewhere accepted 1250']);
    },
  );

  it('has the rest of it left where the shop itself has refunded a part', async () => {
    stage.sandbox.adjust('web', { listedRefunds: 'none' });
    const id = await stage.paid('IDEAL');
    await stage.refund(id, 500);
    await stage.settled();
    expect(await stage.find(id)).toMatchObject({ status: 'partial_refunded' });
    expect(await stage.returns(id)).toEqual(['shop accepted 500']);
    expect(await stage.left(id)).toBe(750);
  });

  it.each(['both', 'status', 'financial_status'] as const)(
    'counts the refunds that it lists once, whoever made them; in %s',
    async (refundStatusIn) => {
      stage.sandbox.adjust('web', { refundStatusIn });
      const id = await stage.paid('IDEAL');
      await stage.sandbox.refund(id, { amount: 500 });
      await stage.settled();
      await stage.refund(id, 250);
      await stage.settled(DAY);
      expect(await stage.find(id)).toMatchObject({ amountRefunded: { amount: 750 } });
      expect(await stage.returns(id)).toEqual(['elsewhere settled 500', 'shop settled 250']);
      expect(await stage.left(id)).toBe(500);
    },
  );
});

describeOneEngine('a service that answers a refund without an id', (engine) => {
  let stage: FormsStage;
  beforeAll(async () => void (stage = await FormsStage.start(engine)));
  afterAll(() => stage.close());

  it('is asked once for each, and ends them by their marks, beside an equal refund made elsewhere', async () => {
    stage.sandbox.adjust('web', { refundAnswer: 'empty', refundTags: ['refund_order_id'] });
    const id = await stage.paid('IDEAL');
    await stage.refund(id, 500);
    await stage.settled();
    await stage.sandbox.refund(id, { amount: 500 });
    await stage.settled();
    expect(await stage.returns(id)).toEqual(['elsewhere accepted 500', 'shop accepted 500']);
    await stage.settled(DAY);
    expect(await stage.returns(id)).toEqual(['elsewhere settled 500', 'shop settled 500']);
    expect(await stage.left(id)).toBe(250);
  });

  it('pays nothing twice where no mark comes back either: what is doubtful is left to a person', async () => {
    stage.sandbox.adjust('web', { refundAnswer: 'empty', refundTags: [] });
    const id = await stage.paid('IDEAL');
    for (const each of ['first', 'second']) await stage.refund(id, 400, `${id} ${each}`);
    for (let hour = 0; hour < 6; hour += 1) await stage.settled(60 * MINUTE);
    expect(await stage.returns(id)).toEqual(['shop accepted 400', 'shop manual 400']);
    expect(await stage.sandbox.order(id)).toMatchObject({ amountRefunded: 400 });
    expect(await stage.left(id)).toBe(450);
  });
});

describeOneEngine('a service that reports a refund under its own id', (engine) => {
  it.each<['named' | 'refund', string]>([
    ['named', 'F-1'],
    ['refund', 'r-*'],
  ])('(%s) tells of its end at once, and leaves no notification without an order', async (refundsAs, id) => {
    const stage = await FormsStage.start(engine, { refundsAs });
    const orderId = await stage.paid('IDEAL');
    await stage.refund(orderId, 500);
    await stage.settled();
    expect(await stage.returns(orderId)).toEqual(['shop accepted 500']);
    await stage.settled(DAY);
    expect(await stage.returns(orderId)).toEqual(['shop settled 500']);
    expect(await stage.left(orderId)).toBe(750);
    expect(await stage.notified()).toEqual(['F-1 done', `${id} done`, `${id} done`]);
    await stage.close();
  });
});
