import { PaymentError } from '../payment-error.js';

/** The parameters of a query that have a value. */
export function presentOnly(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Checks an identifier for a path: digits only, so that it cannot lead to another path. */
export function digitsOnly(id: string, code: string, what: string): string {
  if (/^\d{1,25}$/.test(id)) return id;
  throw new PaymentError({
    code,
    message: `${what} has 1 to 25 digits and nothing else.`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 404,
    advice: 'Use the identifier as the service gave it.',
  });
}
