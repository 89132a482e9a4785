import type { RetryReason } from './retry-reason.js';

const LONG_TRANSACTIONS = 'look for long transactions on the same rows.';
const UNREACHED = 'see whether the database is running, can be reached, and has connections left.';

/** What an operator does where a reason does not pass by itself. */
export const RETRY_ADVICE: Readonly<Record<RetryReason, string>> = {
  deadlock: LONG_TRANSACTIONS,
  'lock-timeout': LONG_TRANSACTIONS,
  serialisation: LONG_TRANSACTIONS,
  busy: LONG_TRANSACTIONS,
  'connection-lost': UNREACHED,
  'connection-refused': UNREACHED,
  'read-only': 'let the connections lead to the server that takes writes.',
  'disk-full': 'make room on the disk of the database.',
};
