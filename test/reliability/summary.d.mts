import type { RunRecord } from '../support/record.mjs';

/** A figure that says how much was tried, or that has a goal. */
export interface SummaryFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Such as `<= 200`, in the unit of the value. */
  readonly goal?: string;
  readonly met?: boolean;
}

/** So many seeds from this one on held, in this state of the tree. */
export interface SeedRange {
  readonly seed: number;
  readonly seeds: number;
  /** Of schedules: each seed with each variant. */
  readonly count: number;
  readonly revision: string;
}

/** What is kept of a run. */
export interface SummaryRow {
  readonly run: string;
  /** What repeats it, the seed in front. */
  readonly command: string;
  readonly tries: string;
  readonly engines: readonly string[];
  /** How often something happened that must never happen. */
  readonly violations: number;
  readonly goals: { readonly met: number; readonly missed: number };
  readonly figures: readonly SummaryFigure[];
  /** Of a run that adds up: the seeds of all runs so far, each once. */
  readonly ranges?: readonly SeedRange[];
  readonly seconds: number;
  /** Day, UTC. */
  readonly date: string;
  /** Commit. */
  readonly revision: string;
  readonly machine: string;
}

/** Which state of the tree was tried, when and on what. */
export interface Origin {
  readonly finishedAt: string;
  readonly revision: string;
  readonly machine: { readonly processors: number; readonly memoryGb: number; readonly node: string };
}

/** Where the summary is kept. */
export const SUMMARY: string;

/** The row of what a command has found. */
export function rowOf(record: RunRecord & Origin): SummaryRow;

/** The rows of a summary; none where there is no file. */
export function readSummary(file?: string): SummaryRow[];

/** Puts a row in the place of the one before; where the run adds up, what that one tried from other seeds on stays counted. */
export function writeRow(row: SummaryRow, file?: string): void;
