import { describe, expect, it } from '@jest/globals';
import { Money, refundCartOf, type RefundInput } from 'tillbridge';
import { failureOf } from '../support/failure-of.js';
import { anOrder, euros, MUG, OrderContract } from './support/order-contract.js';
import { itWith } from './support/service-under-test.js';

describe('reserved money', () => {
  const contract = new OrderContract();
  const reserve = () => contract.paidOrder({ gateway: 'VISA', capture: 'manual' });

  itWith('drive')('is captured in parts, each an order of its own', async () => {
    const { client, group } = contract;
    const { orderId } = await reserve();
    const own = `${orderId}-C1`;
    const part = await client.captureOrder(group, orderId, {
      amount: euros('5.99'),
      newOrderId: own,
      invoiceId: 'F-1',
    });
    expect(part).toEqual({ orderId: own, transactionId: expect.stringMatching(/^\d+$/) });
    expect((await client.getOrder(group, orderId)).payment_details.capture_remain).toBe(4000);
    const more = await failureOf(client.captureOrder(group, orderId, { amount: euros('40.01') }));
    expect(more).toMatchObject({ serviceCode: 1001, execution: 'not-executed' });
    const again = await failureOf(client.captureOrder(group, orderId, { amount: euros('1.00'), newOrderId: own }));
    expect(again).toMatchObject({ serviceCode: 1006 });
    await client.cancelReservation(group, orderId, { reason: 'sold out' });
    expect(await failureOf(client.captureOrder(group, orderId, { amount: euros('1.00') }))).toMatchObject({
      serviceCode: 1006,
    });
  });

  itWith('drive')('is captured whole, or given up', async () => {
    const { client, group } = contract;
    const [taken, released] = [await reserve(), await reserve()];
    const capture = await client.captureOrder(group, taken.orderId, { amount: euros('45.99') });
    expect(capture.orderId).toBe(taken.orderId);
    expect(await client.getOrder(group, taken.orderId)).toMatchObject({ financial_status: 'completed' });
    const gone = await client.cancelReservation(group, released.orderId, { reason: 'sold out', description: 'Sorry' });
    expect(gone).toEqual({ orderId: released.orderId, transactionId: expect.stringMatching(/^\d+$/) });
    expect(await client.getOrder(group, released.orderId)).toMatchObject({ status: 'void' });
    const error = await failureOf(client.cancelReservation(group, taken.orderId, { reason: 'sold out' }));
    expect(error).toMatchObject({ serviceCode: 1006 });
  });

  it('is not touched by calls that make no sense', async () => {
    const { client, group } = contract;
    const nothing = await failureOf(() =>
      client.captureOrder(group, 'S1', { amount: Money.zero('EUR'), newOrderId: '..' }),
    );
    expect(nothing).toMatchObject({
      code: 'CAPTURE_INVALID',
      faults: [{ code: 1001 }, { path: 'newOrderId', code: 1006 }],
    });
    const whole = await failureOf(() => client.captureOrder(group, 'S1', JSON.parse('{}')));
    expect(whole).toMatchObject({ code: 'CAPTURE_INVALID', faults: [{ path: 'amount', code: 1001 }] });
    const silent = await failureOf(() => client.cancelReservation(group, 'S1', { reason: ' ' }));
    expect(silent).toMatchObject({ code: 'CANCEL_RESERVATION_INVALID', faults: [{ path: 'reason', code: 1016 }] });
    expect(await failureOf(client.captureOrder(group, 'no-such-order', { amount: euros('1.00') }))).toMatchObject({
      serviceCode: 1006,
    });
  });
});

