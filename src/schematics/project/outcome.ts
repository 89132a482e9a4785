/** What became of one thing that the schematic was to see to. */
export interface Outcome {
  /** `done`: changed now; `present`: was so before; `by-hand`: not understood, so not touched; `note`: worth knowing. */
  readonly kind: 'done' | 'present' | 'by-hand' | 'note';
  /** The file or the subject. */
  readonly where: string;
  /** What was done, or is to be done, in one sentence; by hand, with the code to write. */
  readonly what: string;
}

const outcome =
  (kind: Outcome['kind']) =>
  (where: string, what: string): Outcome => ({ kind, where, what });

/** Was changed now. */
export const done = outcome('done');
/** Was there before. */
export const present = outcome('present');
/** Is left to a person. */
export const byHand = outcome('by-hand');
/** Nothing to do, but good to know. */
export const note = outcome('note');
