import type { DrawnDefect } from './draw.mjs';
import type { DrawnResult } from './trials.mjs';

/** What came of a defect at one stage. */
export type Outcome = Pick<DrawnResult, 'caughtBy' | 'failure' | 'seconds'>;

/** What is kept of a run that may be interrupted. */
export class Outcomes {
  constructor(
    path: string | undefined,
    run: {
      readonly seed: number;
      readonly rooms: readonly string[];
      readonly sources: ReadonlyMap<string, string>;
    },
  );
  of(defect: DrawnDefect, stage: string): Outcome | undefined;
  add(defect: DrawnDefect, stage: string, outcome: Outcome): void;
}
