import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { ERROR_CODES, errorCodeEntry } from './error-codes.js';

/** Spec §7, in its order, with 1009 of protocol §3.3. */
const NAMES: Readonly<Record<number, string>> = {
  1000: 'Unknown message type',
  1001: 'Invalid amount',
  1002: 'Invalid currency',
  1003: 'Invalid account ID',
  1004: 'Invalid site ID',
  1005: 'Invalid secure code',
  1006: 'Invalid transaction ID',
  1007: 'Invalid IP address',
  1008: 'Invalid description',
  1009: 'Invalid transaction type',
  1010: 'Invalid variable',
  1011: 'Invalid customer account ID',
  1012: 'Invalid customer security code',
  1013: 'Invalid signature',
  1014: 'Unspecified error',
  1015: 'Account unknown',
  1016: 'Missing data',
  1017: 'Insufficient funds',
  1018: 'Invalid country code',
  1019: 'Site is inactive',
  1020: 'Account is blocked',
  1021: 'Cannot create transaction',
  1022: 'Cannot initiate transaction',
  1023: 'No gateway available',
  1024: 'Transaction refused',
  1025: 'Only one currency allowed in shopping cart',
  1026: 'Cart currency different to transaction currency',
  1027: 'Cart amount must equal transaction amount',
  1028: 'Incorrect tax rate in rule',
  1029: 'Incorrect tax rate for a product',
  1030: 'Incorrect currency for an item',
  1031: 'Incorrect price for an item',
  1032: 'Invalid API key',
  1033: 'Error fetching refund information',
  1034: 'Cannot refund transaction',
  1035: 'Invalid signature',
  1036: 'Invalid issuer ID',
  5001: 'Cart data not validated',
  9999: 'Unknown error',
};

const KINDS = ['configuration', 'request', 'customer', 'refused', 'temporary', 'already-done', 'unknown'];
const RETRIES = ['no', 'new-attempt', 'backoff', 'reconcile-first'];
const ACTORS = ['merchant', 'customer', 'service', 'third-party'];

describe('the error table', () => {
  it('has every code under its name, in ascending order', () => {
    const names = [...ERROR_CODES].map(([code, entry]) => [code, entry.name]);
    expect(names).toEqual(Object.entries(NAMES).map(([code, name]) => [Number(code), name]));
  });

  it.each([...ERROR_CODES])('%d is described in every respect', (code, entry) => {
    expect(entry.code).toBe(code);
    expect(errorCodeEntry(code)).toBe(entry);
    expect(KINDS).toContain(entry.kind);
    expect(RETRIES).toContain(entry.retry);
    expect(ACTORS).toContain(entry.actor);
    expect([404, 409, 422, 500, 502, 503]).toContain(entry.httpStatus);
    for (const text of [entry.cause, entry.operatorText, entry.customerText.en, entry.customerText.nl]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
    expect(entry.customerText.nl).not.toBe(entry.customerText.en);
  });

  it('shows customers no internals', () => {
    for (const { customerText } of ERROR_CODES.values()) {
      expect(`${customerText.en} ${customerText.nl}`).not.toMatch(
        /\d{3}|api|key|sleutel|signature|gateway|service|IP\b/i,
      );
    }
  });

  it('names the merchant if the set-up or the request is wrong, except for the country that customers type', () => {
    for (const { code, kind, actor, retry } of ERROR_CODES.values()) {
      if (code === 1018 || !['configuration', 'request'].includes(kind)) continue;
      expect([actor, retry]).toEqual(['merchant', 'no']);
    }
  });

  it('never lets a refund or payment be repeated without a read first', () => {
    for (const code of [1006, 1014, 1022, 1033, 1034, 9999]) expect(errorCodeEntry(code).retry).toBe('reconcile-first');
  });
});

describe('errorCodeEntry', () => {
  it('is total: unlisted codes and answers without a code give a generic entry', () => {
    const unlisted = fc.oneof(fc.integer(), fc.double()).filter((code) => !ERROR_CODES.has(code));
    fc.assert(
      fc.property(unlisted, (code) => {
        expect(errorCodeEntry(code)).toMatchObject({ code, name: 'Unlisted error', kind: 'unknown', httpStatus: 502 });
      }),
    );
    expect(errorCodeEntry(null)).toMatchObject({ code: 9999, name: 'Unlisted error', retry: 'reconcile-first' });
    expect(errorCodeEntry(0)).toMatchObject({ code: 0, name: 'Unlisted error' });
  });
});
