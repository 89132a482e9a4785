import { describe, expect, it } from '@jest/globals';
import { Money } from '../../protocol/index.js';
import type { RefundState } from '../refund-records/index.js';
import { orderMoney, type OrderMoney, type OrderMoneyFacts } from './order-money.js';

const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');
const payment = (serviceOrderId: string, amount = 10_000, currency = 'EUR') => ({
  serviceOrderId,
  amount,
  currency,
  reported: 0,
});
const refund = (amount: number, state: RefundState, serviceOrderId = 'S1', key = 'k') => ({
  serviceOrderId,
  amount,
  currency: 'EUR',
  state,
  key,
});
const money = (facts: Partial<OrderMoneyFacts>): OrderMoney =>
  orderMoney({ orderId: 'S1', asked: eur(10_000), tip: 0, sources: [], refunds: [], ...facts });
const texts = ({ received, refunded, onItsWay, remaining, surplus }: OrderMoney) => [
  received.map(String).join(' + '),
  refunded.toDecimal(),
  onItsWay.toDecimal(),
  remaining.toDecimal(),
  surplus === null ? null : `${surplus.next.toDecimal()} of ${surplus.amount.toDecimal()} by ${surplus.key}`,
];

describe('the money of an order', () => {
  it.each<[string, Partial<OrderMoneyFacts>, ReturnType<typeof texts>]>([
    ['nothing came', {}, ['', '0.00', '0.00', '0.00', null]],
    [
      'paid, and partly given back',
      { sources: [payment('S1')], refunds: [refund(1_250, 'settled'), refund(500, 'queued')] },
      ['100.00 EUR', '12.50', '5.00', '82.50', null],
    ],
    [
      'paid twice',
      { sources: [payment('S1'), payment('S1-2')] },
      ['200.00 EUR', '0.00', '0.00', '200.00', '100.00 of 100.00 by surplus-S1-0'],
    ],
    [
      'paid twice, and the surplus is on its way',
      { sources: [payment('S1'), payment('S1-2')], refunds: [refund(10_000, 'queued', 'S1-2', 'surplus-S1-0')] },
      ['200.00 EUR', '0.00', '100.00', '100.00', null],
    ],
    [
      'paid twice, and the bank refused the surplus: another refund may give it back',
      { sources: [payment('S1'), payment('S1-2')], refunds: [refund(10_000, 'rejected', 'S1-2', 'surplus-S1-0')] },
      ['200.00 EUR', '0.00', '0.00', '200.00', '100.00 of 100.00 by surplus-S1-1'],
    ],
    [
      'paid three times: one refund is taken from one payment',
      { sources: [payment('S1'), payment('S1-2'), payment('S1-3')] },
      ['300.00 EUR', '0.00', '0.00', '300.00', '100.00 of 200.00 by surplus-S1-0'],
    ],
    [
      'paid twice, and given back in part for a reason of its own',
      { sources: [payment('S1'), payment('S1-2')], refunds: [refund(3_000, 'settled', 'S1-2')] },
      ['200.00 EUR', '30.00', '0.00', '170.00', '70.00 of 70.00 by surplus-S1-0'],
    ],
    [
      'a tip is not too much',
      { sources: [payment('S1', 11_000)], tip: 1_000 },
      ['110.00 EUR', '0.00', '0.00', '110.00', null],
    ],
    [
      'one cent more than the price and a tip is',
      { sources: [payment('S1', 11_001)], tip: 1_000 },
      ['110.01 EUR', '0.00', '0.00', '110.01', '0.01 of 0.01 by surplus-S1-0'],
    ],
    [
      'paid in two currencies: what is in that of the first payment counts',
      {
        sources: [payment('S1'), payment('S1-2', 700, 'USD'), payment('S1-3', 500)],
        refunds: [refund(100, 'sending'), { ...refund(300, 'queued', 'S1-2'), currency: 'USD' }],
      },
      ['105.00 EUR + 7.00 USD', '0.00', '1.00', '104.00', '4.00 of 4.00 by surplus-S1-0'],
    ],
    [
      'refunds that are not over are on their way; what was accepted is not',
      {
        sources: [payment('S1')],
        refunds: [refund(1, 'unknown'), refund(20, 'manual'), refund(300, 'accepted'), refund(4_000, 'cancelled')],
      },
      ['100.00 EUR', '3.00', '0.21', '96.79', null],
    ],
    [
      'the next refund is as much as one payment has left',
      { sources: [payment('S1', 9_000), payment('S1-2', 9_000)], refunds: [refund(8_000, 'settled')] },
      ['180.00 EUR', '80.00', '0.00', '100.00', null],
    ],
    [
      'another currency is a matter for a person',
      { sources: [payment('S1', 50_000, 'USD')] },
      ['500.00 USD', '0.00', '0.00', '500.00', null],
    ],
  ])('%s', (_, facts, expected) => expect(texts(money(facts))).toEqual(expected));

  it('is told for each other currency as well', () => {
    const yen = (amount: number): Money => Money.ofMinor(amount, 'JPY');
    const { received, others, remaining } = money({
      sources: [payment('S1'), payment('S1-2', 7_000, 'JPY'), payment('S1-3', 500, 'JPY')],
      refunds: [
        { ...refund(300, 'queued', 'S1-2'), currency: 'JPY' },
        { ...refund(20, 'settled', 'S1-3'), currency: 'JPY' },
      ],
    });
    expect([received.map(String), String(remaining)]).toEqual([['100.00 EUR', '7500 JPY'], '100.00 EUR']);
    expect(others).toEqual([{ refunded: yen(20), onItsWay: yen(300), remaining: yen(7_180) }]);
  });
});
