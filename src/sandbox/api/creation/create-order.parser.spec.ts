import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCreateOrder } from './create-order.parser.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const BODY = { order_id: 'S1', currency: 'EUR', amount: 1_250, description: 'Order S1' };

function read(fields: Record<string, unknown> = {}): unknown {
  const reading = readCreateOrder(JSON.stringify({ ...BODY, ...fields }));
  return reading.ok ? reading.order : reading.fault;
}

describe('reading a create-order request', () => {
  it('fills in what was not given', () => {
    expect(read()).toMatchObject({
      type: 'redirect',
      orderId: 'S1',
      amount: 1_250,
      gateway: null,
      notificationUrl: null,
      notificationMethod: null,
      redirectUrl: null,
      customInfo: { custom_1: null, custom_2: null, custom_3: null },
      variables: { var1: null, var2: null, var3: null },
      activeMs: 30 * 86_400_000,
    });
  });

  it('uses seconds_active if days_active is given too', () => {
    expect(read({ days_active: 2 })).toMatchObject({ activeMs: 172_800_000 });
    expect(read({ days_active: 2, seconds_active: 60 })).toMatchObject({ activeMs: 60_000 });
  });

  it('keeps the fields of the order object only, with phone as phone1', () => {
    const customer = { first_name: 'Ann', phone: '0612', ip_address: '192.0.2.1', secret: 'x' };
    const order = read({ customer, extra: 1 });
    expect(order).toMatchObject({ customer: { first_name: 'Ann', phone1: '0612', email: null } });
    expect(JSON.stringify(order)).not.toMatch(/192\.0\.2\.1|secret|extra/);
  });

  it('reports only the first fault, with a text', () => {
    expect(read({ amount: 0, currency: 'x' })).toEqual({ code: 1001, detail: 'amount must be at least 1' });
  });

  it('refuses a body that was too large to be read', () => {
    expect(readCreateOrder(null)).toMatchObject({ ok: false, fault: { code: 1016 } });
  });

  it('never throws, and never accepts a member of the prototype', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(typeof readCreateOrder(text).ok).toBe('boolean');
      }),
    );
    expect(readCreateOrder('{"__proto__":{"order_id":"S1"}}')).toMatchObject({ ok: false, fault: { code: 1016 } });
  });
});
