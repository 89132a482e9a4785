import type { Claimable } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import type { OwnLease, OwnLeases } from './own-rows.js';

/** Of this share of its lease a row must have as much left when it is begun: then its lease is renewed in time. */
const LEAST_LEFT = 2 / 3;

/**
 * The leases of a table's rows that this process writes as its own. All have one token, so that they end with one
 * statement; whoever takes one over has another.
 */
export class TableOwnLeases<Row extends Claimable> implements OwnLeases<Row> {
  private token: string | null = null;

  /** @param putOff - makes rows due at a time, without a lease, as if they had not been claimed */
  constructor(
    private readonly clock: Clock,
    private readonly leaseMs: number,
    private readonly putOff: (rows: readonly Row[], dueAt: number) => Promise<void>,
  ) {}

  /** One that begins now; it counts as a claim. */
  next(): OwnLease {
    const until = this.clock.now() + this.leaseMs;
    return { attempts: 1, dueAt: until, leaseToken: (this.token ??= createId(this.clock)), leaseUntil: until };
  }

  /** Whether two thirds of its lease are left. */
  isFresh({ leaseUntil }: Row): boolean {
    return (leaseUntil ?? 0) - this.clock.now() >= this.leaseMs * LEAST_LEFT;
  }

  /** Gives rows back: they are due at once. What another process has taken over meanwhile is left to that one. */
  giveBack(rows: readonly Row[]): Promise<void> {
    return this.putOff(rows, this.clock.now());
  }
}
