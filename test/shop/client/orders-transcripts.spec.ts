import { describe, expect, it } from '@jest/globals';
import { Money, PaymentsClient, type CreateOrderInput } from 'tillbridge';
import { json, refusal, reset } from '../../support/scripted-service.js';
import { data, WireStage } from './wire-stage.js';

const euros = (decimal: string): Money => Money.of(decimal, 'EUR');
const order = { orderId: 'S-1', amount: euros('12.50'), description: 'Two mugs' };

describe('calls about orders, over the wire', () => {
  const stage = new WireStage({ calls: { readAttempts: 2 } });
  const clientOf = ({ calls }: WireStage) => new PaymentsClient(calls.caller);

  it('an order is created', async () => {
    const { written, group } = stage;
    const client = clientOf(stage);
    const create = (input: CreateOrderInput) => client.createOrder(group, input);
    const page = { order_id: 'S-1', session_id: 's1', payment_url: 'https://pay.example/1' };
    await written.step('a payment page', [data(page)], () => create(order));
    await written.step('an answer that names no order', [data({ payment_url: 'https://pay.example/1' })], () =>
      create(order),
    );
    await written.step('an answer about another order', [data({ ...page, order_id: 'S-2' })], () => create(order));
    const stream = { ...page, events_stream_url: 'https://events.example/1', events_token: 'e1' };
    await written.step('a payment at a till', [data(stream)], () =>
      create({ ...order, gatewayInfo: { terminal_id: '7' } }),
    );
    await written.step('a till without a token', [data({ ...stream, events_token: null })], () => create(order));
    await written.step('a till without an address', [data({ ...stream, events_stream_url: null })], () =>
      create(order),
    );
    const direct = { order_id: 'S-1', status: 'completed', amount: 1250, currency: 'EUR' };
    await written.step('a direct payment', [data(direct)], () =>
      create({ ...order, type: 'direct', gateway: 'IDEAL' }),
    );
    await written.step('refused: there is one already', [refusal(1006, 400)], () => create(order));
    await written.step('the connection breaks', [reset], () => create(order));
    await written.step('the service is not well: a write is not repeated', [json(503, '<html>')], () => create(order));
    await written.step('faults, all at once', [], () =>
      create({
        ...order,
        amount: Money.of('-1', 'EUR'),
        description: '',
        gateway: '!',
        cart: { items: [{ name: '', quantity: 1, unitPrice: '1' }] },
      } as unknown as CreateOrderInput),
    );
    await written.step('no amount at all', [], () => create({ orderId: 'S-1' } as CreateOrderInput));
    await written.step('nothing at all', [], () => create(undefined as unknown as CreateOrderInput));
    expect(written.text).toMatchSnapshot();
  });

  it('an order is read', async () => {
    const { written, group } = stage;
    const client = clientOf(stage);
    const read = (priority?: 'return' | 'poll') => client.getOrder(group, 'S/1', priority ? { priority } : undefined);
    const answer = data({ order_id: 'S/1', status: 'completed', amount: 1250, currency: 'EUR', transaction_id: 700 });
    await written.step('at once', [answer], () => read());
    await written.step('by a poll', [answer], () => read('poll'));
    await written.step('the first try breaks', [reset, answer], () => read('return'));
    await written.step('both tries fail', [json(500, 'no'), json(502, '<html>')], () => read());
    await written.step('the service knows no such order', [refusal(1006)], () => read());
    await written.step('an id that cannot be part of an address', [], () => client.getOrder(group, '..'));
    expect(written.text).toMatchSnapshot();
  });

  it('an order is changed', async () => {
    const { written, group } = stage;
    const client = clientOf(stage);
    const invoice = { invoiceId: 'F-1', memo: 'thanks' };
    const shipment = { amount: euros('5.00'), carrier: 'Post', trackTraceCode: '3S1', shipDate: '2026-01-15' };
    await written.step('an invoice is noted', [data({})], () => client.updateOrder(group, 'S-1', invoice));
    await written.step('a reservation is prolonged', [data({ expiration_date: '2026-03-01' })], () =>
      client.updateOrder(group, 'S-1', { extendExpiration: true }),
    );
    await written.step('nothing to change', [], () => client.updateOrder(group, 'S-1', {}));
    await written.step('a change is refused', [refusal(1000, 410)], () => client.updateOrder(group, 'S-1', invoice));
    await written.step('all of it is shipped', [data({})], () => client.shipOrder(group, 'S-1'));
    await written.step('a part of it is shipped', [data({ order_id: 'S-1-a', transaction_id: 7 })], () =>
      client.shipOrder(group, 'S-1', shipment),
    );
    await written.step('a shipment with faults', [], () =>
      client.shipOrder(group, 'S-1', { amount: euros('0'), shipDate: 'soon' }),
    );
    await written.step('a shipment is refused', [refusal(1001, 400)], () => client.shipOrder(group, 'S-1', shipment));
    await written.step('it is cancelled', [data({})], () => client.cancelOrder(group, 'S-1'));
    await written.step('it is cancelled, and the customer may be invited again', [data({})], () =>
      client.cancelOrder(group, 'S-1', { excludeOrder: false, reason: 'Out of stock' }),
    );
    await written.step('a till is told to stop', [data({})], () =>
      client.cancelOrder(group, 'S-1', { session: 'terminal' }),
    );
    await written.step('a cancellation with faults', [], () =>
      client.cancelOrder(group, 'S-1', { session: 'terminal', excludeOrder: true, reason: 'x' }),
    );
    await written.step('a cancellation is refused', [refusal(1006, 400)], () => client.cancelOrder(group, 'S-1'));
    expect(written.text).toMatchSnapshot();
  });

  it('money is taken and given back', async () => {
    const { written, group } = stage;
    const client = clientOf(stage);
    const part = { amount: euros('5.00'), newOrderId: 'S-1-c', reason: 'sent' };
    await written.step('it is captured', [data({ order_id: 'S-1-c', transaction_id: 8 })], () =>
      client.captureOrder(group, 'S-1', part),
    );
    await written.step('a capture with faults', [], () => client.captureOrder(group, 'S-1', { amount: euros('0') }));
    await written.step('a capture is refused', [refusal(1001, 400)], () => client.captureOrder(group, 'S-1', part));
    await written.step('a reservation is given up', [data({ order_id: 'S-1' })], () =>
      client.cancelReservation(group, 'S-1', { reason: 'Out of stock' }),
    );
    await written.step('a reservation is given up without a reason', [], () =>
      client.cancelReservation(group, 'S-1', { reason: '' }),
    );
    await written.step('giving up is refused', [refusal(1006, 400)], () =>
      client.cancelReservation(group, 'S-1', { reason: 'x' }),
    );
    const refund = { amount: euros('5.00'), description: 'One mug', refundOrderId: 'S-1-R1', var1: 'a' };
    await written.step('it is refunded', [data({ refund_id: 456, transaction_id: 700, order_id: 'S-1' })], () =>
      client.refundOrder(group, 'S-1', refund),
    );
    await written.step('a refund of which nothing is said', [data({})], () => client.refundOrder(group, 'S-1', refund));
    await written.step('a refund with faults', [], () =>
      client.refundOrder(group, 'S-1', { amount: euros('0'), description: '' }),
    );
    await written.step('a refund is refused', [refusal(1034, 400)], () => client.refundOrder(group, 'S-1', refund));
    await written.step('a refund breaks', [reset], () => client.refundOrder(group, 'S-1', refund));
    const place = { orderId: 'S-1', refundId: '456' };
    await written.step('a refund is taken back', [data({})], () =>
      client.cancelRefund(group, place, { description: 'kept it' }),
    );
    await written.step('without a word', [data({})], () => client.cancelRefund(group, place));
    await written.step('with faults', [], () => client.cancelRefund(group, place, { description: '' }));
    await written.step('too late', [refusal(1034, 400)], () => client.cancelRefund(group, place));
    expect(written.text).toMatchSnapshot();
  });
});
