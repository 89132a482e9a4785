import type { DataSourceOptions } from 'typeorm';
import type { TestEngineName } from '../../support/engine-plan.mjs';

/** What is to be gone through. */
export interface TrafficInput {
  /** A database of its own, empty. */
  readonly database: DataSourceOptions;
  readonly engine: TestEngineName;
  readonly key: string;
  readonly orders: number;
  /** Each order is notified once to so many times. */
  readonly most: number;
  readonly processes: number;
  readonly seed: number;
  readonly progress?: (text: string) => void;
}

/** What came of it. Faults are counted by what they are; empty when there are none. */
export interface TrafficResult {
  readonly transitions: number;
  /** Written by the in-transaction handler. */
  readonly effectsInDatabase: number;
  /** Told by the after-commit handler, by the event's id. */
  readonly effectsOutside: number;
  readonly acknowledgements: number;
  /** Calls of get-order. */
  readonly reads: number;
  readonly lost: Readonly<Record<string, number>>;
  readonly twice: Readonly<Record<string, number>>;
  /** What is wrong with it as those outside saw it; empty when nothing is. */
  readonly outside: readonly string[];
  /** Answers of pages that were errors. */
  readonly failures: readonly string[];
  readonly deadlocks: readonly string[];
  /** How long claims took, sorted, in milliseconds; none on SQLite. */
  readonly claims: readonly number[];
  /** The host's own writes on the same DataSource (SQLite). */
  readonly visits: { readonly committed: number; readonly rolledBack: number; readonly lost: number };
}

/**
 * Creates orders, notifies, comes back and audits the books.
 *
 * @throws {Error} when work is left and nothing moves
 */
export function runTraffic(input: TrafficInput): Promise<TrafficResult>;
