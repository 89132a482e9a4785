/** What may go wrong, as people would say: `await dropped`. */
export type DefectKind = string;

/** A change of one file: what stands from `start` to `end` becomes `text`. */
export interface Defect {
  readonly file: string;
  readonly kind: DefectKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every operator, by the kind of defect that it makes. */
export const OPERATORS: Readonly<Record<DefectKind, unknown>>;

/** All defects that the operators can make of a file, whether they compile or not. */
export function defectsIn(file: string, source: string): Defect[];
