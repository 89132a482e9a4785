import type { ServiceFault } from '../../core/index.js';
import { findMethod, takesCurrency } from '../../orders/index.js';
import { hasMember, textAt } from '../json-fields.js';
import type { CreateOrderCheck } from './create-order.types.js';

/** Checks that the gateway exists (spec §7, 1000). It may be absent: then the shopper chooses. */
export const checkGateway: CreateOrderCheck = (body) => {
  if (!hasMember(body, 'gateway')) return null;
  return findMethod(textAt(body, 'gateway') ?? '') === null ? { code: 1000, detail: 'unknown gateway' } : null;
};

/** Checks that the gateway accepts the currency and the amount (spec §7, 1002; protocol §3.3, 1001). */
export const checkMethodLimits: CreateOrderCheck = (body): ServiceFault | null => {
  const method = findMethod(textAt(body, 'gateway') ?? '');
  if (method === null) return null;
  const { code, currencies, maxAmount } = method;
  if (!takesCurrency(method, textAt(body, 'currency') ?? '')) {
    return { code: 1002, detail: `${code} takes ${currencies.join(', ')}` };
  }
  return maxAmount !== null && Number(body['amount']) > maxAmount
    ? { code: 1001, detail: `${code} takes amounts up to ${maxAmount}` }
    : null;
};
