/**
 * An API key with the time in which it is valid, for changing keys without a gap (scenario C2).
 *
 * @example
 * ```ts
 * const apiKeys: (string | ApiKeyOptions)[] = [
 *   { key: 'the-new-key', from: '2026-12-01T03:00:00Z' },
 *   { key: 'the-old-key', until: '2026-12-01T03:00:00Z' },
 * ];
 * ```
 */
export interface ApiKeyOptions {
  /** The key, as the service shows it; white space, invisible characters and quotes around it are dropped. */
  key: string;
  /** From when on it makes calls and verifies notifications. Text is ISO 8601 in UTC: `2026-12-01` or `2026-12-01T03:00:00Z`. Default: always. */
  from?: Date | string;
  /** Until when (not included) it makes calls; notifications it signed are verified 45 minutes longer. Default: for ever. */
  until?: Date | string;
}

/** A key once checked. Handed from the options' check to the key ring and kept nowhere else. */
export interface ApiKey {
  readonly key: string;
  /** First instant of validity in epoch ms; minus infinity for always. */
  readonly fromMs: number;
  /** First instant after validity in epoch ms; infinity for ever. */
  readonly untilMs: number;
}

/** What is done with the keys at the start of the application. `off`: nothing; `warn`: log; `refuse`: do not start. */
export type KeyProbeRule = 'off' | 'warn' | 'refuse';
