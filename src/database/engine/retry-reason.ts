/** Why a transaction failed although it is correct. */
export type RetryReason =
  | 'deadlock'
  | 'lock-timeout'
  | 'serialisation'
  | 'busy'
  | 'connection-lost'
  | 'connection-refused'
  | 'read-only'
  | 'disk-full';
