import { describe, expect, it } from '@jest/globals';
import { Money } from '../../protocol/index.js';
import type { OrderMoney } from './order-money.js';
import { orderHeadline, type HeadlineFacts } from './order-headline.js';
import { attentionText, reasonText } from './reason.labels.js';

const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');

const facts = (other: Partial<HeadlineFacts> = {}): HeadlineFacts => ({
  status: 'completed',
  createState: 'created',
  paid: true,
  amount: eur(1250),
  amountRefunded: eur(0),
  attention: null,
  refunds: [],
  notifications: { pending: 0, failing: 0, parked: 0 },
  effects: { pending: 0, failing: 0, failed: 0 },
  pollFails: false,
  nextPollAt: null,
  knownBy: null,
  ...other,
});

const unpaid = { paid: false, nextPollAt: 5_000, knownBy: 9_000 };

const money = (surplus: OrderMoney['surplus'], refunded: number): OrderMoney => ({
  asked: eur(1250),
  received: [eur(2500)],
  refunded: eur(refunded),
  onItsWay: eur(0),
  others: [],
  remaining: eur(2500 - refunded),
  surplus,
});

describe('what is said of an order', () => {
  it('is that the surplus went back, once it did', () => {
    const textOf = (of: OrderMoney) => orderHeadline(facts({ attention: 'paid_twice', money: of })).next[0]!.text;
    expect(textOf(money({ amount: eur(1250), next: eur(1250), key: 'k' }, 0))).toContain('refund the surplus');
    expect(textOf(money(null, 1250))).toContain('refunded or being refunded: mark it as handled.');
    // One of the payments was charged back by the bank, or was in another currency: nothing was refunded.
    expect(textOf(money(null, 0))).toContain('refund the surplus');
    expect(textOf({ ...money(null, 100), received: [eur(1250)] })).toContain('if both');
    expect(textOf({ ...money(null, 1250), received: [eur(1250), Money.ofMinor(1, 'USD')] })).toContain('if both');
  });

  it('is that a refund was refused, until a newer one stands for it', () => {
    const nextOf = (...states: ('rejected' | 'queued' | 'cancelled')[]): string[] => {
      const refunds = states.map((state) => ({ state, amount: eur(500), plannedAt: null }));
      return orderHeadline(facts({ refunds })).next.map(({ text }) => text);
    };
    const refused = 'A refund of 5.00 EUR was refused: the customer did not get it.';
    expect(nextOf('rejected')).toEqual([refused]);
    expect(nextOf('cancelled', 'rejected')).toEqual([refused]);
    expect(nextOf('queued', 'rejected')).toEqual(['A refund of 5.00 EUR waits to be sent.']);
  });

  it.each([
    ['amount_mismatch', /ask for the rest, or refund what came\.$/],
    ['voided', /stop the delivery; if goods have left, ask the customer to pay again\.$/],
    ['unreadable', /See the log, then read it again\.$/],
  ])('tells what to do about %s', (attention, action) => expect(attentionText(attention)).toMatch(action));

  it.each<[string, Partial<HeadlineFacts>]>([
    ['It is on its way to the service, which may or may not have it yet.', { status: null, createState: 'creating' }],
    ['It can be paid; the service has not said anything of a payment yet.', { status: null }],
    ['The service refused it: it cannot be paid.', { status: null, createState: 'failed' }],
    ['It is paid: 12.50 EUR.', {}],
    [
      'It is paid, 12.50 EUR, of which 2.50 EUR was refunded.',
      { status: 'partial_refunded', amountRefunded: eur(250) },
    ],
    ['It was cancelled, or left unfinished. Nothing was paid.', { status: 'cancelled', ...unpaid }],
    ['It was cancelled, or left unfinished. Money had come for it before.', { status: 'cancelled' }],
  ])('%s', (now, other) => expect(orderHeadline(facts(other)).now).toBe(now));

  it('is by when a payment is known, while one is waited for', () => {
    expect(orderHeadline(facts({ status: 'initialized', ...unpaid })).next).toEqual([
      { text: 'Should no notification come, the service is asked again.', at: 5_000, needsAttention: false },
      { text: 'A payment is known at the latest by then.', at: 9_000, needsAttention: false },
    ]);
  });

  it('is that nothing more is expected, or that the order is no longer read', () => {
    expect(orderHeadline(facts()).next).toMatchObject([{ text: expect.stringContaining('Nothing more is expected') }]);
    const left = facts({ status: 'expired', paid: false });
    expect(orderHeadline(left).next).toMatchObject([{ text: expect.stringContaining('not asked any more') }]);
  });

  it('begins with the reasons for attention', () => {
    const { next } = orderHeadline(
      facts({
        attention: 'paid_twice',
        refunds: [
          { state: 'queued', amount: eur(100), plannedAt: 7_000 },
          { state: 'manual', amount: eur(200), plannedAt: null },
          { state: 'settled', amount: eur(300), plannedAt: null },
        ],
        notifications: { pending: 2, failing: 3, parked: 1 },
        effects: { pending: 1, failing: 1, failed: 1 },
      }),
    );
    expect(next.map(({ text, at, needsAttention }) => [needsAttention, at, text])).toEqual([
      [true, null, 'It was paid more than once: refund the surplus, if both payments still stand.'],
      [
        true,
        null,
        'A refund of 2.00 EUR needs a decision on whether it was carried out; nothing more is sent until then.',
      ],
      [true, null, 'A task of the shop has failed: replay or discard.'],
      [true, null, 'A notification could not be applied: mend the cause and replay.'],
      [
        true,
        null,
        '3 notifications could not be applied yet, which is tried again by itself: tell those who run the shop.',
      ],
      [true, null, 'A task of the shop fails, which is tried again by itself: tell those who run the shop.'],
      [false, 7_000, 'A refund of 1.00 EUR waits to be sent.'],
      [false, null, '2 notifications wait to be applied.'],
      [false, null, 'A task of the shop is still to run.'],
    ]);
  });

  it.each<[string, Partial<HeadlineFacts>]>([
    ['fails', { notifications: { pending: 0, failing: 1, parked: 0 } }],
    ['waits, as where no process runs the workers', { notifications: { pending: 1, failing: 0, parked: 0 } }],
    ['was given up', { notifications: { pending: 0, failing: 0, parked: 1 } }],
    ['was polled, and a handler fails for it', { pollFails: true }],
  ])(
    'is not that nothing was paid, nor until when it is known, while what the service reported %s',
    (_title, other) => {
      const { now, next } = orderHeadline(facts({ status: 'initialized', ...unpaid, ...other }));
      expect(now).toMatch(/it may be paid/);
      expect(next.map(({ text }) => text)).not.toContain('A payment is known at the latest by then.');
      expect(orderHeadline(facts(other)).now).toBe('It is paid: 12.50 EUR.');
    },
  );

  it.each<[string, Partial<HeadlineFacts>, readonly string[]]>([
    [
      'a notification',
      { notifications: { pending: 1, failing: 0, parked: 0 } },
      ['A notification waits to be applied.'],
    ],
    [
      'several that could not be applied',
      { notifications: { pending: 0, failing: 0, parked: 2 } },
      ['2 notifications could not be applied: mend the cause and replay.'],
    ],
    [
      'a task that failed',
      { effects: { pending: 0, failing: 0, failed: 2 } },
      ['2 tasks of the shop have failed: replay or discard.'],
    ],
    ['tasks', { effects: { pending: 2, failing: 0, failed: 0 } }, ['2 tasks of the shop are still to run.']],
    [
      'a payment, by an unknown time',
      { status: 'initialized', paid: false, nextPollAt: 5_000 },
      ['Should no notification come, the service is asked again.'],
    ],
    ['a poll of a paid order, which does not matter', { nextPollAt: 5_000 }, ['Nothing more is expected']],
    [
      'an order that the service refused',
      { status: null, createState: 'failed', paid: false },
      ['Nothing more is expected'],
    ],
    ['an order that could be paid', { status: null, paid: false }, ['The service is not asked any more by itself']],
    [
      'one that failed at first',
      { status: 'declined', createState: 'failed', paid: false },
      ['The service is not asked'],
    ],
  ])('is about %s', (_title, other, expected) => {
    const { next } = orderHeadline(facts(other));
    expect(next.map(({ text }, index) => text.slice(0, expected[index]?.length))).toEqual(expected);
  });

  it('is readable for unknown codes, too', () => {
    expect(attentionText('some_new-thing')).toBe('some new thing.');
    expect(attentionText('refund_twice')).toContain('shows two refunds where one was asked for. Get one of them back.');
    expect(reasonText('completed+refunded')).toBe('completed, refunded');
  });
});
