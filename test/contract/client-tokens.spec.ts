import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { type PaymentError } from 'tillbridge';
import { failureOf } from '../support/failure-of.js';
import { json, refusal, reset, type Reply } from '../support/scripted-service.js';
import { useScriptedGroup } from './support/scripted-group.js';

const PLACE = { reference: 'customer-7', token: 'secret-token' };

const tokens = (...names: string[]): Reply =>
  json(200, { success: true, data: { tokens: names.map((token) => ({ token, code: 'VISA', last4: 42 })) } });
const removed = (answer: object): Reply => json(200, { success: true, data: answer });

describe('stored tokens', () => {
  const scripted = useScriptedGroup({ calls: { callsPerSecond: 1_000, burst: 1_000, readAttempts: 1 } });

  it('are listed in one call when there are few', async () => {
    scripted.service.script(tokens('a', 'b'));
    expect(await scripted.group.tokens.list('customer-7')).toMatchObject([
      { token: 'a', code: 'VISA', last4: '0042' },
      { token: 'b' },
    ]);
    expect(scripted.service.log).toEqual(['GET /v1/json/recurring/customer-7?limit=100&offset=0']);
  });

  it('are all listed, also by a service that gives fewer at once than it was asked for', async () => {
    const [first, second] = ['a', 'b'].map((letter) => Array.from({ length: 10 }, (_, index) => `${letter}${index}`));
    scripted.service.script(tokens(...first!), tokens(...second!), tokens(...second!));
    expect(await scripted.group.tokens.list('customer-7')).toHaveLength(20);
    scripted.service.script(tokens(...first!), refusal(1000, 410));
    expect(await scripted.group.tokens.list('customer-7')).toHaveLength(10);
  });

  it('are none for a customer whom the service does not know', async () => {
    scripted.service.script(refusal(1000, 410));
    expect(await scripted.group.tokens.list('nobody')).toEqual([]);
  });

  it('are not none because the list cannot be read', async () => {
    scripted.service.script(refusal(1032, 401));
    await expect(scripted.group.tokens.list('customer-7')).rejects.toMatchObject({ code: 'SERVICE_1032' });
  });

  it('that the service does not know are not found', async () => {
    const notFound = { code: 'SERVICE_1000', httpStatus: 404, execution: 'not-executed', retry: 'no' };
    scripted.service.script(refusal(1000, 410), refusal(1000, 410), refusal(1000, 410));
    await expect(scripted.group.tokens.get(PLACE)).rejects.toMatchObject(notFound);
    await expect(scripted.group.tokens.update(PLACE, { expiryDate: '3012' })).rejects.toMatchObject(notFound);
    await expect(scripted.group.tokens.delete(PLACE)).rejects.toMatchObject(notFound);
    expect(scripted.service.log).toEqual([
      'GET /v1/json/recurring/customer-7/token/secret-token',
      'POST /v1/json/recurring/customer-7/update/secret-token',
      'DELETE /v1/json/recurring/customer-7/remove/secret-token',
    ]);
  });

  it('are deleted when the service says so, and not when it says nothing', async () => {
    scripted.service.script(removed({ removed: true }), removed({}));
    await scripted.group.tokens.delete(PLACE);
    await expect(scripted.group.tokens.delete(PLACE)).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      execution: 'unknown',
    });
    expect(scripted.service.calls[0]).toMatchObject({ method: 'DELETE', body: '' });
  });

  it('are no token when the answer holds none', async () => {
    scripted.service.script(json(200, { success: true, data: {} }));
    await expect(scripted.group.tokens.get(PLACE)).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      execution: 'not-executed',
    });
  });

  it.each(['30-12', '3013', '3000', '', 3012])('expire in no month such as %p', async (expiryDate) => {
    scripted.service.script();
    const update = scripted.group.tokens.update(PLACE, { expiryDate: expiryDate as string });
    await expect(update).rejects.toMatchObject({ code: 'TOKEN_UPDATE_INVALID', faults: [{ path: 'expiryDate' }] });
    expect(scripted.service.calls).toEqual([]);
  });

  it('and whose they are stand in no error', async () => {
    const raw = { method: 'GET', path: '/v1/json/recurring/customer-7/token/secret-token' } as const;
    const failed = (replies: Reply[], work: () => Promise<unknown>): Promise<PaymentError> => {
      scripted.service.script(...replies);
      return failureOf(work());
    };
    // A read that breaks on a kept connection is sent once more.
    const failures = [
      await failed([reset, reset], () => scripted.group.tokens.get(PLACE)),
      await failed([refusal(1000, 410)], () => scripted.group.tokens.get(PLACE)),
      await failed([reset], () => scripted.group.tokens.delete(PLACE)),
      await failed([reset, reset], () => scripted.group.request(raw)),
      await failed([refusal(1014)], () => scripted.group.tokens.update(PLACE, { expiryDate: '3012' })),
      await failed([removed({})], () => scripted.group.tokens.delete(PLACE)),
      await failed([], () => scripted.group.tokens.get({ ...PLACE, token: 'secret-token/..' })),
    ];
    for (const error of failures)
      expect(`${inspect(error)} ${JSON.stringify(error)}`).not.toMatch(/secret-token|customer-7/);
    expect(failures[0]?.message).toContain('/v1/json/recurring/[redacted]');
  });
});

describe('what a payment page asks for', () => {
  const scripted = useScriptedGroup();

  const ok = (data: unknown): Reply => json(200, { success: true, data });
  const BROWSER = { originDomain: 'shop.example', validationUrl: 'https://apple.example/session' };

  it('are banks, a token for the browser and a session of Apple Pay', async () => {
    scripted.service.script(
      ok([{ code: '0031', description: 'A bank' }]),
      ok({ api_token: 'pub.v2.x' }),
      ok({ session: '{"m":1}' }),
    );
    expect(await scripted.group.issuers('MYBANK')).toEqual([{ code: '0031', description: 'A bank' }]);
    expect(await scripted.group.apiToken()).toBe('pub.v2.x');
    expect(await scripted.group.applePaySession(BROWSER)).toEqual({ m: 1 });
    expect(JSON.parse(scripted.service.calls[2]?.body ?? '')).toEqual({
      origin_domain: 'shop.example',
      validation_url: 'https://apple.example/session',
    });
  });

  it('is said to be missing when the answer does not hold it', async () => {
    scripted.service.script(ok({}), ok({}));
    await expect(scripted.group.apiToken()).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    await expect(scripted.group.applePaySession(BROWSER)).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
  });

  it.each([
    [{ originDomain: 'https://shop.example' }, 'originDomain'],
    [{ originDomain: 'shop.example:443' }, 'originDomain'],
    [{ validationUrl: 'http://apple.example' }, 'validationUrl'],
    [{ validationUrl: undefined }, 'validationUrl'],
  ])('is not asked for with %p', async (change, path) => {
    scripted.service.script();
    await expect(scripted.group.applePaySession({ ...BROWSER, ...change } as typeof BROWSER)).rejects.toMatchObject({
      code: 'APPLE_PAY_SESSION_INVALID',
      faults: [{ path }],
    });
    expect(scripted.service.calls).toEqual([]);
  });

  it('has no such payment method', async () => {
    scripted.service.script(refusal(1023));
    await expect(scripted.group.issuers('NOBANK')).rejects.toMatchObject({ code: 'SERVICE_1023', httpStatus: 404 });
  });
});
