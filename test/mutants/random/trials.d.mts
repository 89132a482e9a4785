import type { DrawnDefect } from './draw.mjs';
import type { Outcomes } from './outcomes.mjs';

/** Specs by their paths, the nearest first. */
export interface SpecsOfFile {
  /** Those of the room. */
  readonly own: readonly string[];
  /** What is tried when those let it pass. */
  readonly wider: readonly string[];
}

/** The first test that failed. */
export interface Failure {
  /** Null when Jest itself ended, or never did. */
  readonly spec: string | null;
  readonly test: string | null;
  readonly why: string;
}

/** What came of one. */
export interface DrawnResult {
  readonly defect: DrawnDefect;
  /** `own`: the specs of its room; `wider`: only others; null: it survives. */
  readonly caughtBy: 'own' | 'wider' | null;
  readonly failure: Failure | null;
  readonly seconds: number;
}

/** SQLite inside the process, or the database servers that are at hand. */
export type Databases = 'sqlite' | 'servers';

/** How far a run is. */
export interface Progress {
  readonly kind: 'own' | 'wider';
  readonly on: Databases;
  readonly done: number;
  readonly count: number;
  /** Of the room, or of the wider ones: those that come to the place of the defect. */
  readonly specs: number;
}

/** What they are tried with. */
export interface Trials {
  specs(file: string): SpecsOfFile;
  /** On which databases the specs run; without it on SQLite alone. */
  readonly databases?: {
    /** Of the processes that run the specs; null where there are none. */
    environmentOf(on: Databases): Promise<Readonly<Record<string, string>> | null>;
    /** Whether a spec may say something there of a defect in a file that it does not say elsewhere. */
    isFor(on: Databases, spec: string, file: string): boolean;
  };
  /** What an earlier run has found out. */
  readonly outcomes?: Pick<Outcomes, 'of' | 'add'>;
  /** Nothing but the specs of the rooms on SQLite; default false. */
  readonly isOwn?: boolean;
  /** How many of them at a time; default 2. */
  readonly atOnce?: number;
  /**
   * How far it is: first all of them are tried with the specs of their rooms on SQLite, then what is left on servers, then
   * with wider ones.
   */
  tell?(result: DrawnResult, progress: Progress): void;
}

/**
 * Tries each in a copy of the tree, with those specs that come to its place.
 *
 * @returns all of them in their order, and the tests that fail without any defect
 */
export function tryDefects(
  root: string,
  defects: readonly DrawnDefect[],
  trials: Trials,
): Promise<{ readonly results: readonly DrawnResult[]; readonly unsound: readonly string[] }>;
