/** Paths without their extension. */
export declare const BEGUN_EARLY: readonly string[];

/** Jest's own order, with a few exceptions. */
export default class TestSequencer {
  constructor(options: { readonly contexts: readonly object[]; readonly globalConfig: object });
  sort<T extends { readonly path: string }>(tests: readonly T[]): T[];
}
