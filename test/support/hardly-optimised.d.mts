/** Flags of Node. */
export const HARDLY_OPTIMISED: readonly string[];
