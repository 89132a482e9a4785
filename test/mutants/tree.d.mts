import type { Mutant } from './mutants.mjs';

/** Why a defect cannot be put into a text where it belongs; null when it can. */
export function whyNotIn(text: string, mutant: Pick<Mutant, 'replace'>): string | null;

/** A throw-away copy of a tree. */
export class Tree {
  constructor(root: string);
  readonly folder: string;
  with<T>(mutant: Mutant, act: () => Promise<T>): Promise<T>;
  remove(): void;
}
