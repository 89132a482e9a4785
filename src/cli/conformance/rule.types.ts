import type { Finding } from './finding.types.js';
import type { Stage, Variation } from './stage.js';

/** One thing that the specification asks of the shop's endpoint. */
export interface ConformanceRule {
  /** Stable name. */
  readonly id: string;
  /** Where it stands: `spec §4.4`, or `protocol §5.3` for what is learned beyond it. */
  readonly source: string;
  /** `must`: an endpoint that breaks it loses payments or believes strangers. `should`: it may come to that. */
  readonly level: 'must' | 'should';
  /** The rule, one sentence. */
  readonly title: string;
  /** What to do when it is broken. */
  readonly fix: string;
  /** Whether it says something only of an endpoint that acknowledges genuine notifications at all. */
  readonly needsGenuine: boolean;
  readonly check: (stage: Stage) => Promise<Finding>;
}

/** A rule about one variation of a notification. */
export type VariationRule = Omit<ConformanceRule, 'needsGenuine' | 'check'> & { readonly variation: Variation };

/** What came of a rule. `skipped`: `seen` says why it was not tried. */
export interface RuleVerdict extends Omit<ConformanceRule, 'check' | 'needsGenuine'> {
  readonly verdict: 'held' | 'broken' | 'skipped';
  readonly seen: string;
}
