import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { insertOrIgnore, type Transactions } from '../../../database/engine/index.js';
import { createId, type Clock } from '../../../support/index.js';
import { WORK_LEASE_MS, writeHeld } from '../../workers/index.js';
import { SweepEntity } from './sweep.entity.js';

/** The fields of a sweep that may be written; the owner of its lease is not one of them. */
type SweepChange = Partial<Omit<SweepEntity, 'group' | 'leaseToken' | 'leaseUntil'>>;

const AT_REST = {
  state: 'idle',
  cursor: null,
  place: null,
  pageMs: null,
  headPageMs: null,
  pages: 0,
  notBefore: 0,
  leaseToken: null,
  leaseUntil: 0,
  lastError: null,
} as const;

/** The rows of `tillbridge_sweep`: one sweeper for each terminal group at a time, and its checkpoint. */
export class SweepRepository {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The stored state of a group's sweeps; null before the first. */
  find(group: string): Promise<SweepEntity | null> {
    return this.transactions.run((tx) => tx.findOneBy(SweepEntity, { group }));
  }

  /** Takes the lease of the group's sweep. @returns null when another process has it */
  take(group: string): Promise<SweepEntity | null> {
    const now = this.clock.now();
    const lease = { leaseToken: createId(this.clock), leaseUntil: now + WORK_LEASE_MS };
    return this.transactions.run(async (tx) => {
      await insertOrIgnore(tx, SweepEntity, [{ group, ...AT_REST, updatedAt: now }], ['group']);
      const free = { group, leaseUntil: LessThanOrEqual(now) };
      const { affected } = await tx.update(SweepEntity, free, { ...lease, updatedAt: now });
      return affected === 0 ? null : tx.findOneBy(SweepEntity, { group, leaseToken: lease.leaseToken });
    });
  }

  /** Stores the progress, and keeps the lease. @returns false when another process has taken over */
  async keep(tx: EntityManager, sweep: SweepEntity, change: SweepChange, leaseUntil: number): Promise<boolean> {
    return this.write(tx, sweep, { ...change, leaseUntil });
  }

  /** Ends the lease. @returns false when another process has taken over: that process decides */
  async end(tx: EntityManager, sweep: SweepEntity, change: SweepChange): Promise<boolean> {
    return this.write(tx, sweep, { ...change, leaseUntil: 0, leaseToken: null });
  }

  private write(tx: EntityManager, { group, leaseToken }: SweepEntity, change: Partial<SweepEntity>): Promise<boolean> {
    const held = { group, leaseToken: leaseToken ?? '' };
    return writeHeld(tx, SweepEntity, { held, change: { ...change, updatedAt: this.clock.now() } });
  }
}
