import { describe, expect, it } from '@jest/globals';
import { apiCallOf } from './call-operation.js';

describe('a call of the payment API', () => {
  it.each([
    ['POST', '/v1/json/orders', 'create', null],
    ['POST', '/api/shop/v1/json/orders/', 'create', null],
    ['GET', '/v1/json/orders/S%2F1', 'read', 'S/1'],
    ['PATCH', '/v1/json/orders/S1', 'update', 'S1'],
    ['POST', '/v1/json/orders/S1/capture', 'update', 'S1'],
    ['POST', '/v1/json/orders/S1/cancel', 'update', 'S1'],
    ['POST', '/v1/json/orders/S1/refunds', 'refund', 'S1'],
    ['GET', '/v1/json/transactions', 'list', null],
    ['GET', '/v1/json/gateways', 'other', null],
    ['DELETE', '/v1/json/orders/S1', 'other', null],
    ['GET', '/v1/json/orders/%E0', 'read', null],
  ])('%s %s is %s', (method, path, operation, orderId) => {
    expect(apiCallOf(method, path)).toEqual({ operation, orderId });
  });

  it.each(['/', '/pay/x', '/sandbox/faults', '/v1/xml/orders'])('is not %s', (path) => {
    expect(apiCallOf('GET', path)).toBeNull();
  });
});
