import type { World } from './world.js';

/** Whose duty a rule is. */
export type Side = 'service' | 'merchant' | 'both';

/** One normative sentence or table row of the specification, and how it is checked. */
export interface Rule {
  /** The section that says it, e.g. `4.3`. */
  readonly section: string;
  /** Its place in the section: the number of the sentence, or the name of the table's row. */
  readonly item: string;
  /** What it says, in words of our own. */
  readonly rule: string;
  readonly side: Side;
  /**
   * Only where the specification says "not shown": what was decided instead. The check then holds the decision, and
   * the table says "not specified".
   */
  readonly decision?: string;
  /** Throws when the rule does not hold. */
  readonly check: (world: World) => Promise<void>;
}

/** A section with everything it says. */
export interface Section {
  /** e.g. `4`. */
  readonly number: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}
