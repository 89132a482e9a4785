import { In, LessThanOrEqual, type EntityManager, type EntityTarget } from 'typeorm';
import {
  changeRows,
  claimRows,
  firstDue,
  leaseRows,
  lockRows,
  readRows,
  renewLease,
  type Claimable,
  type ClaimRequest,
  type Transactions,
} from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import { LateEnds } from './late-ends.js';
import { NextDue } from './next-due.js';
import { mayHaveCrashed } from './retry-plan.js';
import type { RowSource } from './row-handler.js';
import { TableOwnLeases } from './table-own-leases.js';
import { WORK_LEASE_MS } from './work-lease.js';
import { writeHeld } from './write-held.js';

/** A row that is processed under a lease, and holds the error of its last failure. */
type LeasedRow = Claimable & { readonly lastError: string | null };

/** A table whose rows are processed under leases. */
export interface LeasedTable<Row> {
  readonly entity: EntityTarget<Row>;
  /**
   * After a crash, the rows of the dead worker are due again this long after the last renewal of their lease, in
   * milliseconds; default {@link WORK_LEASE_MS}.
   */
  readonly leaseMs?: number;
  /** Runs before each claim of a worker, outside its transaction. */
  readonly beforeClaim?: () => Promise<void>;
  /** Runs next in the claim of a worker, in its transaction: it may release rows at once. */
  readonly afterClaim?: (tx: EntityManager, rows: readonly Row[]) => Promise<void>;
  /** How the work on a row ended, if known, whose result could not be recorded; undefined: as a failure. */
  readonly ended?: (row: Row) => Partial<Row> | undefined;
  /** Reads what claimed rows need, in the transaction of the claim; when it fails nothing is taken. */
  readonly prepare?: (tx: EntityManager, rows: readonly Row[]) => Promise<void>;
}

/** What may be written to a row when the work on it ends. Its lease ends in any case. */
type RowEnd<Row extends Claimable> = Partial<Omit<Row, 'id' | 'leaseToken' | 'leaseUntil'>>;

/** One lease over any number of rows. All of them are due at its end, so that an index finds them. */
export interface SharedLease {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** The first columns of the index, with their values. */
  readonly equal: Readonly<Record<string, string>>;
}

/** Thrown inside a transaction that ends rows, to roll it back: another process has one of them by now. */
export class LeaseLost extends Error {}

/** How far apart released rows are tried again, in milliseconds. */
const RELEASE_GAP_MS = 1_000;
const FREE = { leaseToken: null, leaseUntil: null };