describe('refunds, by the raw call', () => {
  const contract = new OrderContract({ switches: { refundSpacingMs: 0 } });
  const refund = (orderId: string, input: RefundInput) => contract.client.refundOrder(contract.group, orderId, input);

  itWith('drive')('give back a part, and are found by their tag', async () => {
    const { orderId } = await contract.paidOrder();
    const tag = { refundOrderId: `${orderId}-R1`, var1: 'refund:☕' };
    const booked = await refund(orderId, { amount: euros('5.00'), description: 'Broken mug', ...tag });
    expect(booked).toEqual({
      refundId: expect.stringMatching(/^\d+$/),
      transactionId: expect.stringMatching(/^\d+$/),
      orderId: tag.refundOrderId,
    });
    const order = await contract.client.getOrder(contract.group, orderId);
    expect(order).toMatchObject({ amount_refunded: 500, status: 'partial_refunded' });
    expect(order.related_transactions).toMatchObject([{ transaction_id: booked.refundId, amount: 500 }]);
  });

  itWith('drive')('can be taken back while they are reserved', async () => {
    const { client, group } = contract;
    const { orderId } = await contract.paidOrder();
    const { refundId } = await refund(orderId, { amount: euros('5.00') });
    await client.cancelRefund(group, { orderId, refundId: refundId! }, { description: 'by mistake' });
    expect(await client.getOrder(group, orderId)).toMatchObject({ amount_refunded: 0 });
    const again = await failureOf(client.cancelRefund(group, { orderId, refundId: refundId! }));
    expect(again).toMatchObject({ serviceCode: 1034 });
    expect(await failureOf(client.cancelRefund(group, { orderId, refundId: '1' }))).toMatchObject({
      serviceCode: 1006,
    });
  });

  itWith('drive')('of a pay-later order go by lines', async () => {
    const bought = { lines: [{ ...MUG, quantity: 2 }] };
    const { orderId } = await contract.paidOrder({ gateway: 'AFTERPAY', amount: euros('24.20'), cart: bought });
    await contract.client.shipOrder(contract.group, orderId);
    await contract.sandbox.accept(orderId);
    expect(await failureOf(refund(orderId, { amount: euros('12.10') }))).toMatchObject({ serviceCode: 1016 });
    const returned = { lines: [{ ...MUG, quantity: 1 }] };
    await refund(orderId, { amount: euros('12.10'), cart: { bought, paid: euros('24.20'), returned } });
    expect(await contract.client.getOrder(contract.group, orderId)).toMatchObject({ amount_refunded: 1210 });
  });

  itWith('drive')('of a pay-later order are built from what a read says of it, to the last cent', async () => {
    const goods = (merchantItemId: string, taxPercent: string, price: string) => ({
      name: merchantItemId,
      merchantItemId,
      quantity: 3,
      taxPercent,
      unitPriceIncludingTax: euros(price),
    });
    const lines = [goods('book', '5.5', '9.99'), goods('bread', '8.1', '3.33'), goods('lamp', '25.5', '20.01')];
    const { orderId } = await contract.paidOrder({ gateway: 'KLARNA', amount: euros('99.99'), cart: { lines } });
    await contract.client.shipOrder(contract.group, orderId);
    await contract.sandbox.accept(orderId);
    for (const [index, quantity, left] of [
      [1, 1, 9_666],
      [0, 3, 6_669],
      [2, 3, 666],
      [1, 2, 0],
    ] as const) {
      const built = refundCartOf(await contract.client.getOrder(contract.group, orderId), [{ index, quantity }]);
      if (!built.ok) throw new Error(JSON.stringify(built.faults));
      await refund(orderId, { amount: built.amount, cart: built.cart });
      const { amount_refunded } = await contract.client.getOrder(contract.group, orderId);
      expect(9_999 - amount_refunded).toBe(left);
    }
  });

  itWith('drive')('are refused beyond the payment, twice the same, and in another currency', async () => {
    const { orderId } = await contract.paidOrder();
    expect(await failureOf(refund(orderId, { amount: euros('46.00') }))).toMatchObject({ serviceCode: 1034 });
    await refund(orderId, { amount: euros('1.00') });
    expect(await failureOf(refund(orderId, { amount: euros('1.00') }))).toMatchObject({ serviceCode: 1034 });
    expect(await failureOf(refund(orderId, { amount: Money.of('2.00', 'USD') }))).toMatchObject({ serviceCode: 1002 });
    const unpaid = anOrder();
    await contract.client.createOrder(contract.group, unpaid);
    expect(await failureOf(refund(unpaid.orderId, { amount: euros('1.00') }))).toMatchObject({ serviceCode: 1034 });
    expect(await failureOf(refund('no-such-order', { amount: euros('1.00') }))).toMatchObject({ serviceCode: 1006 });
  });

  itWith('drive')(
    'of nothing, of null or of a plain number are never sent: they would give everything back',
    async () => {
      const { orderId } = await contract.paidOrder();
      const inputs = [
        {},
        { amount: null },
        { amount: '' },
        { amount: 0 },
        { amount: 500 },
        { amount: { amount: 500, currency: 'EUR' } },
      ];
      for (const input of [...inputs, { amount: Money.zero('EUR') }, null, []]) {
        const error = await failureOf(() => refund(orderId, input as RefundInput));
        expect(error).toMatchObject({ code: 'REFUND_INVALID', execution: 'not-executed', orderId });
        expect(error.faults!.length).toBe(1);
      }
      expect(await contract.sandbox.order(orderId)).toMatchObject({ amountRefunded: 0, status: 'completed' });
    },
  );

  it('list every fault, those of the carts included', async () => {
    const cart = { bought: { lines: [] }, paid: euros('1.00'), returned: { lines: [{ ...MUG, quantity: 1 }] } };
    const input = { amount: euros('1.00'), refundOrderId: 'a b', description: '<i>', reason: 'typo', cart };
    const error = await failureOf(() => refund('S1', input));
    expect(error.faults?.map(({ path, code }) => `${path} ${code ?? '-'}`)).toEqual([
      'reason -',
      'description 1008',
      'refundOrderId 1006',
      expect.stringMatching(/^cart\.bought\.lines/),
      'cart.returned.lines 1027',
    ]);
  });
});
