import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { readEnvelope } from '../envelope.js';
import { isPaymentError } from '../payment-error.js';
import { ERROR_KINDS } from '../payment-error.types.js';
import type { ServiceOperation, ServiceRequest } from '../requests/request.types.js';
import { customerText } from './customer-text.js';
import type { ServiceErrorCode } from './error-code.types.js';
import { ERROR_CODES, isListedCode } from './error-codes.js';
import { errorMeaning, OPERATION_SUBJECTS } from './error-meaning.js';
import { orderReason, ORDER_REASONS } from './order-reasons.js';
import { serviceError } from './service-error.js';
import { UNLISTED_RANGES, unlistedRange } from './unlisted-codes.js';
import { anyCharacter } from '../../../test/support/any-character.js';

const OPERATIONS = Object.keys(OPERATION_SUBJECTS) as ServiceOperation[];
const METHODS = ['GET', 'POST', 'PATCH'] as const satisfies readonly ServiceRequest['method'][];
const RETRIES = ['no', 'new-attempt', 'backoff', 'reconcile-first'];

/** Repeated here because money depends on it: after these codes a write may have been carried out. */
const OPEN = new Set([1014, 1021, 1022, 1033, 1034, 9999]);
const isOpen = (code: number, operation: ServiceOperation): boolean =>
  OPEN.has(code) || (operation === 'refund' && [1000, 1017].includes(code));

const fail = (code: number | null, operation: ServiceOperation, method: ServiceRequest['method'], httpStatus = 404) =>
  serviceError({ code, text: '', envelope: 'E1', operation, method, httpStatus });

describe.each(OPERATIONS)('what every code says of the operation %s', (operation) => {
  it('is complete', () => {
    for (const [code, entry] of ERROR_CODES) {
      const meaning = errorMeaning(code, operation);
      expect(meaning.code).toBe(code);
      expect(ERROR_KINDS).toContain(meaning.kind);
      expect(RETRIES).toContain(meaning.retry);
      expect([404, 409, 422, 500, 502, 503]).toContain(meaning.httpStatus);
      for (const text of [meaning.cause, meaning.operatorText, meaning.customerText.en, meaning.customerText.nl]) {
        expect(text).toMatch(/^[A-Z].*\.$/);
      }
      if (operation === 'create') expect(meaning).toEqual(entry);
    }
  });

  it('gives "not executed" to a write only where the table does, and never an execution to a read', () => {
    for (const code of ERROR_CODES.keys()) {
      expect([code, fail(code, operation, 'GET').execution]).toEqual([code, 'not-executed']);
      for (const method of ['POST', 'PATCH'] as const) {
        const { execution, retry } = fail(code, operation, method);
        expect([code, execution]).toEqual([code, isOpen(code, operation) ? 'unknown' : 'not-executed']);
        if (execution === 'unknown') expect(retry).toBe('reconcile-first');
      }
    }
  });

  it('advises a new attempt only where something is paid, and reports charges only there', () => {
    for (const code of ERROR_CODES.keys()) {
      const { retry, customerText: text } = errorMeaning(code, operation);
      if (operation !== 'create') {
        expect(retry).not.toBe('new-attempt');
        expect(text.en + text.nl).not.toMatch(/charged|afgeschreven|start your payment/);
      }
    }
  });

  it('1000 and 1006 find nothing, except where an order is created, or 1000 answers a refund', () => {
    const statuses = [1000, 1006].map((code) => errorMeaning(code, operation).httpStatus);
    const others: Partial<Record<ServiceOperation, number[]>> = { create: [503, 409], refund: [502, 404] };
    expect(statuses).toEqual(others[operation] ?? [404, 404]);
  });
});

describe('codes that are not listed', () => {
  it('may tell people where to check, and defines nothing that software acts on', () => {
    const unlisted = fc.integer().filter((code) => !isListedCode(code));
    fc.assert(
      fc.property(unlisted, fc.constantFrom(...OPERATIONS), (code, operation) => {
        const claims = { kind: 'unknown', execution: 'unknown', httpStatus: 502 };
        expect(errorMeaning(code, operation)).toMatchObject(claims);
        expect(fail(code, operation, 'POST')).toMatchObject({ ...claims, retry: 'reconcile-first' });
      }),
    );
  });

  it('lie in ranges that do not overlap, with their ends', () => {
    for (const [index, { from, to }] of UNLISTED_RANGES.entries()) {
      expect(from).toBeLessThan(to);
      expect(UNLISTED_RANGES[index - 1]?.to ?? 0).toBeLessThan(from);
      expect([unlistedRange(from)?.from, unlistedRange(to)?.to]).toEqual([from, to]);
    }
    for (const code of [null, -1, 0, 999, 2000, 6000, 10_000, Number.NaN]) expect(unlistedRange(code)).toBeNull();
  });
});

describe('for any answer', () => {
  const fields = fc.constantFrom(
    'success',
    'error_code',
    'error_info',
    'error',
    'message',
    'errors',
    'data',
    '__proto__',
  );
  const codes = fc.oneof(
    fc.constantFrom(...ERROR_CODES.keys()),
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.jsonValue(),
  );
  const answers = fc.oneof(
    fc.dictionary(fields, fc.oneof(fc.boolean(), codes)).map((answer) => JSON.stringify(answer)),
    codes.map((code) => JSON.stringify({ success: false, error_code: code })),
    fc.json(),
    fc.string({ unit: anyCharacter }),
  );
  const statuses = fc.oneof(fc.constantFrom(200, 400, 401, 403, 404, 409, 410, 422, 429, 500, 503), fc.integer());

  it('there is one payment error, and only a row or a refusal of the service proves that a write was not executed', () => {
    fc.assert(
      fc.property(
        answers,
        statuses,
        fc.constantFrom(...OPERATIONS),
        fc.constantFrom(...METHODS),
        (body, status, operation, method) => {
          const content = readEnvelope({ httpStatus: status, body });
          if (content.ok) return;
          const error = serviceError({ ...content.failure, operation, method });
          expect(isPaymentError(error)).toBe(true);
          expect(customerText(error)).not.toBe('');
          if (method === 'GET' || error.execution !== 'not-executed') return;
          const { code, envelope } = content.failure;
          if (code === null)
            expect([envelope === 'E5', [400, 401, 403, 404, 410, 422].includes(status)]).toEqual([false, true]);
          else expect([isListedCode(code), isOpen(code, operation)]).toEqual([true, false]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('a shop can switch on the code, with the help of the compiler', () => {
    const error = fail(1006, 'create', 'POST');
    const code: ServiceErrorCode = 'SERVICE_1006';
    expect(error.code === code && isPaymentError(error, code)).toBe(true);
  });
});

describe('reasons of an order', () => {
  it('are other numbers than error codes', () => {
    expect(orderReason('1000')).toBe('Approved');
    expect(orderReason(' 4004 ')).toMatch(/may go on/);
    for (const unknown of [null, '', '1006', '4006', 'x']) expect(orderReason(unknown)).toBeNull();
    for (const [reason, name] of ORDER_REASONS) {
      expect(reason).toMatch(/^(?:1000|3\d{3}|4\d{3})$/);
      expect(name).not.toBe(ERROR_CODES.get(Number(reason))?.name);
    }
  });
});
