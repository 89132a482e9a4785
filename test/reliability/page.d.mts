import type { Run } from './runs.mjs';
import type { SummaryRow } from './summary.mjs';

/** Seconds as a person says them. */
export function duration(seconds: number): string;

/** The page with its tables as the summary has them. @throws when a mark is missing */
export function withTables(text: string, rows: readonly SummaryRow[], runs: readonly Run[]): string;
