import { describe, expect, it } from '@jest/globals';
import { MAX_ORDER_ID_LENGTH } from '../../../protocol/index.js';
import { serviceOrderIds, type ServiceOrderIdParts } from './service-order-id.js';

describe('the ids under which an attempt may go to the service', () => {
  const first = (count: number, parts: ServiceOrderIdParts): string[] => {
    const ids = serviceOrderIds(parts);
    return Array.from({ length: count }, () => ids.next().value);
  };

  it.each<[ServiceOrderIdParts, string[]]>([
    [{ orderId: 'S1', number: 1 }, ['S1', 'S1-2', 'S1-3']],
    [{ orderId: 'S1', number: 2 }, ['S1-2', 'S1-3', 'S1-4']],
    [{ orderId: 'S1', number: 7, prefix: 'a.' }, ['a.S1-7', 'a.S1-8', 'a.S1-9']],
    [{ orderId: 'S1', number: 1, prefix: 'a.' }, ['a.S1', 'a.S1-2', 'a.S1-3']],
  ])('of %j begin with %j', (parts, expected) => {
    expect(first(3, parts)).toEqual(expected);
  });

  it('are never cut: one that is too long is refused', () => {
    const orderId = 'x'.repeat(MAX_ORDER_ID_LENGTH);
    expect(first(1, { orderId, number: 1 })).toEqual([orderId]);
    expect(() => first(2, { orderId, number: 1 })).toThrow(expect.objectContaining({ code: 'ORDER_ID_TOO_LONG' }));
    expect(() => first(1, { orderId, number: 1, prefix: 'a', group: 'web' })).toThrow(
      expect.objectContaining({ code: 'ORDER_ID_TOO_LONG', group: 'web', orderId }),
    );
  });
});
