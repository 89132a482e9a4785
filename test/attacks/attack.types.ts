import type { Figure, RecordTable } from '../support/record.mjs';

/** What an attack is told. */
export interface AttackPlan {
  /** Requests, bodies or samples. */
  readonly requests: number;
  readonly platforms: readonly ('express' | 'fastify')[];
  /** Absent: every one that can be had. */
  readonly engines?: readonly string[];
  readonly seed: number;
  /** Says how far it is; shown every five seconds at most. */
  readonly progress: (text: string) => void;
}

/** What came of it: the part of a record that only the attack knows. */
export interface AttackResult {
  /** With their versions; empty when no database took part. */
  readonly engines: readonly string[];
  /** What must never be, each with what replays it. */
  readonly violations: readonly string[];
  readonly figures: readonly Figure[];
  readonly tables: readonly RecordTable[];
}