/** The rows of one table as work: claimed, renewed, released and ended under a lease, which also fences off other processes. */
export class LeasedRows<Row extends LeasedRow> implements RowSource<Row> {
  readonly leaseMs: number;
  /** Leases of rows that this process writes as its own. */
  readonly own: TableOwnLeases<Row>;
  private readonly entity: EntityTarget<Row>;
  /** Whether the last claim took anything: then there may be more, and the next claim skips the check for due rows. */
  private isBusy = false;
  private readonly next: NextDue;
  private readonly late: LateEnds<Row>;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly table: LeasedTable<Row>,
  ) {
    this.entity = table.entity;
    this.next = new NextDue(clock);
    const endOf = (row: Row, failed: object) => (table.ended?.(row) ?? failed) as RowEnd<Row>;
    this.late = new LateEnds(transactions, clock, (tx, row, failed) => this.end(tx, row, endOf(row, failed)));
    this.leaseMs = table.leaseMs ?? WORK_LEASE_MS;
    this.own = new TableOwnLeases(clock, this.leaseMs, (...put) => transactions.run((tx) => this.putOff(tx, ...put)));
  }

  /** Takes rows in state `pending` that are due, oldest first. While none is due it only reads. */
  async claim(limit: number): Promise<Row[]> {
    await this.table.beforeClaim?.();
    await this.recordLate();
    if (!this.isBusy && !(await this.isAnyDue())) return [];
    const taken = await this.transactions.run(async (tx) => {
      const rows = await this.take(tx, { limit });
      if (rows.length === 0) return rows;
      await this.table.prepare?.(tx, rows);
      await this.table.afterClaim?.(tx, rows);
      return rows;
    });
    this.isBusy = taken.length > 0;
    this.next.set(null);
    return taken;
  }

  /** The time until the next row is due, as the last claim saw it, in milliseconds; null when unknown. */
  get idleMs(): number | null {
    return this.next.idleMs;
  }

  private async isAnyDue(): Promise<boolean> {
    const first = await this.transactions.read((em) => firstDue(em, this.entity, 'pending'));
    return this.next.set(first ?? Infinity);
  }

  /** Takes rows in state `pending` that are due, in the caller's transaction. */
  take(tx: EntityManager, wanted: Pick<ClaimRequest, 'limit' | 'equal' | 'first'>): Promise<Row[]> {
    return claimRows(tx, this.entity, { ...wanted, state: 'pending', now: this.clock.now(), lease: this.newLease() });
  }

  /** Extends the lease of a row in work. @returns false when another process has it by now */
  renew(row: Row): Promise<boolean> {
    const until = this.clock.now() + this.leaseMs;
    return this.transactions.run((tx) => renewLease(tx, this.entity, { row, until }));
  }

  /** Whether the work on a row may have ended a process before. */
  readonly mayHaveCrashed = (row: Row): boolean => mayHaveCrashed(row);

  /** Remembers rows whose work has ended, and whose result could not be recorded. */
  unrecorded(rows: readonly Row[]): void {
    this.late.remember(rows);
  }

  /** Records results that could not be recorded when they came; runs before each claim, too. */
  recordLate(): Promise<void> {
    return this.late.write();
  }

  /**
   * Releases rows that were not begun, as if they had not been claimed. Each is due a second after the one before, and none
   * later than at the end of its lease.
   *
   * @param gapMs - another gap than a second; 0: they are due at once
   */
  async release(rows: readonly Row[], gapMs: number = RELEASE_GAP_MS): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async (tx) => {
      for (const [index, row] of rows.entries()) {
        const gap = Math.min((index + 1) * gapMs, this.leaseMs);
        await this.end(tx, row, { attempts: row.attempts - 1, dueAt: now + gap } as RowEnd<Row>);
      }
    });
  }

  /**
   * Records how the work on a row ended, and ends its lease.
   *
   * @returns false, and changes nothing, when the lease is no longer the caller's: the process that took over decides
   */
  end(tx: EntityManager, { id, leaseToken }: Row, change: RowEnd<Row>): Promise<boolean> {
    this.noteLeft(change);
    return writeHeld(tx, this.entity, { held: { id, leaseToken: leaseToken ?? '' }, change: { ...change, ...FREE } });
  }

  /**
   * Records the same end for many rows, with one statement for each of their leases.
   *
   * @returns false when one of the leases is no longer the caller's: the transaction must then be rolled back
   */
  async endAll(tx: EntityManager, rows: readonly Row[], change: RowEnd<Row>): Promise<boolean> {
    const target = this.entity as EntityTarget<Claimable>;
    this.noteLeft(change);
    const tokens = new Set(rows.map(({ leaseToken }) => leaseToken ?? ''));
    for (const leaseToken of tokens) {
      const values = rows.flatMap((row) => ((row.leaseToken ?? '') === leaseToken ? [row.id] : [])).sort();
      const mine = { equal: { leaseToken }, among: { property: 'id', values } } as const;
      if ((await changeRows(tx, target, mine, { ...change, ...FREE })) !== values.length) return false;
    }
    return true;
  }

  /** Releases rows that were not begun, as if they had not been claimed; they are due at a time, in epoch milliseconds. */
  async putOff(tx: EntityManager, rows: readonly Row[], dueAt: number): Promise<void> {
    for (const attempts of new Set(rows.map((row) => row.attempts))) {
      const same = rows.filter((row) => row.attempts === attempts);
      await this.endAll(tx, same, { dueAt, attempts: attempts - 1 } as RowEnd<Row>);
    }
  }

  /**
   * Takes rows by their ids, due or not, under a lease, with what a claim reads. It leaves out finished rows, rows with a
   * lease (also one of a dead process), and rows that may have killed a process: the loop tries one of these at a time.
   */
  async takeByIds(tx: EntityManager, ids: readonly string[]): Promise<Row[]> {
    const locked = await lockRows(tx, this.entity, { property: 'id', values: [...new Set(ids)].sort() });
    const free = locked.filter(
      (row) =>
        row.state === 'pending' && row.leaseToken === null && !mayHaveCrashed({ ...row, attempts: row.attempts + 1 }),
    );
    if (free.length === 0) return [];
    const lease = this.newLease();
    await leaseRows(tx, this.entity, { ids: free.map(({ id }) => id), lease });
    const taken = free.map((row) => ({
      ...row,
      attempts: row.attempts + 1,
      dueAt: lease.until,
      leaseToken: lease.token,
      leaseUntil: lease.until,
    }));
    await this.table.prepare?.(tx, taken);
    return taken;
  }

  /** Takes rows that are due, by their ids, under a shared lease. @returns the ids of those that no other process has taken */
  async takeShared(tx: EntityManager, ids: readonly string[], lease: SharedLease): Promise<ReadonlySet<string>> {
    const { token: leaseToken, until } = lease;
    const target = this.entity as EntityTarget<Claimable>;
    const sorted = [...ids].sort();
    const free = { id: In(sorted), state: 'pending', dueAt: LessThanOrEqual(this.clock.now()) };
    const mine = { dueAt: until, leaseUntil: until, leaseToken };
    const { affected } = await tx.update(target, free, mine);
    if (affected === ids.length) return new Set(ids);
    const taken = await readRows(tx, target, { equal: { leaseToken }, property: 'id', values: sorted });
    return new Set(taken.map(({ id }) => id));
  }

  /** Extends a shared lease on all rows that are still under it. */
  renewShared(tx: EntityManager, lease: SharedLease, until: number): Promise<void> {
    return this.changeShared(tx, lease, { dueAt: until, leaseUntil: until });
  }

  /** Releases all rows that are still under a shared lease: they are due at once. */
  releaseShared(tx: EntityManager, lease: SharedLease, change: RowEnd<Row>): Promise<void> {
    return this.changeShared(tx, lease, { dueAt: this.clock.now(), ...change, ...FREE });
  }

  private async changeShared(tx: EntityManager, { token, until, equal }: SharedLease, change: object): Promise<void> {
    const held = { ...equal, state: 'pending', dueAt: until, leaseToken: token };
    await tx.update(this.entity as EntityTarget<Claimable>, held, change);
  }

  /** A row that is tried again may be due before the time that the last claim saw. */
  private noteLeft(change: object): void {
    if (!('state' in change)) this.next.set(null);
  }

  private newLease(): ClaimRequest['lease'] {
    return { token: createId(this.clock), until: this.clock.now() + this.leaseMs };
  }
}
