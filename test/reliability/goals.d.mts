import type { Goal } from './judge.mjs';

/** Every goal that was set before anything was measured. */
export const GOALS: readonly Goal[];
