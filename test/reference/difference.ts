/** Where module and reference differ, in words. */
export interface Difference {
  /** One of the few kinds of difference. */
  readonly kind: string;
  readonly detail: string;
}

/** What came of one history. */
export interface Played {
  /** Empty when both say the same; playing ends with the first. */
  readonly differences: readonly Difference[];
  /** What happened, a sentence each. */
  readonly sentences: readonly string[];
}
