/** An effect as it stands in the outbox. */
export interface StoredEffect {
  readonly id: string;
  readonly orderId: string;
  readonly handler: string;
  readonly kind: string;
  /** Of its transition. */
  readonly version: number;
  readonly state: string;
}

/** What a handler noted of one run; times in epoch milliseconds. */
export interface NotedRun {
  /** Id of the effect. */
  readonly effect: string;
  /** Name of the process. */
  readonly process: string;
  readonly begunAt: number;
  /** Null: it was never noted. */
  readonly endedAt: number | null;
  readonly outcome: 'well' | 'failed' | null;
}

/** What was found when everything was over. */
export interface Evidence {
  readonly effects: readonly StoredEffect[];
  readonly runs: readonly NotedRun[];
  /** When each process that was killed had ended, by its name, in epoch milliseconds. */
  readonly deaths: ReadonlyMap<string, number>;
  /** Ids of orders whose notifications were acknowledged. */
  readonly orders: readonly string[];
  readonly handlers: readonly string[];
  /** The effect that ends its process at each run. */
  readonly poison?: { readonly id: string } | null;
  /** When each notification was sent, by order id and kind. */
  readonly sentAt?: ReadonlyMap<string, number>;
}

/** Violations, runs doubled by kills and repeated after failures, and milliseconds from a notification to the end of its effects. */
export interface Judgement {
  readonly violations: readonly string[];
  readonly doubled: number;
  readonly retried: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Judges what was found. */
export function judge(evidence: Evidence): Judgement;
