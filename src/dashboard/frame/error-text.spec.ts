import { describe, expect, it } from '@jest/globals';
import { serviceError, type ServiceErrorInput } from '../../protocol/errors/service-error.js';
import type { LocalErrorCode } from '../../protocol/index.js';
import { refusal } from '../../shop/core/index.js';
import { DASHBOARD_LABELS } from '../dashboard.labels.js';
import { errorText } from './error-text.js';

const FALLBACK = 'Try again later. If it happens again, ask those who run the shop.';

const textOf = (code: LocalErrorCode, message: string, advice: string): string =>
  errorText(DASHBOARD_LABELS, refusal({ code, message, advice }));

const refused = (input: Partial<ServiceErrorInput>): string =>
  errorText(
    DASHBOARD_LABELS,
    serviceError({ code: null, text: 'words: of the service', operation: 'refund', httpStatus: 403, ...input }),
  );

describe('the text about an error for staff', () => {
  it("is the meaning of the service's answer, and what they can do", () => {
    expect(refused({ code: 1006, operation: 'read', method: 'GET', httpStatus: 404 })).toBe(
      `The service refused it: Not found. ${FALLBACK}`,
    );
    expect(refused({ code: 7777 })).toMatch(/^The service refused it: \D+\. Try again later\./);
  });

  it('is the meaning of an answer without a code, too', () => {
    expect(refused({ envelope: 'E2' })).toBe(`The service refused it: Forbidden. ${FALLBACK}`);
    expect(refused({ envelope: 'E2', httpStatus: 429 })).toBe(
      'The service refused it: Too many requests. Try again in a minute.',
    );
    expect(refused({ envelope: 'E5' })).toBe(`The service gave no answer that can be read. ${FALLBACK}`);
  });

  it('is that there was no answer, without the request', () => {
    expect(
      textOf('TIMEOUT', 'GET /orders/A of terminal group web brought no answer within 5 ms.', 'See timeouts.'),
    ).toBe('The service did not answer in time. Try again in a minute.');
  });

  it("is the sentence for the operator unchanged, and never the advice for the shop's developers", () => {
    expect(textOf('REFUND_EXCEEDS_REMAINING', 'Of order A at most 5.00 EUR.', 'Use payments.refunds.remaining.')).toBe(
      'Of order A at most 5.00 EUR. Nothing was sent. Refund no more than what is left.',
    );
    expect(textOf('REQUEST_INVALID', 'Nothing was done.', 'Set baseUrl.')).toBe(`Nothing was done. ${FALLBACK}`);
  });
});
