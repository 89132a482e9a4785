import type { ServiceJson } from '../../core/index.js';
import { displayOf, isExpired, last4Of, type SandboxTokenEntity } from '../../payments/index.js';

/**
 * A stored token on the wire (protocol §2.12): digits as numbers, which lose their leading zeros. The model has both of
 * its names, because some clients read only `model`.
 */
export function tokenItem(stored: SandboxTokenEntity, at: number): ServiceJson {
  const { token, method, nameHolder, paidWith, model } = stored;
  return {
    token,
    code: method,
    display: displayOf(stored),
    bin: asNumber(paidWith.bin),
    name_holder: nameHolder,
    expiry_date: asNumber(paidWith.expiry),
    expired: isExpired(stored, at) ? 1 : 0,
    last4: asNumber(last4Of(stored)),
    model,
    recurring_model: model,
  };
}

const asNumber = (digits: string | null): number | null => (digits === null ? null : Number(digits));
