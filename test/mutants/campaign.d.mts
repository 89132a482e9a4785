import type { Mutant } from './mutants.mjs';

/**
 * What came of a mutant. `caught`: its test fails; `survived`: it passes. Otherwise nothing is proved: `broken`: what was
 * changed cannot be read; `stale`: there is no such text any more; `unproved`: the test is not there, or fails without it.
 */
export type Verdict = 'caught' | 'survived' | 'broken' | 'stale' | 'unproved';

/** One mutant that was tried. */
export interface Trial {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  /** The first line of what its test said, or why there is nothing to say. */
  readonly why: string;
  readonly seconds: number;
}

/**
 * Tries mutants in copies of a tree, some of them side by side.
 *
 * @param root - the tree; it is only read
 * @param tell - receives each as soon as it was tried, and how many that makes
 * @returns all of them, in the order in which they were given
 */
export function tryMutants(
  root: string,
  mutants: readonly Mutant[],
  tell?: (trial: Trial, done: number) => void,
): Promise<readonly Trial[]>;
