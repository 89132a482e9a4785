/** The sorts of failure, which decide who can do something about it (spec §7, protocol §3.3). */
export const ERROR_KINDS = [
  'configuration',
  'request',
  'customer',
  'refused',
  'temporary',
  'already-done',
  'unknown',
] as const;

/** What sort of failure it is. */
export type ErrorKind = (typeof ERROR_KINDS)[number];

/**
 * Whether and how the same thing may be tried again: not at all, under a new order id, after a while, or only after
 * reading what became of it.
 */
export type RetryRule = 'no' | 'new-attempt' | 'backoff' | 'reconcile-first';

/** Whether the service carried the request out. `unknown` must be resolved by reading, never by repeating. */
export type Execution = 'not-executed' | 'executed' | 'unknown';
