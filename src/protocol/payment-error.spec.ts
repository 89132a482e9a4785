import { inspect } from 'node:util';

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { canaryKey } from '../../test/support/canary.js';
import { isPaymentError, PaymentError, type PaymentErrorInit } from './payment-error.js';
import { sanitiseCause } from './sanitise-cause.js';

const init: PaymentErrorInit = {
  code: 'TIMEOUT',
  message: 'The service did not answer in time.',
  kind: 'temporary',
  execution: 'unknown',
  retry: 'reconcile-first',
  httpStatus: 502,
  advice: 'Read the order first.',
  group: 'web',
  orderId: 'S1',
};

/** All text that a log, a report or a debugger would show of an error. */
const everything = (error: PaymentError): string =>
  [
    String(error),
    error.stack,
    JSON.stringify(error),
    inspect(error, { depth: 9, showHidden: true }),
    inspect({ nested: [error] }, { depth: 9 }),
    inspect({ ...error }, { depth: 9 }),
    inspect(error.cause, { depth: 9, showHidden: true }),
    ...Object.values(Object.getOwnPropertyDescriptors(error)).map(({ value }) => inspect(value, { depth: 9 })),
  ].join('\n');

describe('PaymentError', () => {
  it('holds what happened, what is known and what to do', () => {
    const error = new PaymentError(init);
    expect(error).toMatchObject({ ...init, name: 'PaymentError', serviceCode: null });
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('PaymentError: The service did not answer in time.');
    expect(new PaymentError({ ...init, serviceCode: 1032 }).serviceCode).toBe(1032);
  });

  it('is written as JSON with no other fields', () => {
    expect(JSON.parse(JSON.stringify(new PaymentError(init)))).toEqual({
      ...init,
      name: 'PaymentError',
      serviceCode: null,
      docs: 'docs/errors.md#timeout',
    });
  });

  it('is shown with its stack and its fields', () => {
    const shown = inspect(new PaymentError({ ...init, cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }));
    expect(shown).toContain('payment-error.spec.ts');
    expect(shown).toContain('"advice":"Read the order first."');
    expect(shown).toContain('"cause":"Error: ECONNRESET"');
    const bare = new PaymentError(init);
    Object.defineProperty(bare, 'stack', { value: undefined });
    expect(inspect(bare)).toMatch(/^The service did not answer in time\. \{/);
  });

  it('is recognised by its brand', () => {
    const error: unknown = new PaymentError(init);
    expect(isPaymentError(error)).toBe(true);
    // As thrown by the other copy of a package that is loaded twice.
    expect(isPaymentError({ [Symbol.for('tillbridge.PaymentError')]: true })).toBe(true);
    for (const other of [new Error('x'), null, undefined, 'PaymentError', { name: 'PaymentError' }]) {
      expect(isPaymentError(other)).toBe(false);
    }
  });

  it('is recognised by instanceof across two copies, and no other error is', () => {
    expect({ [Symbol.for('tillbridge.PaymentError')]: true }).toBeInstanceOf(PaymentError);
    expect(new Error('x')).not.toBeInstanceOf(PaymentError);
    class Narrower extends PaymentError {}
    expect(new PaymentError(init)).not.toBeInstanceOf(Narrower);
    expect(new Narrower(init)).toBeInstanceOf(Narrower);
    expect(new Narrower(init)).toBeInstanceOf(PaymentError);
  });

  it('is told apart by its code, to people and to the compiler', () => {
    const error: unknown = new PaymentError({ ...init, code: 'SERVICE_1006' });
    expect(isPaymentError(error, 'SERVICE_1006')).toBe(true);
    expect(isPaymentError(error, 'TIMEOUT')).toBe(false);
    expect(isPaymentError(new Error('x'), 'SERVICE_1006')).toBe(false);
    if (isPaymentError(error, 'SERVICE_1006')) expect(error.code satisfies 'SERVICE_1006').toBe('SERVICE_1006');
    expect([error, 7].filter(isPaymentError)).toEqual([error]);
  });

  it('lists the faults of an input, and says where the failure is explained', () => {
    const faults = [{ path: 'amount', message: 'is below 1', code: 1001 }];
    const error = new PaymentError({ ...init, code: 'ORDER_INVALID', faults, operation: 'create' });
    expect(error).toMatchObject({ faults, operation: 'create', docs: 'docs/errors.md#order_invalid' });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ faults, operation: 'create' });
  });

  it('keeps no secret of its cause, in any place of it', () => {
    const secret = canaryKey('cause');
    const cause = Object.assign(new TypeError(`GET /orders?api_key=${secret}`), {
      code: 'ECONNREFUSED',
      config: { url: `/orders?api_key=${secret}`, headers: { api_key: secret } },
      request: { path: secret },
      cause: new Error(secret),
    });
    const error = new PaymentError({ ...init, cause });
    expect(error.cause).toBeInstanceOf(Error);
    expect(String(error.cause)).toBe('Error: TypeError: ECONNREFUSED');
    expect(everything(error)).not.toContain(secret);
  });

  it('keeps nothing of a cause that could be a key, for any cause', () => {
    const keys = fc.stringMatching(/^[a-z0-9]{16,40}$/).filter((key) => /\d/.test(key));
    fc.assert(
      fc.property(keys, fc.constantFrom('name', 'code', 'message', 'stack', 'url'), (key, field) => {
        const cause = { name: 'Error', [field]: key };
        expect(everything(new PaymentError({ ...init, cause }))).not.toContain(key);
        expect(everything(new PaymentError({ ...init, cause: key }))).not.toContain(key);
      }),
    );
  });

  it('has no cause when none was given', () => {
    expect('cause' in new PaymentError(init)).toBe(false);
  });
});

describe('sanitiseCause', () => {
  it.each([
    [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'Error: ENOTFOUND'],
    [new RangeError('x'), 'RangeError'],
    [Object.assign(new Error('x'), { name: 'AxiosError', code: 'ERR_BAD_RESPONSE' }), 'AxiosError: ERR_BAD_RESPONSE'],
    [Object.assign(new Error('x'), { code: 42 }), 'Error'],
    [{ name: 'a b', code: 'lower' }, 'Error'],
    ['text', 'Error'],
    [null, 'Error'],
    [undefined, 'Error'],
  ])('of %p keeps %p', (cause, message) => {
    expect(sanitiseCause(cause).message).toBe(message);
  });
});
