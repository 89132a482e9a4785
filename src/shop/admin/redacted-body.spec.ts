import { describe, expect, it } from '@jest/globals';
import { redactedBody } from './redacted-body.js';

describe('what is shown of a notification', () => {
  it('is the content of the order, and of everything else only the shape', () => {
    const body = {
      order_id: 'S1',
      status: 'completed',
      amount: 1250,
      customer: { email: 'ann@example.org', first_name: 'Ann', country: 'NL' },
      var1: 'Ann Jansen, NL87ABNA0000000001',
      description: 'for Ann',
      payment_details: {
        type: 'IDEAL',
        account_iban: 'NL87ABNA0000000001',
        account_holder_name: 'Ann Jansen',
        recurring_id: 'tk1',
      },
      related_transactions: [{ transaction_id: 17, amount: 250, status: 'completed', description: 'to Ann' }],
      status_note: null,
      order_total: { email: 'ann@example.org' },
    };
    expect(JSON.parse(redactedBody(Buffer.from(JSON.stringify(body)))!)).toEqual({
      order_id: 'S1',
      status: 'completed',
      amount: 1250,
      customer: '[hidden: an object of 3]',
      var1: '[hidden: 30 characters]',
      description: '[hidden: 7 characters]',
      payment_details: {
        type: 'IDEAL',
        account_iban: '[hidden: 18 characters]',
        account_holder_name: '[hidden: 10 characters]',
        recurring_id: '[hidden: 3 characters]',
      },
      related_transactions: [
        { transaction_id: 17, amount: 250, status: 'completed', description: '[hidden: 6 characters]' },
      ],
      status_note: null,
      order_total: '[hidden: an object of 1]',
    });
  });

  it('is of a list no more than fifty parts', () => {
    const of = (count: number): unknown[] => {
      const costs = Array.from({ length: count }, () => ({ amount: 1, var1: '', var2: true, var3: [1, 2] }));
      return (JSON.parse(redactedBody(Buffer.from(JSON.stringify({ costs })))!) as { costs: unknown[] }).costs;
    };
    expect([of(50).length, of(51).length]).toEqual([50, 50]);
    expect(of(1)).toEqual([{ amount: 1, var1: '', var2: '[hidden: a boolean]', var3: '[hidden: a list of 2]' }]);
  });

  it.each([
    ['costs', 120_000, '[', ']'],
    ['costs', 14_000, '{"costs":', '}'],
  ])('is shown where %s are nested %i times in a body', (name, depth, start, end) => {
    const body = `{"order_id":"S1","${name}":${start.repeat(depth)}1${end.repeat(depth)}}`;
    expect(redactedBody(Buffer.from(body))).toMatch(/"order_id": "S1"[^]*\[hidden: (a list|an object) of 1\]/);
  });

  it('keeps every digit of an id', () => {
    expect(redactedBody(Buffer.from('{"transaction_id":17472052901237123}'))).toContain('17472052901237123');
  });

  it.each([
    ['', null],
    ['not json', '[hidden: 8 bytes that are no JSON]'],
    ['"Ann"', '"[hidden: 3 characters]"'],
    ['[["ann@example.org"]]', '[\n  [\n    "[hidden: 15 characters]"\n  ]\n]'],
  ])('of %j is %j', (body, shown) => expect(redactedBody(Buffer.from(body))).toBe(shown));
});
