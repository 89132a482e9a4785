/**
 * Every constant of the quiet protocol (design §8). `REFUND_RULE_LIMITS` says why each of them is what it is, and
 * within which bounds it is safe. Durations in milliseconds.
 */
export interface RefundRules {
  /** How a lane spaces what it sends: `strict` one at a time, `paced` at a steady pace. */
  readonly mode: 'strict' | 'paced';
  readonly spacingMs: number;
  readonly sendWithinMs: number;
  readonly equalAmountGapMs: number;
  readonly quietMs: number;
  readonly cleanReads: number;
  readonly cleanReadGapMs: number;
  readonly maxAttempts: number;
  readonly maxOutages: number;
  /** Waits between the reads of an unknown refund; the last one repeats. */
  readonly readDelaysMs: readonly number[];
  readonly readSpreadPercent: number;
  readonly unresolvedMs: number;
  /** Waits between the reads of a refund that is accepted, or waits for a person; none after the last. */
  readonly followDelaysMs: readonly number[];
  readonly notSentDelayMs: number;
  readonly notSentDelayCapMs: number;
  readonly notSentPauseMs: number;
  readonly lanePauseMs: number;
  readonly lanePauseCapMs: number;
  readonly alertAfterFailures: number;
  readonly createdSlackMs: number;
}

/** What may be configured: every rule of the quiet protocol that has a number (design §8); what is left out has its default. */
export type RefundRuleOptions = { -readonly [Rule in keyof RefundRules]?: RefundRules[Rule] | undefined };
