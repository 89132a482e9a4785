import type { WrittenRecord } from './page.mjs';

/** Where a part of a goal has its value from: figures by name or pattern, or how many violations there were. */
export type Source =
  | { readonly record: string; readonly figure: string | RegExp }
  | { readonly record: string; readonly violations: true };

/** One figure of a goal. */
export interface GoalPart {
  /** Of what, such as `p99`. */
  readonly what: string;
  readonly at: '>=' | '<=' | '=';
  readonly limit: number;
  /** Absent: that of the figure. */
  readonly unit?: string;
  readonly from: readonly Source[];
  /** What becomes of several figures; `sum` without it. */
  readonly combine?: 'sum' | 'most' | 'least';
  /** Why it is missed: demanded when it is, and refused when it is met. */
  readonly reason?: string;
}

/** A goal, and what must hold for it to be met. */
export interface Goal {
  readonly name: string;
  readonly parts: readonly GoalPart[];
}

/** A goal beside what was measured; `open` where records are missing. */
export interface JudgedGoal extends Goal {
  readonly parts: readonly (GoalPart & {
    readonly value: number | null;
    readonly unit: string;
    readonly state: 'met' | 'missed' | 'open';
    readonly missing: readonly string[];
  })[];
}

/** @throws when a goal is missed without a reason, or met with one, or its record has no such figure */
export function judgeGoals(goals: readonly Goal[], records: ReadonlyMap<string, WrittenRecord>): JudgedGoal[];
