import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { readCreatedOrder } from './responses.js';

describe('readCreatedOrder', () => {
  it('reads what there is', () => {
    const data = {
      order_id: 'S1',
      session_id: '81k',
      payment_url: 'https://pay.example/connect/81k/',
      events_url: 'x',
    };
    const { events_url: _events, ...known } = data;
    expect(readCreatedOrder(data)).toEqual(known);
    expect(readCreatedOrder({ order_id: 77, payment_url: '' })).toEqual({
      order_id: '77',
      session_id: null,
      payment_url: null,
    });
  });

  it('never throws on any JSON value', () => {
    fc.assert(fc.property(fc.jsonValue(), (data) => Object.keys(readCreatedOrder(data)).length === 3));
  });
});
