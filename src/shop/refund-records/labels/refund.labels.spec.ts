import { describe, expect, it } from '@jest/globals';
import { isLocalErrorCode, LOCAL_ERRORS } from '../../../protocol/index.js';
import { answerWithoutCode } from '../../../protocol/errors/answers-without-code.js';
import { refundReasonText } from './refund.labels.js';

describe('why a refund is in its state', () => {
  it.each([
    ['TIMEOUT', 'No answer came in time.'],
    ['SERVICE_UNAVAILABLE', 'The service is out of order (HTTP 408 or 5xx).'],
    ['REFUND_EXCEEDS_REMAINING', LOCAL_ERRORS.REFUND_EXCEEDS_REMAINING.cause],
    ['SERVICE_1016', 'The service answered 1016: something is missing. A lender takes refunds by articles alone.'],
    ['SERVICE_1032', 'The service answered 1032: Invalid API key.'],
    ['SERVICE_1040', 'The reason given was error 1040.'],
  ])('is said in a sentence: %s', (reason, text) => {
    expect(refundReasonText(reason)).toBe(text);
  });

  it('is said in a sentence for each answer without a code', () => {
    for (const httpStatus of [302, 400, 401, 403, 404, 408, 410, 422, 429, 500, 503]) {
      const { errorCode } = answerWithoutCode({ httpStatus, envelope: 'E2', operation: 'refund', text: '' });
      expect(isLocalErrorCode(errorCode)).toBe(true);
      expect(refundReasonText(errorCode)).toMatch(/^[A-Z][a-z][^_]+\.$/);
    }
  });
});
