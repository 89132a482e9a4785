import { describe, expect, it } from '@jest/globals';
import { applePaySession, readApplePayRequest } from './apple-pay-session.js';

const GOOD = {
  origin_domain: 'shop.example',
  validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
};

describe('a request for a session of Apple Pay', () => {
  it('is read', () => {
    expect(readApplePayRequest(GOOD)).toEqual({
      ok: true,
      request: { domain: 'shop.example', validationUrl: GOOD.validation_url },
    });
  });

  it.each([
    ['no domain', { origin_domain: undefined }],
    ['an address for a domain', { origin_domain: 'https://shop.example' }],
    ['no address', { validation_url: undefined }],
    ['no https', { validation_url: 'http://apple.com/x' }],
    ['an address of someone else', { validation_url: 'https://apple.com.example/x' }],
    ['an address of the own network', { validation_url: 'https://127.0.0.1/x' }],
  ])('is refused with %s', (_, fields) => {
    expect(readApplePayRequest({ ...GOOD, ...fields })).toMatchObject({ ok: false, fault: { code: 1016 } });
  });
});

describe('the session', () => {
  it('has the members of one, and says that it is not a real one', () => {
    const { session } = applePaySession({ domain: 'shop.example', validationUrl: GOOD.validation_url }, 1_000) as {
      session: string;
    };
    expect(JSON.parse(session)).toMatchObject({
      displayName: 'Sandbox: not a session of Apple Pay',
      domainName: 'shop.example',
      epochTimestamp: 1_000,
      expiresAt: 301_000,
      merchantSessionIdentifier: expect.stringMatching(/^SANDBOX_[\da-f]{64}$/),
      signature: expect.stringContaining('sandbox'),
    });
  });
});
