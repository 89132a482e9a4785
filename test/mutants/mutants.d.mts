import type { TestEngineName } from '../support/engine-plan.mjs';

/** A deliberate defect of the code, and the test that must catch it. */
export interface Mutant {
  readonly id: string;
  /** What is wrong with it, as a person would say. */
  readonly what: string;
  /** Of docs/evidence/promises.md; null where the sandbox alone is wrong. */
  readonly promise: number | null;
  /** Where it is, from the root of the tree. */
  readonly file: string;
  /** A text that is there exactly once, and what it becomes. */
  readonly replace: readonly [string, string];
  /** The spec file that holds the test. */
  readonly spec: string;
  /** Full name of the test. */
  readonly test: string;
  /** The engines that it takes; SQLite alone when nothing is said. */
  readonly engines?: readonly TestEngineName[];
}

/** All of them. */
export const MUTANTS: readonly Mutant[];
