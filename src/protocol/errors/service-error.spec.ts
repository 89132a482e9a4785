import { inspect } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { canaryKey } from '../../../test/support/canary.js';
import { isPaymentError } from '../payment-error.js';
import { ERROR_CODES } from './error-codes.js';
import { LOCAL_ERRORS, type LocalErrorCode } from './local-errors.js';
import { serviceError, type ServiceErrorInput } from './service-error.js';

const fail = (input: Partial<ServiceErrorInput>) =>
  serviceError({ code: 1001, text: '', operation: 'create', httpStatus: 404, ...input });

const WRITES = ['create', 'update', 'refund'] as const;
const AMBIGUOUS = [1014, 1021, 1022, 1033, 1034, 9999];

describe('serviceError', () => {
  it('makes a payment error of a code', () => {
    const error = fail({ code: 1032, httpStatus: 401, group: 'web', orderId: 'S1' });
    expect(isPaymentError(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'SERVICE_1032',
      serviceCode: 1032,
      kind: 'configuration',
      execution: 'not-executed',
      retry: 'no',
      httpStatus: 503,
      group: 'web',
      orderId: 'S1',
      message: 'The service answered the create request with 1032: Invalid API key.',
    });
    expect(error.advice).toBe(ERROR_CODES.get(1032)?.operatorText);
  });

  it('keeps nothing of the text of the service, which may quote the request', () => {
    const secret = canaryKey('echo');
    const error = fail({ code: 1032, text: `Invalid API key ${secret}` });
    expect(inspect(error, { showHidden: true }) + JSON.stringify(error) + String(error)).not.toContain(secret);
  });

  it.each([
    [1000, []],
    [1006, ['refund']],
  ] as const)('%d is a failure of creating, but "no such order" where something is read or changed', (code, others) => {
    expect(fail({ code }).httpStatus).not.toBe(404);
    for (const operation of ['read', 'update', 'list', ...others] as const) {
      expect(fail({ code, operation })).toMatchObject({
        code: `SERVICE_${code}`,
        kind: 'request',
        httpStatus: 404,
        retry: 'no',
        execution: 'not-executed',
        message: expect.stringContaining('Not found'),
      });
    }
  });

  it('1006 on creating may be an order that is paid already', () => {
    expect(fail({ code: 1006 })).toMatchObject({ kind: 'already-done', retry: 'reconcile-first', httpStatus: 409 });
    expect(fail({ code: 1000 })).toMatchObject({ kind: 'configuration', retry: 'no', httpStatus: 503 });
  });

  it.each(WRITES)('a %s is not executed on a clear code, and unknown on an ambiguous one', (operation) => {
    for (const code of ERROR_CODES.keys()) {
      const isClear = !AMBIGUOUS.includes(code) && !(operation === 'refund' && [1000, 1017].includes(code));
      expect(fail({ code, operation }).execution).toBe(isClear ? 'not-executed' : 'unknown');
    }
    for (const code of [418, 1037, 0]) expect(fail({ code, operation }).execution).toBe('unknown');
  });

  it.each(WRITES)('a %s of unknown outcome needs a read before anything else', (operation) => {
    for (const code of [...AMBIGUOUS, 418, null]) {
      expect(fail({ code, operation })).toMatchObject({ execution: 'unknown', retry: 'reconcile-first' });
    }
  });

  it.each([408, 409, 429, 500, 502, 503, 504])('a clear code in a doubtful HTTP status %d is unknown', (httpStatus) => {
    expect(fail({ operation: 'refund', httpStatus }).execution).toBe('unknown');
  });

  it('reads never change anything and may simply be repeated', () => {
    for (const operation of ['read', 'list'] as const) {
      for (const code of [...ERROR_CODES.keys(), 418, null]) {
        const error = fail({ code, operation, httpStatus: 500 });
        expect(error.execution).toBe('not-executed');
        expect(error.retry).not.toBe('reconcile-first');
      }
    }
  });

  it.each([
    [401, 'SERVICE_FORBIDDEN', 'configuration', 'no', 503],
    [403, 'SERVICE_FORBIDDEN', 'configuration', 'no', 503],
    [404, 'SERVICE_NOT_FOUND', 'request', 'no', 404],
    [410, 'SERVICE_NOT_FOUND', 'request', 'no', 404],
    [400, 'SERVICE_INVALID', 'request', 'no', 500],
    [422, 'SERVICE_INVALID', 'request', 'no', 500],
    [408, 'SERVICE_UNAVAILABLE', 'temporary', 'backoff', 503],
    [429, 'SERVICE_BUSY', 'temporary', 'backoff', 503],
    [500, 'SERVICE_UNAVAILABLE', 'temporary', 'backoff', 503],
    [503, 'SERVICE_UNAVAILABLE', 'temporary', 'backoff', 503],
    [200, 'BAD_RESPONSE', 'unknown', 'backoff', 502],
    [302, 'BAD_RESPONSE', 'unknown', 'backoff', 502],
  ])('without a code, HTTP %d on reading is %s', (httpStatus, code, kind, retry, answer) => {
    for (const envelope of ['E1', 'E2', 'E3', 'E4'] as const) {
      const error = fail({ code: null, operation: 'read', httpStatus, envelope });
      expect(error).toMatchObject({ code, kind, retry, httpStatus: answer, serviceCode: null });
      expect(error.message).toContain(`HTTP ${httpStatus}`);
      expect(error.advice).toBe(LOCAL_ERRORS[code as LocalErrorCode].operatorText);
    }
  });

  it.each([200, 302, 400, 401, 403, 404, 422])('HTTP %d with a page of another server tells nothing', (httpStatus) => {
    for (const envelope of ['E5', undefined] as const) {
      expect(fail({ code: null, httpStatus, envelope })).toMatchObject({ code: 'BAD_RESPONSE', execution: 'unknown' });
    }
  });

  it('without a code, only a refusal in an envelope of the service proves that a write was not executed', () => {
    const ruledOut = new Set([400, 401, 403, 404, 410, 422]);
    for (let httpStatus = 100; httpStatus < 600; httpStatus += 1) {
      const { execution } = fail({ code: null, httpStatus, envelope: 'E2', operation: 'cancel' });
      expect([httpStatus, execution]).toEqual([httpStatus, ruledOut.has(httpStatus) ? 'not-executed' : 'unknown']);
    }
  });

  it('decides by the method, not the operation, whether anything was changed', () => {
    expect(fail({ code: 9999, operation: 'other', method: 'GET' })).toMatchObject({
      execution: 'not-executed',
      retry: 'backoff',
    });
    for (const method of ['POST', 'PATCH'] as const) {
      expect(fail({ code: 9999, operation: 'list', method }).execution).toBe('unknown');
    }
    expect(fail({ code: 9999, operation: 'events' }).execution).toBe('not-executed');
    expect(fail({ code: 9999, operation: 'other' }).execution).toBe('unknown');
  });
});
