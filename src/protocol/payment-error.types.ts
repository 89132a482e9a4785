/** The kinds of failure; the kind decides who can solve it (spec §7, protocol §3.3). */
export const ERROR_KINDS = [
  'configuration',
  'request',
  'customer',
  'refused',
  'temporary',
  'already-done',
  'unknown',
] as const;

/** The kind of a failure. */
export type ErrorKind = (typeof ERROR_KINDS)[number];

/**
 * Whether and how the same call may be repeated: not at all, with a new order id, after a while, or only after a read
 * that tells its outcome.
 */
export type RetryRule = 'no' | 'new-attempt' | 'backoff' | 'reconcile-first';

/** Whether the service carried the request out. Resolve `unknown` by reading, never by repeating. */
export type Execution = 'not-executed' | 'executed' | 'unknown';
