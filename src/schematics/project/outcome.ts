/** The outcome of one part of the schematic's work. */
export interface Outcome {
  /**
   * `done`: changed now; `present`: was there before; `by-hand`: not understood, so not changed; `note`: worth knowing.
   */
  readonly kind: 'done' | 'present' | 'by-hand' | 'note';
  /** The file or the subject. */
  readonly where: string;
  /** What was done, or should be done, in one sentence; for `by-hand` with the code to write. */
  readonly what: string;
}

const outcome =
  (kind: Outcome['kind']) =>
  (where: string, what: string): Outcome => ({ kind, where, what });

/** Was changed now. */
export const done = outcome('done');
/** Was there before. */
export const present = outcome('present');
/** Left to the user. */
export const byHand = outcome('by-hand');
/** Information only. */
export const note = outcome('note');
