import type { RuleResult } from './rule-result.types.js';
import type { Stage, Variation } from './stage.js';

/** One rule of the specification for the shop's endpoint. */
export interface ConformanceRule {
  /** Stable name. */
  readonly id: string;
  /** Its source: `spec §4.4`, or `protocol §5.3` for facts beyond the specification. */
  readonly source: string;
  /**
   * `must`: an endpoint that breaks it loses payments or accepts forgeries. `should`: that may happen under some
   * conditions.
   */
  readonly level: 'must' | 'should';
  /** The rule, one sentence. */
  readonly title: string;
  /** What to do if it is broken. */
  readonly fix: string;
  /** Whether the result means something only if the endpoint acknowledges genuine notifications. */
  readonly needsGenuine: boolean;
  readonly check: (stage: Stage) => Promise<RuleResult>;
}

/** A rule about one variation of a notification. */
export type VariationRule = Omit<ConformanceRule, 'needsGenuine' | 'check'> & { readonly variation: Variation };

/** The result of a rule. `skipped`: `seen` says why it was not tested. */
export interface RuleVerdict extends Omit<ConformanceRule, 'check' | 'needsGenuine'> {
  readonly verdict: 'held' | 'broken' | 'skipped';
  readonly seen: string;
}
