import type { PaymentError } from '../../protocol/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

/** `REFUND_INVALID`, `SERVICE_1034`, `(1026)`: for those who write the shop. */
const CODES = / ?\((?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|\d{4})\)|\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b:? ?/g;
/** A name out of a program: `payments.refunds.remaining`, `baseUrl`, `decide()`. */
const PROGRAM = /\b[a-z]+\.[a-z]+|\b[a-z]+[A-Z]\w*|\w\(|[\x60{}]/;
const ANSWER = /^The service answered the .+? request with [^:]+: (.+?)\.?$/;

/** What staff are told of an error: what happened and what they can do, without a code. */
export function errorText({ frame: { errors } }: DashboardLabels, { code, message, advice }: PaymentError): string {
  const [, meaning] = ANSWER.exec(message) ?? [];
  const what = meaning === undefined ? message.replaceAll(CODES, '') : errors.service(meaning);
  const own = PROGRAM.test(advice) || code.startsWith('SERVICE_') ? errors.advice : advice.replaceAll(CODES, '');
  return `${what.trim()} ${errors.advices[code] ?? own}`;
}
