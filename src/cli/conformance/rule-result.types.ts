/** The result of a rule. */
export interface RuleResult {
  readonly held: boolean;
  /** What was observed, one sentence, safe to show. */
  readonly seen: string;
}
