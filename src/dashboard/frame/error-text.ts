import { serviceMeaning, type PaymentError } from '../../protocol/index.js';
import { valueAt } from '../../support/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

/**
 * The text about an error for staff: what happened and what they can do, without a code. What happened is the meaning
 * of the service's answer, or a label for a call without an answer, or else the message, which is a sentence for the
 * operator. What to do always comes from the labels, because the advice of an error is for the shop's developers.
 */
export function errorText({ frame: { errors } }: DashboardLabels, error: PaymentError): string {
  const meaning = serviceMeaning(error);
  const what = meaning === null ? (valueAt(errors.unanswered, error.code) ?? error.message) : errors.service(meaning);
  return `${what} ${valueAt(errors.advices, error.code) ?? errors.advice}`;
}
