import type { RefundRules } from '../core/index.js';
import type { RefundEntity } from './refund.entity.js';

/**
 * Where the service looks for equal amounts: among the refunds of one order, or of the whole site. It does not say which
 * (spec §8), so the narrow reading holds until a lane has learnt otherwise.
 */
export type GuardScope = 'order' | 'group';

/** As much of a refund as tells equal ones. */
export type RefundLikeness = Pick<RefundEntity, 'id' | 'orderId' | 'amount' | 'currency'>;

/** A refund that was sent, or seen, and that others may have to wait for. */
export type EarlierRefund = RefundLikeness & Pick<RefundEntity, 'state' | 'lastSentAt' | 'arrivedBy'>;

/** The rules that say how long others wait. */
export type GuardRules = Pick<RefundRules, 'equalAmountGapMs' | 'quietMs'>;

/** What is known where refunds are planned. */
export interface GuardSnapshot {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly scope: GuardScope;
  /** How long an answer takes, in milliseconds; only estimates depend on it. */
  readonly roundTripMs: number;
}

/** The latest end of a wait, and the latest of those that somebody else causes. */
interface Wait {
  id: string;
  until: number;
  others: number;
}

/** Whether its order waits for it: nobody knows yet whether the service has it. */
export const isOpen = ({ state }: Pick<RefundEntity, 'state'>): boolean => state === 'sending' || state === 'unknown';

/**
 * Whether the service is asked before a refund is sent. The database may be an older state of itself (a backup that was
 * restored, a copy, a replica that lost its last minutes), in which it still waits though it was sent. While it is young the service
 * would refuse it as an equal amount; half of that time, since the clocks of two processes may be apart.
 *
 * @param now - epoch milliseconds
 */
export function hasWaitedLong(
  { createdAt, lastSentAt, lastCleanReadAt }: Pick<RefundEntity, 'createdAt' | 'lastSentAt' | 'lastCleanReadAt'>,
  { equalAmountGapMs }: Pick<RefundRules, 'equalAmountGapMs'>,
  now: number,
): boolean {
  return now - Math.max(createdAt, lastSentAt ?? 0, lastCleanReadAt ?? 0) >= equalAmountGapMs / 2;
}

/** Names what the service calls the same refund: one amount, of one order or of any. */
export const pairOf = ({ orderId, amount, currency }: RefundLikeness, scope: GuardScope): string =>
  `${currency} ${amount} ${scope === 'order' ? orderId : ''}`;

/**
 * What keeps a refund from being sent now (design §8): another one of its order whose fate is open, and an equal amount
 * that can have been accepted less than five minutes ago. Times in epoch milliseconds.
 */
export class LaneGuards {
  private readonly orders = new Map<string, number>();
  private readonly pairs = new Map<string, Wait>();

  constructor(
    earlier: readonly EarlierRefund[],
    private readonly rules: GuardRules,
    private readonly snapshot: GuardSnapshot,
  ) {
    for (const refund of earlier) this.note(refund);
  }

  /** When nothing of an order is open any more; of what is open now an estimate, later than now. */
  orderFreeAt(orderId: string): number {
    return this.orders.get(orderId) ?? 0;
  }

  /** When no equal amount stands in the way of a refund; its own past does not. */
  pairFreeAt(refund: RefundLikeness): number {
    const wait = this.pairs.get(pairOf(refund, this.snapshot.scope));
    if (!wait) return 0;
    return wait.id === refund.id ? wait.others : wait.until;
  }

  /** Plans with one that is sent, and answered at `answeredAt`. */
  sent(refund: RefundLikeness, answeredAt: number): void {
    this.orders.set(refund.orderId, answeredAt);
    this.wait(refund, answeredAt + this.rules.equalAmountGapMs);
  }

  private note(refund: EarlierRefund): void {
    const { arrivedBy, state, orderId } = refund;
    if (!isOpen(refund)) {
      if (arrivedBy !== null) this.wait(refund, arrivedBy + this.rules.equalAmountGapMs);
      return;
    }
    const { now, roundTripMs } = this.snapshot;
    const sentAt = refund.lastSentAt ?? now;
    const isUnderWay = state === 'sending';
    const freeAt = Math.max(now + 1, sentAt + (isUnderWay ? roundTripMs : this.rules.quietMs));
    this.orders.set(orderId, Math.max(freeAt, this.orderFreeAt(orderId)));
    this.wait(refund, isUnderWay ? freeAt + this.rules.equalAmountGapMs : freeAt);
  }

  private wait(refund: RefundLikeness, until: number): void {
    const { id } = refund;
    const pair = pairOf(refund, this.snapshot.scope);
    const known = this.pairs.get(pair);
    if (!known) this.pairs.set(pair, { id, until, others: 0 });
    else if (known.id === id) known.until = Math.max(known.until, until);
    else if (until < known.until) known.others = Math.max(known.others, until);
    else this.pairs.set(pair, { id, until, others: known.until });
  }
}
