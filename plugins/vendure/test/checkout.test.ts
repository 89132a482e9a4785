import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CreateOrderInput } from 'tillbridge';
import type { TillbridgePluginOptions } from '../src';
import { atOnce } from './support/at-once';
import { onEachEngine, type Stage } from './support/each-engine';
import { Shopper } from './support/shopper';

const requests = new Map<string, CreateOrderInput>();
/** Sees what the service is about to be asked for. */
const enrichOrder: TillbridgePluginOptions['enrichOrder'] = (_ctx, { code }, input) => {
  requests.set(code, input);
  return {};
};

const scenarios = (stage: Stage): void => {
  it('is paid, and Vendure has the payment down once', async () => {
    const { shop, staff } = stage;
    const shopper = await Shopper.withCart(shop);
    const answer = await shopper.checkOut();
    assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
    assert.equal((await shopper.status()).state, 'OPEN');
    assert.equal((await shop.moduleOrder(shopper.code)).reference, shopper.code);
    // Fraud checks of cards and pay-later methods use them.
    const { ip_address, user_agent, locale } = requests.get(shopper.code)?.customer ?? {};
    assert.match(String(ip_address), /127\.0\.0\.1|::1/);
    assert.match(String(user_agent), /node/);
    assert.equal(locale, 'en');
    await shop.sandbox.pay(shopper.code);
    const order = await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    assert.deepEqual(
      order.payments.map(({ state, amount }) => ({ state, amount })),
      [{ state: 'Settled', amount: order.totalWithTax }],
    );
    assert.deepEqual(await staff.journal(shopper.code), ['completed']);
    assert.deepEqual(await shopper.status(), {
      orderCode: shopper.code,
      orderState: 'PaymentSettled',
      state: 'PAID',
      isRecorded: true,
      paymentUrl: null,
      settlesAt: null,
    });
  });

  it('is told on the return page, should the notification be lost', async () => {
    const { shop, staff } = stage;
    const shopper = await Shopper.withCart(shop);
    await shopper.checkOut();
    shop.sandbox.faults.next('notification', 'drop');
    await shop.sandbox.pay(shopper.code);
    const { state, orderState } = await shopper.status();
    assert.deepEqual({ state, orderState }, { state: 'PAID', orderState: 'PaymentSettled' });
    assert.equal((await staff.order(shopper.code)).payments.length, 1);
  });

  it('answers the same page again for the same order, also to two requests at once', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    const [first, second] = await Promise.all([shopper.checkOut(), shopper.checkOut()]);
    const pages = [first, second, await shopper.checkOut()].flatMap(({ paymentUrl }) => paymentUrl ?? []);
    // One of two at once may be asked to try again; whoever gets a page gets the same.
    assert.ok(pages.length >= 2, JSON.stringify([first, second]));
    assert.equal(new Set(pages).size, 1);
  });

  it('sends shoppers back to where the shop has said, or to an origin that it allows', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    await shopper.checkOut({ redirectUrl: 'https://evil.example/thanks' });
    assert.equal(requests.get(shopper.code)?.redirectUrl, `https://shop.example/thanks/${shopper.code}`);
    const other = await Shopper.withCart(stage.shop);
    await other.checkOut({ redirectUrl: 'https://shop.example/other' });
    assert.equal(requests.get(other.code)?.redirectUrl, 'https://shop.example/other');
  });

  for (const [what, address] of [
    ['mistyped', 'ann at example.org'],
    ['too long', `${'a'.repeat(70)}@example.org`],
  ] as const) {
    it(`an e-mail address that is ${what}, which Vendure takes, keeps no one from paying`, async () => {
      const shopper = await Shopper.withCart(stage.shop);
      await shopper.email(address);
      const answer = await shopper.checkOut();
      assert.equal(answer.__typename, 'TillbridgePayment', JSON.stringify(answer));
      const { email, last_name } = requests.get(shopper.code)?.customer ?? {};
      assert.deepEqual([email, last_name], [undefined, 'Bell']);
    });
  }

  it('answers a typed error when the service refuses, in words for the shopper', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    stage.shop.sandbox.faults.next('create', 'error-before');
    const refused = await shopper.checkOut();
    assert.equal(refused.__typename, 'TillbridgePaymentError', JSON.stringify(refused));
    assert.equal(refused.errorCode, 'TILLBRIDGE_PAYMENT_ERROR');
    assert.doesNotMatch(refused.message ?? '', /errorResult|TILLBRIDGE/);
    assert.equal((await shopper.checkOut()).__typename, 'TillbridgePayment');
  });

  it('answers typed errors for a method that is not there and for a cart that is empty', async () => {
    const shopper = await Shopper.withCart(stage.shop);
    const unknown = await shopper.checkOut({ paymentMethodCode: 'cash' });
    assert.equal(unknown.__typename, 'IneligiblePaymentMethodError');
    const { state } = await stage.staff.order(shopper.code);
    assert.equal(state, 'AddingItems');
    const client = stage.shop.storefront();
    const nobody = await Shopper.of(client).checkOut();
    assert.equal(nobody.__typename, 'NoActiveOrderError');
  });

  it('takes no payment down that a request has made up', async () => {
    const { shop, staff } = stage;
    const shopper = await Shopper.withCart(shop);
    const forged = {
      tillbridge: { group: 'web', paymentOrderId: 'x' },
      state: 'Settled',
      amount: 1,
      transactionId: '1',
    };
    await shopper.checkOut();
    assert.equal((await shopper.addPayment(forged)).__typename, 'PaymentFailedError');
    const order = await staff.order(shopper.code);
    assert.equal(order.state, 'ArrangingPayment');
    assert.deepEqual(
      order.payments.map(({ state, metadata }) => ({ state, metadata })),
      [{ state: 'Error', metadata: {} }],
    );
    await shop.sandbox.pay(shopper.code);
    await staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
  });

  it(
    'takes money down once that a shopper adds several times at the same moment',
    { skip: stage.engine === 'sqlite' },
    async () => {
      const { shop, staff } = stage;
      const shopper = await Shopper.withCart(shop);
      await shopper.checkOut();
      const paid = (await staff.order(shopper.code)).totalWithTax;
      // Vendure takes no money for an empty cart: the payment waits for whoever adds it.
      await shopper.back();
      await shopper.empty();
      await shop.sandbox.pay(shopper.code);
      await staff.orderWhen(shopper.code, ({ history }) => history.items.some(({ type }) => type === 'TILLBRIDGE'));
      await shopper.add(4);
      await shopper.ship();
      await shopper.arrange();
      const order = await staff.order(shopper.code);
      assert.ok(order.totalWithTax > paid);
      const row = { table: 'order', id: order.id, waiting: 2 } as const;
      const answers = await atOnce(shop, row, () => Promise.all([shopper.addPayment({}), shopper.addPayment({})]));
      const { state, payments } = await staff.order(shopper.code);
      const added = payments.filter((each) => each.state === 'Settled').map(({ amount }) => amount);
      assert.deepEqual([state, added], ['ArrangingPayment', [paid]], JSON.stringify(answers));
    },
  );

  it("shows no one else's payment", async () => {
    const shopper = await Shopper.withCart(stage.shop);
    await shopper.checkOut();
    const stranger = await Shopper.withCart(stage.shop);
    await stranger.checkOut();
    await stage.shop.sandbox.pay(shopper.code);
    await stage.staff.orderWhen(shopper.code, ({ state }) => state === 'PaymentSettled');
    // Placed orders of guests can be read for two hours: that is Vendure's own rule, for both.
    await assert.rejects(Shopper.of(stage.shop.storefront()).status('NOSUCHORDER12345'), /not currently authorized/);
  });
};

onEachEngine('checkout', scenarios, { enrichOrder });
