import { describe, expect, it } from '@jest/globals';
import { serviceError } from '../../protocol/errors/service-error.js';
import { refusal } from '../../shop/core/index.js';
import { DASHBOARD_LABELS } from '../dashboard.labels.js';
import { errorText } from './error-text.js';

const textOf = (code: string, message: string, advice: string): string =>
  errorText(DASHBOARD_LABELS, refusal({ code: code as 'REFUND_INVALID', message, advice }));

describe('what staff are told of an error', () => {
  it('is what the service said, and what they can do', () => {
    const error = serviceError({
      code: 1006,
      text: '',
      operation: 'read',
      method: 'GET',
      httpStatus: 404,
      group: 'web',
    });
    const text = errorText(DASHBOARD_LABELS, error);
    expect(text).toMatch(/^The service refused it: .+\. Try again later\./);
    expect(text).not.toMatch(/1006|SERVICE_|get-order/);
  });

  it('has no codes, and no names out of a program', () => {
    expect(textOf('REFUND_EXCEEDS_REMAINING', 'Of order A at most 5.00 EUR.', 'Use payments.refunds.remaining.')).toBe(
      'Of order A at most 5.00 EUR. Nothing was sent. Refund no more than what is left.',
    );
    expect(textOf('REQUEST_INVALID', 'amount is too large (1034)', 'See REFUND_INVALID: set baseUrl.')).toBe(
      'amount is too large Try again later. If it happens again, ask those who run the shop.',
    );
    expect(textOf('REQUEST_INVALID', 'Nothing was done.', 'Give a reason.')).toBe('Nothing was done. Give a reason.');
  });
});
