import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { normaliseStatus, ORDER_STATUSES, ORDER_STATUS_TABLE } from './order-status.js';
import { anyCharacter } from '../../test/support/any-character.js';

const entries = Object.entries(ORDER_STATUS_TABLE);

describe('the status table', () => {
  it('has every status once', () => {
    expect([...ORDER_STATUSES].sort()).toEqual(
      [
        'cancelled',
        'chargedback',
        'completed',
        'declined',
        'expired',
        'initialized',
        'partial_refunded',
        'refunded',
        'reserved',
        'shipped',
        'uncleared',
        'void',
      ].sort(),
    );
  });

  it.each(entries)('%s leads only to statuses of the table, each once', (_status, { mayBecome, meaning }) => {
    expect(mayBecome.length).toBeGreaterThan(0);
    expect(mayBecome.filter((next) => !ORDER_STATUSES.includes(next))).toEqual([]);
    expect(new Set(mayBecome).size).toBe(mayBecome.length);
    expect(meaning).toMatch(/^[A-Z].+\.$/);
  });

  it('marks as paid exactly the statuses that rank as paid, and paid is final', () => {
    for (const [, { paid, final, rank }] of entries) {
      expect(paid).toBe(rank >= 3);
      if (paid) expect(final).toBe(true);
    }
  });

  it('keeps polling while a payment may still arrive', () => {
    const open = ORDER_STATUSES.filter((status) => !ORDER_STATUS_TABLE[status].final);
    expect(open).toEqual(['initialized', 'uncleared', 'reserved', 'declined']);
  });

  it('lets every unpaid status still become completed: late payments are recognised', () => {
    for (const [, { paid, mayBecome }] of entries) {
      if (!paid) expect(mayBecome).toContain('completed');
    }
  });

  it('reaches every status from initialized', () => {
    const reached = new Set(['initialized']);
    for (const status of reached) {
      for (const [name, { mayBecome }] of entries) if (name === status) mayBecome.forEach((next) => reached.add(next));
    }
    expect(reached.size).toBe(ORDER_STATUSES.length);
  });

  it('lets a second partial refund follow the first', () => {
    expect(ORDER_STATUS_TABLE.partial_refunded.mayBecome).toContain('partial_refunded');
  });
});

describe('normaliseStatus', () => {
  it.each([
    ['canceled', 'cancelled'],
    ['Cancelled', 'cancelled'],
    ['chargeback', 'chargedback'],
    ['charged_back', 'chargedback'],
    ['charged back', 'chargedback'],
    ['reversed', 'chargedback'],
    ['PARTIAL_REFUNDED', 'partial_refunded'],
    ['partial-refunded', 'partial_refunded'],
    ['partially_refunded', 'partial_refunded'],
    [' completed\n', 'completed'],
    ['', 'unknown'],
    ['complete', 'unknown'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
    ['unknown', 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
    [JSON.parse('7'), 'unknown'],
  ])('%p is %s', (raw, expected) => {
    expect(normaliseStatus(raw)).toBe(expected);
  });

  it('reads every status of the table, in any case', () => {
    for (const status of ORDER_STATUSES) {
      expect(normaliseStatus(status)).toBe(status);
      expect(normaliseStatus(status.toUpperCase())).toBe(status);
    }
  });

  it('gives a status of the table or unknown for any text', () => {
    const known = new Set<string>([...ORDER_STATUSES, 'unknown']);
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => known.has(normaliseStatus(text))));
  });
});
