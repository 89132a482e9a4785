import type { AttemptEntity } from '../../../src/shop/orders/entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../../../src/shop/orders/entities/payment-order.entity.js';
import type { PollEntity } from '../../../src/shop/poll-schedule/poll.entity.js';
import type { Store as RefundStore } from '../refunds/store.js';

/** An order in the database; a change puts another row in its place. */
export type OrderRow = Readonly<PaymentOrderEntity>;

/** An attempt to pay it. */
export type AttemptRow = AttemptEntity;

/** Work in a table, with the semantics of its leases: the token is also the fence. */
export interface LeasedRow {
  attempts: number;
  dueAt: number;
  /** 0: no one works on it. */
  lease: number;
  leaseUntil: number;
  lastError: string | null;
}

/** A notification that was stored. */
export interface InboxRow extends LeasedRow {
  readonly id: number;
  readonly deliveryKey: string;
  readonly orderId: string;
  readonly json: string;
  readonly receivedAt: number;
  state: 'pending' | 'done' | 'unmatched' | 'parked';
}

/** Something that is to be told outside, once the change that caused it is committed. */
export interface OutboxRow extends LeasedRow {
  readonly id: string;
  readonly orderId: string;
  readonly kind: string;
  readonly version: number;
  state: 'pending' | 'done' | 'dead';
}

/** The next poll of an attempt. */
export interface PollRow
  extends LeasedRow, Pick<PollEntity, 'serviceOrderId' | 'activeUntil' | 'method' | 'methodSince'> {
  state: PollEntity['state'];
  polledAt: number;
  askedAt: number;
  openedAt: number;
  /** For the monitor of orders: a stranger has made it due. */
  isBroughtForward: boolean;
}

/** Nothing to do yet, and no one at it. */
export const idle = (dueAt: number): LeasedRow => ({ attempts: 0, dueAt, lease: 0, leaseUntil: 0, lastError: null });

/** The tables of the shop. What is written in one {@link RefundStore.run} is one transaction. */
export class Tables {
  readonly orders = new Map<string, OrderRow>();
  readonly attempts = new Map<string, AttemptRow>();
  readonly polls = new Map<string, PollRow>();
  readonly inbox: InboxRow[] = [];
  readonly outbox: OutboxRow[] = [];
  /** By delivery key: the same request is stored once. */
  readonly received = new Map<string, InboxRow>();
  #ids = 0;

  /** @param refunds - those of refunds; every transaction goes through it, and so does its trouble */
  constructor(readonly refunds: RefundStore) {}

  newId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** One transaction. */
  run<Result>(work: () => Result): Result {
    try {
      return this.refunds.run(work);
    } finally {
      // Also where the commit was lost on the way: it may have gone through.
      this.refunds.touch();
    }
  }

  attemptsOf(orderId: string): AttemptRow[] {
    const found: AttemptRow[] = [];
    for (const attempt of this.attempts.values()) if (attempt.orderId === orderId) found.push(attempt);
    return found;
  }
}

/** When the first of the rows can be claimed; `Infinity`: none of them ever, as things are. */
export function firstDue(rows: Iterable<LeasedRow & { readonly state: string }>, reclaims = true): number {
  let first = Infinity;
  for (const row of rows) if (row.state === 'pending') first = Math.min(first, claimableAt(row, reclaims));
  return first;
}

/** Takes the row that is due first, if there is one. */
export function claim<Row extends LeasedRow & { readonly state: string }>(
  rows: Iterable<Row>,
  { now, leaseMs, token, reclaims = true }: { now: number; leaseMs: number; token: number; reclaims?: boolean },
): Row | null {
  let best: Row | null = null;
  for (const row of rows) {
    if (row.state !== 'pending' || claimableAt(row, reclaims) > now) continue;
    if (best === null || row.dueAt < best.dueAt) best = row;
  }
  if (best === null) return null;
  best.attempts += 1;
  best.lease = token;
  best.leaseUntil = now + leaseMs;
  return best;
}

/** Ends the work on a row. @returns false, and changes nothing, when someone else has it by now */
export function endWork<Row extends LeasedRow>(row: Row, token: number, change: Partial<Row>): boolean {
  if (row.lease !== token) return false;
  Object.assign(row, change, { lease: 0, leaseUntil: 0 });
  return true;
}

const claimableAt = ({ dueAt, lease, leaseUntil }: LeasedRow, reclaims: boolean): number =>
  lease === 0 ? dueAt : reclaims ? Math.max(dueAt, leaseUntil) : Infinity;
