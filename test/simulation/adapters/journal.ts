import type { ManualClock } from '../../../src/testing/index.js';
import type { Breach } from '../engine/schedules.js';

/**
 * What must hold in every schedule, whatever the faults.
 * - S1: one intent is booked once at the service. S2: never more than was paid. S3: a second between two refunds of the
 *   lane. S4: five minutes between equal amounts of one order. S4': what the service may have leaves once more only after the
 *   quiet time, and after two reads that were asked for when it was over.
 * - S5: effects are committed once, and exactly for the transitions there are. S6: always told under the same id.
 * - S7: what is forged is refused, and leaves no row. S9: what was acknowledged is there. S10: another amount is no payment.
 * - S12: written down as being sent before the first byte leaves. T1: what is said of a refund is so.
 * - L1, L3, L4: notifications, refunds and effects come to an end. L2: an order ends as the service has it; without being
 *   reconciled, where the newest word on it was acknowledged.
 * - B1: reads are bounded. X: nothing surprises the caller.
 * - K1: while a key is changed as the guide says, neither a call nor a notification is refused for its key. G1: after a rename
 *   every row bears the new name, and notifications to the old one are taken.
 */
export type Invariant =
  | 'S1'
  | 'S2'
  | 'S3'
  | 'S4'
  | "S4'"
  | 'S5'
  | 'S6'
  | 'S7'
  | 'S9'
  | 'S10'
  | 'S12'
  | 'T1'
  | 'L1'
  | 'L2'
  | 'L3'
  | 'L4'
  | 'B1'
  | 'K1'
  | 'G1'
  | 'X';

/** Every invariant, in the order in which they are shown. */
export const INVARIANTS: readonly Invariant[] = [
  'S1',
  'S2',
  'S3',
  'S4',
  "S4'",
  'S5',
  'S6',
  'S7',
  'S9',
  'S10',
  'S12',
  'T1',
  'L1',
  'L2',
  'L3',
  'L4',
  'B1',
  'K1',
  'G1',
  'X',
];

/** What happened in a schedule, what was injected and what was violated. */
export class Journal {
  readonly faults: Record<string, number> = {};
  readonly violations: Breach<Invariant>[] = [];
  readonly lines: string[] | null;
  private readonly start: number;

  constructor(
    private readonly clock: ManualClock,
    keepsLines: boolean,
  ) {
    this.start = clock.now();
    this.lines = keepsLines ? [] : null;
  }

  /** A fault was injected. */
  count(kind: string, times = 1): void {
    this.faults[kind] = (this.faults[kind] ?? 0) + times;
  }

  violated(invariant: Invariant, text: string): void {
    this.violations.push({ invariant, text });
    this.note(() => `${invariant} is violated: ${text}`);
  }

  /** Writes a line down; the text is only made when someone is to read it. */
  note(text: () => string): void {
    const seconds = ((this.clock.now() - this.start) / 1_000).toFixed(3);
    this.lines?.push(`${seconds.padStart(12)} s  ${text()}`);
  }
}
