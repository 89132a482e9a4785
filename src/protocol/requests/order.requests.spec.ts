import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import type { CreateOrderInput } from '../create-order.types.js';
import { Money } from '../money.js';
import { hasDotStep } from '../order-id.js';
import { createOrderRequest, getOrderRequest } from './order.requests.js';

const good: CreateOrderInput = { orderId: 'S10042-1', amount: Money.of('45.99', 'EUR'), description: 'Order S10042' };

describe('the create-order request', () => {
  it('has the least possible fields', () => {
    expect(createOrderRequest(good)).toEqual({
      ok: true,
      request: {
        method: 'POST',
        path: '/v1/json/orders',
        query: {},
        operation: 'create',
        body: {
          type: 'redirect',
          order_id: 'S10042-1',
          currency: 'EUR',
          amount: 4599,
          description: 'Order S10042',
          payment_options: { notification_method: 'POST' },
        },
      },
    });
  });

  it('has all possible fields', () => {
    const built = createOrderRequest({
      ...good,
      type: 'direct',
      gateway: 'IDEAL',
      notificationUrl: 'https://shop.example/hook',
      redirectUrl: 'https://shop.example/return?order=1',
      cancelUrl: 'http://localhost:3000/cancel',
      customer: { email: 'ann@example.org', country: 'NL', ip_address: '2001:db8::7', forwarded_ip: null },
      var1: 'attempt:7f3c',
      var2: '',
      var3: '☕'.repeat(100),
      secondsActive: 3600,
      customInfo: { custom_1: 'a', custom_2: null },
      gatewayInfo: { issuer_id: '0021', account_id: null, emandate: { id: 7 } },
      closeWindow: true,
      templateId: '12',
      allowedCountries: ['NL', 'BE'],
      delivery: { city: 'Utrecht', state: null },
      daysActive: 2,
      capture: 'manual',
      secondChance: false,
      recurringModel: 'subscription',
      recurringId: 'token',
      paymentData: { payload: 'x' },
      paymentToken: '{"version":"EC_v1"}',
      plugin: { shop: 'Mugs', partner: null },
    });
    expect(built.ok && built.request.body).toEqual({
      type: 'direct',
      order_id: 'S10042-1',
      gateway: 'IDEAL',
      currency: 'EUR',
      amount: 4599,
      description: 'Order S10042',
      payment_options: {
        notification_url: 'https://shop.example/hook',
        notification_method: 'POST',
        redirect_url: 'https://shop.example/return?order=1',
        cancel_url: 'http://localhost:3000/cancel',
        close_window: true,
        template_id: '12',
        allowed_countries: ['NL', 'BE'],
      },
      customer: { email: 'ann@example.org', country: 'NL', ip_address: '2001:db8::7' },
      var1: 'attempt:7f3c',
      var2: '',
      var3: '☕'.repeat(100),
      delivery: { city: 'Utrecht' },
      seconds_active: 3600,
      days_active: 2,
      capture: 'manual',
      second_chance: { send_email: false },
      recurring_model: 'subscription',
      recurring_id: 'token',
      payment_data: { payload: 'x' },
      payment_token: '{"version":"EC_v1"}',
      plugin: { shop: 'Mugs' },
      custom_info: { custom_1: 'a' },
      gateway_info: { issuer_id: '0021', emandate: { id: 7 } },
    });
  });

  it('has a cart that adds up to the amount', () => {
    const line = { name: 'Mug', merchantItemId: 'M1', quantity: 1, taxPercent: '21' };
    const built = createOrderRequest({ ...good, cart: { lines: [{ ...line, unitPriceIncludingTax: good.amount }] } });
    expect(built.ok && built.request.body).toMatchObject({
      shopping_cart: { items: [{ merchant_item_id: 'M1', tax_table_selector: '0.21' }] },
      checkout_options: { validate_cart: true },
    });
  });

  it('is refused for a cart that does not', () => {
    const line = { name: 'Mug', merchantItemId: 'M1', quantity: 2, taxPercent: '21' };
    const built = createOrderRequest({ ...good, cart: { lines: [{ ...line, unitPriceIncludingTax: good.amount }] } });
    expect(built).toMatchObject({ ok: false, faults: [{ path: 'cart.lines', code: 1027 }] });
  });
});

describe('the get-order request', () => {
  it('names the order in its path', () => {
    expect(getOrderRequest('S10042-1')).toEqual({
      method: 'GET',
      path: '/v1/json/orders/S10042-1',
      query: {},
      body: null,
      operation: 'read',
    });
  });

  it('asks for that one order, for any identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (orderId) => {
        fc.pre(!hasDotStep(orderId));
        const { pathname, search, hash } = new URL(getOrderRequest(orderId).path, 'https://api.example');
        expect(decodeURIComponent(pathname.replace('/v1/json/orders/', ''))).toBe(orderId);
        expect(search + hash).toBe('');
      }),
    );
  });

  it.each(['', '.', '..', 'S1/../S2', '..\\S2', 'S1/.', '\ud83d'])(
    'throws on %p, which cannot be part of a URL',
    (orderId) => {
      expect(() => getOrderRequest(orderId)).toThrow(
        expect.objectContaining({ code: 'ORDER_ID_INVALID', execution: 'not-executed' }),
      );
    },
  );
});
