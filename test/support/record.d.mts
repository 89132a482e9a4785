import type { Figure } from '../../bench/support/figures.mjs';

export type { Figure };

/** Rows under headings, printed as they are. */
export interface RecordTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What one run tried, and what came of it. */
export interface RunRecord {
  /** Such as `simulate-refunds`; one run replaces the one before. */
  readonly name: string;
  /** One sentence: what was tried. */
  readonly title: string;
  /** What repeats it, such as `npm run simulate -- refunds --schedules 1000000`. */
  readonly command: string;
  /** Wall time. */
  readonly seconds: number;
  readonly seed: number | null;
  /** How many seeds were played from that one on, by each of the variants; only where runs add up. */
  readonly seeds?: number;
  /** The engines that took part, with their versions, such as `MariaDB 10.11.14`; empty: none was needed. */
  readonly engines: readonly string[];
  /** What must never be, each with what replays it; empty: everything held. */
  readonly violations: readonly string[];
  readonly figures: readonly Figure[];
  readonly tables: readonly RecordTable[];
}

/** Puts a row into the summary, when a run is to leave one. @returns whether it did */
export function writeRecord(record: RunRecord): boolean;
