/** Paths without their ending. */
export declare const BEGUN_EARLY: readonly string[];

/** Jest's own order, but for a few. */
export default class TestSequencer {
  constructor(options: { readonly contexts: readonly object[]; readonly globalConfig: object });
  sort<T extends { readonly path: string }>(tests: readonly T[]): T[];
}
