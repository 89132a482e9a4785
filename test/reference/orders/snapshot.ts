/** A row of an order's related transactions (protocol §5.8). */
export interface RelatedRow {
  readonly id: string;
  readonly type: 'refund' | 'capture' | 'chargeback' | 'reverse-chargeback' | 'auth-cancellation';
  readonly status: string;
  /** Minor units. */
  readonly amount: number;
  /** False for a captured part of which the row does not say which order it is. */
  readonly isNamed: boolean;
}

/** An order as the service has it at one moment, in the words of the wire (spec §2.2). Amounts in minor units. */
export interface Standing {
  /** Which payment page of the shop's order it is: 1, 2, … */
  readonly attempt: number;
  /** The service's transaction; a session without one has null. */
  readonly transaction: string | null;
  readonly status: string;
  readonly financialStatus: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly amountRefunded: number;
  readonly method: string | null;
  /** `payment_details.capture`. */
  readonly capture: string | null;
  /** `payment_details.capture_remain`, minor units. */
  readonly captureRemain: number | null;
  readonly related: readonly RelatedRow[];
}

/** One snapshot of an order: what a signed notification said, or a read found. Times in epoch milliseconds. */
export interface Snapshot extends Standing {
  /** Set once the money of its transaction was seen: what says less of it later takes nothing back. */
  readonly isTaken?: true;
  readonly via: 'notification' | 'read';
  /** When it was asked for; of a notification, when it came in. */
  readonly askedAt: number;
  /** When the shop recorded it. */
  readonly seenAt: number;
  /** Whole seconds; null when the service leaves it out. */
  readonly modified: number | null;
}

/** What the shop asked for when it made the order. */
export interface Asked {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** `capture: manual` at create. */
  readonly manualCapture: boolean;
  /** Number of the newest payment page. */
  readonly attempt: number;
  /** How far a copy of the service may lag behind. */
  readonly readLagMs: number;
}
