/** The volumes of a run. */
export type Size = 'long' | 'default' | 'short';

/** Something that proves something. */
export interface Run {
  /** Of its record. */
  readonly name: string;
  /** The heading of the page under which it stands; see sections.mjs. */
  readonly section: string;
  /** One sentence, told while there is no record. */
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
  /** Figures of its record that are added up under these words at the top of the page. */
  readonly headlines?: readonly { readonly figure: string; readonly as: string }[];
}

/** Everything that proves something. */
export const RUNS: readonly Run[];
