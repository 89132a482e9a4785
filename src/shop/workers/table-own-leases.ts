import type { Claimable } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import type { OwnLease, OwnLeases } from './own-rows.js';

/** The share of its lease that a row must have left when it is begun, so that the lease is renewed in time. */
const LEAST_LEFT = 2 / 3;

/**
 * The leases of a table's rows that this process writes as its own. All have one token, so that one statement ends them; a
 * process that takes over a row has another token.
 */
export class TableOwnLeases<Row extends Claimable> implements OwnLeases<Row> {
  private token: string | null = null;

  /** @param putOff - makes rows due at a time, without a lease, as if they had not been claimed */
  constructor(
    private readonly clock: Clock,
    private readonly leaseMs: number,
    private readonly putOff: (rows: readonly Row[], dueAt: number) => Promise<void>,
  ) {}

  /** A lease that begins now. It counts as a claim. */
  next(): OwnLease {
    const until = this.clock.now() + this.leaseMs;
    return { attempts: 1, dueAt: until, leaseToken: (this.token ??= createId(this.clock)), leaseUntil: until };
  }

  /** Whether two thirds of its lease are left. */
  isFresh({ leaseUntil }: Row): boolean {
    return (leaseUntil ?? 0) - this.clock.now() >= this.leaseMs * LEAST_LEFT;
  }

  /** Gives rows back: they are due at once. Rows that another process has taken over stay with that process. */
  giveBack(rows: readonly Row[]): Promise<void> {
    return this.putOff(rows, this.clock.now());
  }
}
