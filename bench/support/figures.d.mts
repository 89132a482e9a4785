/** A measured number, with its goal if it has one. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Such as `>= 5000`; absent: for information only. */
  readonly goal?: string;
  readonly holds?: boolean;
}

interface Goal {
  readonly at: '>=' | '<=';
  readonly limit: number;
}

export function figure(name: string, value: number, unit: string, goal?: Goal): Figure;
export function atLeast(limit: number): Goal;
export function atMost(limit: number): Goal;
export function median(values: readonly number[]): number;
export function percentile(sorted: readonly number[], share: number): number;
export function printTable(figures: readonly Figure[]): void;
