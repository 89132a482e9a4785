import { describe, expect, it } from '@jest/globals';
import type { TimelineEntry } from '../../shop/admin/index.js';
import { DASHBOARD_LABELS } from '../dashboard.labels.js';
import { shortStory } from './story-lines.js';

type Given = readonly [kind: TimelineEntry['kind'], details: TimelineEntry['details']];

const euros = { amount: 10_000, currency: 'EUR' };
const storyOf = (...entries: readonly Given[]) =>
  shortStory(
    entries.map(([kind, details], at) => ({ at, kind, text: 'technical', details })),
    DASHBOARD_LABELS,
  );
const textsOf = (...entries: readonly Given[]): string[] =>
  storyOf(...entries).map(({ text, why, times }) => [text, why, times > 1 && times].filter(Boolean).join(' | '));

const created: Given = ['created', euros];
const paid: Given = ['transition', { kind: 'completed', to: 'completed', ...euros, method: 'IDEAL' }];
const back: Given = ['observation', { source: 'return', decision: 'duplicate', status: 'completed' }];

describe('the story of an order', () => {
  it('is written in plain sentences, without technical details', () => {
    expect(
      textsOf(
        created,
        ['notification', { id: 'n' }],
        ['observation', { source: 'notification', decision: 'transition' }],
        paid,
        ['outbox', { effect: 'Mailer.confirm', step: 'queued' }],
        back,
        back,
      ),
    ).toEqual(['The order was created: €100.00', 'Paid with iDEAL: €100.00', 'The customer came back: still paid | 2']);
  });

  it('explains why a customer was charged twice', () => {
    const again: Given = ['transition', { kind: 'paid_twice', to: 'completed', ...euros, method: 'VISA' }];
    expect(textsOf(created, paid, ['created', { attempt: 2, ...euros }], again).slice(2)).toEqual([
      'Payment attempt 2 was opened: €100.00',
      'Paid once more with Visa: €100.00',
    ]);
  });

  it('names who did something, and the reason, also one from the command line', () => {
    const refund = { id: 'r', step: 'requested', origin: 'shop', ...euros };
    expect(
      textsOf(
        ['refund', { ...refund, by: null }],
        ['decision', { about: 'refund', step: 'requested', id: 'r', by: 'ben', why: 'back to ann@example.org' }],
        ['transition', { kind: 'refund_settled', ...euros, amount: 500 }],
        ['transition', { kind: 'partial_refunded', to: 'partial_refunded', ...euros }],
        ['decision', { about: 'order', step: 'acknowledged', by: 'ann', why: 'called them' }],
        ['outbox', { about: 'effect', step: 'replayed', by: 'ann', why: 'mail is back' }],
      ),
    ).toEqual([
      'ben requested a refund of €100.00 | back to a***@example.org',
      '€5.00 went back to the customer',
      'ann marked the order as handled | called them',
      'ann replayed a task of the shop | mail is back',
    ]);
  });

  it('reports a chargeback once, also of a part of the order', () => {
    const taken = (amount: number): Given => [
      'refund',
      { id: 'c', step: 'requested', origin: 'chargeback', currency: 'EUR', amount },
    ];
    const partly: Given = ['transition', { kind: 'partial_refunded', to: 'partial_refunded', ...euros }];
    expect(textsOf(taken(3_000), partly)).toEqual(['The bank took €30.00 back']);
    const wholly: Given = ['transition', { kind: 'chargedback', to: 'chargedback', ...euros }];
    expect(textsOf(taken(10_000), wholly)).toEqual(['The bank took the money back: €100.00']);
  });

  it('is readable if a method is unknown, and for every kind of entry', () => {
    expect(textsOf(['transition', { kind: 'completed', to: 'completed', ...euros, method: null }])).toEqual([
      'Paid: €100.00',
    ]);
    expect(textsOf(['transition', { kind: 'declined', to: 'declined', ...euros, method: null }])).toEqual([
      'A payment was declined',
    ]);
    expect(textsOf(['transition', { kind: 'something_new', to: 'x', ...euros }])).toEqual(['The order changed']);
  });

  it('has at most a dozen lines: the beginning, and the newest', () => {
    const attempts = Array.from({ length: 30 }, (_, index): Given => ['created', { attempt: index + 2, ...euros }]);
    const lines = storyOf(created, ...attempts);
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([lines[0]!.text, lines.at(-1)!.text]).toEqual([
      'The order was created: €100.00',
      'Payment attempt 31 was opened: €100.00',
    ]);
  });

  it('says when and how an order was paid, however much happened since', () => {
    const refunds = Array.from({ length: 20 }, (_, index): Given => [
      'transition',
      { kind: 'refund_settled', currency: 'EUR', amount: index + 100 },
    ]);
    const declined: Given = ['transition', { kind: 'declined', to: 'declined', ...euros, method: 'VISA' }];
    const again: Given = ['transition', { kind: 'paid_twice', to: 'completed', ...euros, method: 'VISA' }];
    const lines = storyOf(created, declined, paid, ...refunds.slice(0, 5), again, ...refunds.slice(5));
    expect(lines.slice(0, 4).map(({ text, leftOut }) => [text, leftOut])).toEqual([
      ['The order was created: €100.00', 1],
      ['Paid with iDEAL: €100.00', 5],
      ['Paid once more with Visa: €100.00', 6],
      ['€1.11 went back to the customer', 0],
    ]);
    expect(lines).toHaveLength(12);
  });

  it('shows the newest payments where there are more than fit', () => {
    const changes = Array.from({ length: 40 }, (_, index): Given => [
      'transition',
      { kind: index % 2 === 0 ? 'chargedback' : 'restored', ...euros, amount: index },
    ]);
    const lines = storyOf(created, ...changes);
    expect([lines.length, lines[1]!.at, lines.at(-1)!.at]).toEqual([12, 30, 40]);
  });

  it('is empty for an order of which nothing is recorded', () => {
    expect(storyOf()).toEqual([]);
  });
});
