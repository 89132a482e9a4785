import { describe, expect, it } from '@jest/globals';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { EXCLUSIVE_STEPS, isCarriedOn, planCreate, type CreateStep, type Wanted } from './create-plan.js';

const NOW = 1_000;
const WANTED: Wanted = { amount: 1250, currency: 'EUR', mode: 'live', requestFingerprint: 'print' };
const PAGE = 'https://pay.example/1';
const STEPS: readonly CreateStep[] = ['reuse', 'read', 'resume', 'replace', 'wait', 'paid', 'pending', 'conflict'];

type Order = Pick<PaymentOrderEntity, 'mode' | 'paidAt' | 'status'>;
type Case = [title: string, step: CreateStep, order: Partial<Order>, attempt?: Partial<AttemptEntity>];

/** The next step for a repeated create of an order with an open page. */
const step = (order: Partial<Order>, attempt: Partial<AttemptEntity> = {}): CreateStep => {
  const terms = { amount: 1250, currency: 'EUR', requestFingerprint: 'print' };
  const open = {
    ...terms,
    createState: 'created',
    paymentUrl: PAGE,
    senderUntil: null,
    letGoAt: null,
    ...attempt,
  } as AttemptEntity;
  return planCreate({ mode: 'live', paidAt: null, status: null, ...order }, open, {
    wanted: WANTED,
    token: 'mine',
    now: NOW,
  });
};

describe('what a create does about an order that stands already', () => {
  it.each<Case>([
    ['its page is open', 'reuse', {}],
    ['its page is open, and the shopper has been there', 'reuse', { status: 'initialized' }],
    ['it was accepted without a page', 'read', {}, { paymentUrl: null }],
    ['it is unknown whether it was sent', 'resume', {}, { createState: 'creating' }],
    ['it was refused', 'resume', {}, { createState: 'failed', paymentUrl: null }],
    ['another amount is asked for', 'replace', {}, { amount: 1249 }],
    ['another currency is asked for', 'replace', {}, { currency: 'USD' }],
    ['something else is asked for', 'replace', {}, { requestFingerprint: 'other' }],
    ['the shop has cancelled it, and no notification says so yet', 'replace', {}, { letGoAt: 1 }],
    [
      'the shop has cancelled it, and it is unknown whether it was sent',
      'resume',
      {},
      { createState: 'creating', letGoAt: 1 },
    ],
    ['it was declined', 'replace', { status: 'declined' }],
    ['it was given up', 'replace', { status: 'expired' }],
    ['something else is asked for of an open one', 'replace', { status: 'initialized' }, { amount: 1249 }],
    ['another amount is asked for while money is on its way', 'pending', { status: 'uncleared' }, { amount: 1249 }],
    ['the same is asked for while money is on its way', 'reuse', { status: 'uncleared' }],
    ['another caller is sending it', 'wait', {}, { senderUntil: NOW + 1 }],
    [
      'its own claim stands already',
      'resume',
      {},
      { senderUntil: NOW + 1, senderToken: 'mine', createState: 'creating' },
    ],
    ['the caller that was sending it is gone', 'resume', {}, { senderUntil: NOW, createState: 'creating' }],
    ['it is paid, while another caller is sending', 'paid', { paidAt: 1 }, { senderUntil: NOW + 1 }],
    ['it was paid in the very first millisecond', 'paid', { paidAt: 0 }],
    ['it is of another environment, even paid', 'conflict', { mode: 'test', paidAt: 1 }],
  ])('%s: %s', (...[, expected, order, attempt]) => {
    expect(step(order, attempt)).toBe(expected);
  });

  it('is done by one caller alone where something is sent or read, and keeps the attempt where it continues with it', () => {
    expect(STEPS.filter((each) => EXCLUSIVE_STEPS.has(each))).toEqual(['read', 'resume', 'replace']);
    expect(STEPS.filter(isCarriedOn)).toEqual(['reuse', 'read', 'resume']);
  });
});
