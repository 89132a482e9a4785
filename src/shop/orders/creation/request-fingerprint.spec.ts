import { describe, expect, it } from '@jest/globals';
import { Money, type CreateOrderInput } from '../../../protocol/index.js';
import { requestFingerprint } from './request-fingerprint.js';

const order: CreateOrderInput = { orderId: 'S1', amount: Money.of('9.95', 'EUR'), description: 'Tea', type: 'direct' };
const paidWith = (gatewayInfo: Record<string, unknown>) => requestFingerprint({ ...order, gatewayInfo });

describe('the digest of what a create asks for', () => {
  it('is the same for the same request, for any caller and any spelling', () => {
    const asked = { gatewayInfo: { issuer_id: '0031', phone: '1' }, customer: { email: 'ann@example.org' } };
    const again = { gatewayInfo: { phone: '1', issuer_id: '0031' }, description: 'Two teas' };
    expect(requestFingerprint({ ...order, ...asked })).toBe(requestFingerprint({ ...order, ...again }));
    expect(requestFingerprint({ ...order, amount: Money.of('9.96', 'EUR') })).not.toBe(requestFingerprint(order));
    expect(paidWith({ issuer_id: '0031' })).not.toBe(paidWith({ issuer_id: '0021' }));
  });

  it('stays the same after an upgrade: that of an earlier create is stored', () => {
    expect(paidWith({ phone: '1', issuer_id: '0031' })).toBe(
      '35f563da50d43e527ae5bfa0fcf8026fd071fa03db0de6cc16d21cac21c1383f',
    );
  });

  it('holds nothing of a card, whose number could be found by trying them all', () => {
    const digests = ['4111111111111111', '5500000000000004'].map((card_number) =>
      paidWith({ card_number, card_cvc: '987', cvc: '987', card_holder_name: 'Ann' }),
    );
    expect(new Set([...digests, paidWith({ card_holder_name: 'Ann' })]).size).toBe(1);
  });
});
