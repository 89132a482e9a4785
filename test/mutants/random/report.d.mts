import type { DrawnDefect } from './draw.mjs';
import type { DrawnResult } from './trials.mjs';

/** What a run found. */
export interface DrawnRun {
  readonly results: readonly DrawnResult[];
  readonly harmless: readonly { readonly defect: DrawnDefect; readonly why: string }[];
  /** Tests that fail without any defect. */
  readonly unsound: readonly string[];
  /** Whether nothing wider was tried; default false. */
  readonly isOwn?: boolean;
}

/** Lines for people: each room with what it let pass; the last one is the score. */
export function reportOf(run: DrawnRun): string[];
