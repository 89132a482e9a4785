import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { removeTokenRequest, tokenRequest, tokensRequest, updateTokenRequest } from '../requests/index.js';
import { readRemoved, readStoredToken, readStoredTokens } from './index.js';

const PLACE = { reference: 'customer/7 é', token: 'a/b' };

describe('the requests about stored tokens', () => {
  it('have customer and token as steps of the path, with any content', () => {
    expect(tokensRequest('customer/7 é', { offset: 100, limit: 50 })).toEqual({
      method: 'GET',
      path: '/v1/json/recurring/customer%2F7%20%C3%A9',
      query: { limit: '50', offset: '100' },
      body: null,
      operation: 'tokens',
    });
    const whole = { query: {}, path: '/v1/json/recurring/customer%2F7%20%C3%A9' };
    expect(tokenRequest(PLACE)).toMatchObject({ method: 'GET', path: `${whole.path}/token/a%2Fb`, body: null });
    expect(removeTokenRequest(PLACE)).toMatchObject({
      method: 'DELETE',
      path: `${whole.path}/remove/a%2Fb`,
      body: null,
    });
    expect(updateTokenRequest(PLACE, { expiryDate: '3012' })).toMatchObject({
      method: 'POST',
      path: `${whole.path}/update/a%2Fb`,
      body: { expiry_date: 3012 },
    });
  });

  it.each(['', '.', '..', 'a/../b', '\ud83d', 7])('are not made of %p, which would lead to another path', (step) => {
    const text = step as string;
    const refused = (code: string) => expect.objectContaining({ code, execution: 'not-executed' });
    expect(() => tokensRequest(text, { offset: 0, limit: 1 })).toThrow(refused('CUSTOMER_REFERENCE_INVALID'));
    expect(() => tokenRequest({ reference: 'c', token: text })).toThrow(refused('TOKEN_INVALID'));
    expect(() => removeTokenRequest({ reference: text, token: 't' })).toThrow(refused('CUSTOMER_REFERENCE_INVALID'));
  });
});

describe('stored tokens', () => {
  it('are read with all fields, with leading zeros that numbers have lost', () => {
    const sent = { token: 12, code: 'VISA', display: 'Visa 0042', bin: 411111, name_holder: 'A. Example' };
    const rest = { expiry_date: 912, expired: 0, last4: 42, model: 'cardOnFile' };
    expect(readStoredTokens({ tokens: [{ ...sent, ...rest }] })).toEqual([
      {
        token: '12',
        code: 'VISA',
        display: 'Visa 0042',
        bin: '411111',
        name_holder: 'A. Example',
        expiry_date: '0912',
        expired: false,
        last4: '0042',
        recurring_model: 'cardOnFile',
      },
    ]);
  });

  it('are expired in every spelling of yes, and otherwise not', () => {
    const expired = [1, '1', true, 'true', 0, '0', false, null, 'no'].map((sent) =>
      readStoredToken({ token: 't', expired: sent }),
    );
    expect(expired.map((token) => token?.expired)).toEqual([true, true, true, true, false, false, false, false, false]);
  });

  it('have null where the service gives nothing', () => {
    const nothing = { code: null, display: null, bin: null, name_holder: null, expiry_date: null, last4: null };
    const read = { token: 't', ...nothing, expired: false, recurring_model: null };
    expect(readStoredToken({ token: 't', expiry_date: '', recurring_model: '' })).toEqual(read);
    expect(readStoredToken({ code: 'VISA' })).toBeNull();
    expect(readStoredTokens({ tokens: [{ code: 'VISA' }, null] })).toEqual([]);
    expect(readStoredTokens([])).toEqual([]);
  });

  it('are deleted only if the service confirms it', () => {
    expect([{ removed: true }, { removed: 1 }, { removed: false }, {}, null, []].map(readRemoved)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        readStoredTokens(data);
        readStoredTokens({ tokens: [data] });
        readStoredToken(data);
        readRemoved(data);
      }),
    );
  });
});
