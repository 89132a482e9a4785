import type { Run } from './runs.mjs';

export const NIGHT_MINUTES: number;
export function nightsOf(runs: readonly Run[]): Run[][];
export function tonightOf(runs: readonly Run[], now: number): Run[];
export function firstSeedOf(now: number): number;
