import type { DrawnDefect } from './draw.mjs';

/** A defect that no one could notice. */
export interface Harmless {
  readonly file: string;
  /** The line, and what it becomes. */
  readonly before: string;
  readonly after: string;
  /** Why it changes nothing, in a sentence. */
  readonly why: string;
}

/** All that are known. */
export const HARMLESS: readonly Harmless[];

/** The reason, where it is one of them. */
export function whyHarmless(
  defect: Pick<DrawnDefect, 'file' | 'before' | 'after'>,
  list?: readonly Harmless[],
): string | undefined;
