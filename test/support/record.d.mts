import type { Figure } from '../../bench/support/figures.mjs';

export type { Figure };

/** Rows with headings, printed unchanged. */
export interface RecordTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The content and the result of one run. */
export interface RunRecord {
  /** Such as `simulate-refunds`; a run replaces the previous one. */
  readonly name: string;
  /** One sentence about what was tested. */
  readonly title: string;
  /** The command that repeats it, such as `npm run simulate -- refunds --schedules 1000000`. */
  readonly command: string;
  /** Wall time. */
  readonly seconds: number;
  readonly seed: number | null;
  /** How many seeds, from that one on, each variant ran; only if runs add up. */
  readonly seeds?: number;
  /** The engines of the run, with their versions, such as `MariaDB 10.11.14`; empty: none was needed. */
  readonly engines: readonly string[];
  /** The violations, each with the command that replays it; empty: none. */
  readonly violations: readonly string[];
  readonly figures: readonly Figure[];
  readonly tables: readonly RecordTable[];
}

/** Writes a row of the summary, if a run is to leave one. @returns whether it did */
export function writeRecord(record: RunRecord): boolean;
