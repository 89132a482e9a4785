/** The volumes of a run. */
export type Size = 'long' | 'default' | 'short';

/** Something that proves something. */
export interface Run {
  /** Of its row in the summary. */
  readonly name: string;
  /** One sentence. */
  readonly says: string;
  /** Which promises it tries to break. */
  readonly promises: readonly number[];
  /** What is started with Node. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Further arguments, and environment, by size. */
  readonly sizes?: Partial<Readonly<Record<Size, readonly string[]>>>;
  readonly env?: Partial<Readonly<Record<Size, Readonly<Record<string, string>>>>>;
  /** About how long it takes on two cores. */
  readonly minutes: Readonly<Record<Size, number>>;
  /** How it is begun at a seed: each tries something new, so it is part of every night. */
  readonly fromSeed?: (seed: number) => {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /** Figures that say how much was tried. */
  readonly counts?: readonly string[];
  /** The figure that counts over all runs: they begin at other seeds, and each tries something new. */
  readonly addsUp?: string;
}

/** Everything that proves something. */
export const RUNS: readonly Run[];
