import type { DrawnDefect } from './draw.mjs';

/** Specs by their paths, the nearest first. */
export interface SpecsOfFile {
  /** Those of the room. */
  readonly own: readonly string[];
  /** What is tried when those let it pass. */
  readonly wider: readonly string[];
}

/** The first test that failed. */
export interface Failure {
  /** Null when Jest itself ended, or never did. */
  readonly spec: string | null;
  readonly test: string | null;
  readonly why: string;
}

/** What came of one. */
export interface DrawnResult {
  readonly defect: DrawnDefect;
  /** `own`: the specs of its room; `wider`: only others; null: it survives. */
  readonly caughtBy: 'own' | 'wider' | null;
  readonly failure: Failure | null;
  readonly seconds: number;
}

/** How far a run is. */
export interface Progress {
  readonly kind: 'own' | 'wider';
  readonly done: number;
  readonly count: number;
}

/** What they are tried with. */
export interface Trials {
  specs(file: string): SpecsOfFile;
  /** Of the processes that run the specs. */
  environmentFor?(file: string): Readonly<Record<string, string>>;
  /** How far it is: first all of them are tried with the specs of their rooms, then what is left with wider ones. */
  tell?(result: DrawnResult, progress: Progress): void;
}

/**
 * Tries each in a copy of the tree.
 *
 * @returns all of them in their order, and the tests that fail without any defect
 */
export function tryDefects(
  root: string,
  defects: readonly DrawnDefect[],
  trials: Trials,
): Promise<{ readonly results: readonly DrawnResult[]; readonly unsound: readonly string[] }>;
