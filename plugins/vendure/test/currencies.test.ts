import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { gql } from 'graphql-tag';
import { addChannel } from './support/add-channel';
import { onEachEngine, type Stage } from './support/each-engine';
import { Shopper } from './support/shopper';

const CHANNEL = 'airport';

/** A channel that sells in yen and in dollars; a dollar is worth more than a hundred yen. */
async function addAirport({ shop, staff }: Stage): Promise<void> {
  await addChannel(shop, CHANNEL, { currency: 'JPY', factor: 100 });
  const { channels } = await shop.admin.query(gql`
    {
      channels {
        items {
          id
          code
        }
      }
    }
  `);
  const { id } = channels.items.find(({ code }: { code: string }) => code === CHANNEL);
  await shop.admin.query(
    gql`
      mutation ($input: UpdateChannelInput!) {
        updateChannel(input: $input) {
          __typename
        }
      }
    `,
    { input: { id, availableCurrencyCodes: ['JPY', 'USD'] } },
  );
  await staff.in(CHANNEL, () =>
    shop.admin.query(gql`
      mutation {
        updateProductVariants(input: [{ id: "T_1", prices: [{ currencyCode: USD, price: 1500 }] }]) {
          id
        }
      }
    `),
  );
}

const scenarios = (stage: Stage): void => {
  before(() => addAirport(stage));

  it('yen pay for no order in dollars', async () => {
    const { shop, staff } = stage;
    const shopper = await Shopper.withCart(shop, { channel: CHANNEL });
    const answer = await shopper.checkOut();
    assert.equal(answer.currencyCode, 'JPY', JSON.stringify(answer));
    await shopper.back();
    const inDollars = shopper.by(shop.storefront('?currencyCode=USD'), CHANNEL);
    await inDollars.add(1);
    await shop.sandbox.pay(shopper.code, { group: 'web' });
    await staff.in(CHANNEL, async () => {
      const seen = await staff.orderWhen(shopper.code, ({ history }) =>
        history.items.some(({ type }) => type === 'TILLBRIDGE'),
      );
      assert.ok(seen.totalWithTax < (answer.amount ?? 0));
      await inDollars.arrange();
      await inDollars.addPayment({});
      const { state, payments } = await staff.order(shopper.code);
      assert.deepEqual([state, payments.filter((each) => each.state === 'Settled')], ['ArrangingPayment', []]);
      assert.deepEqual(await staff.attention(shopper.code), ['not_recorded']);
    });
  });

  it('nor does a part in yen, once the order is in dollars', async () => {
    const { shop, staff } = stage;
    const shopper = await Shopper.withCart(shop, { channel: CHANNEL });
    await shopper.checkOut();
    await shopper.back();
    await shopper.add(2);
    await shop.sandbox.pay(shopper.code, { group: 'web' });
    await staff.in(CHANNEL, async () => {
      await staff.orderWhen(shopper.code, ({ payments }) => payments.length === 1);
      await shopper.back();
      const inDollars = shopper.by(shop.storefront('?currencyCode=USD'), CHANNEL);
      await inDollars.add(1);
      await inDollars.arrange();
      await inDollars.go('PaymentSettled');
      const { state, totalWithTax, payments } = await staff.order(shopper.code);
      assert.ok(totalWithTax < (payments[0]?.amount ?? 0));
      assert.equal(state, 'ArrangingPayment');
    });
  });
};

onEachEngine('currencies', scenarios);
