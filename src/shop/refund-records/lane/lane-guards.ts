import type { RefundRules } from '../../core/index.js';
import type { RefundEntity } from '../entities/refund.entity.js';

/**
 * Where the service compares equal amounts: among the refunds of one order, or of the whole site. It does not say which
 * (spec §8), so the narrow scope holds until a lane has learnt otherwise.
 */
export type GuardScope = 'order' | 'group';

/** The fields that decide whether refunds are equal. */
export type RefundLikeness = Pick<RefundEntity, 'id' | 'orderId' | 'amount' | 'currency'>;

/** A refund that was sent, or seen, and for which others may have to wait. */
export type EarlierRefund = RefundLikeness & Pick<RefundEntity, 'state' | 'lastSentAt' | 'arrivedBy'>;

/** The rules that decide how long others wait. */
export type GuardRules = Pick<RefundRules, 'equalAmountGapMs' | 'quietMs'>;

/** The state in which refunds are planned. */
export interface GuardSnapshot {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly scope: GuardScope;
  /** How long an answer takes, in milliseconds; only estimates depend on it. */
  readonly roundTripMs: number;
}

/** The latest end of a wait, and the latest one that another refund causes. */
interface Wait {
  id: string;
  until: number;
  others: number;
}

/** Whether its order waits for it: it is unknown whether the service has it. */
export const isOpen = ({ state }: Pick<RefundEntity, 'state'>): boolean => state === 'sending' || state === 'unknown';

/** Clocks of two processes differ by less: a refund that was requested later than this from now was so by another clock. */
const CLOCK_DOUBT_MS = 2_000;

type SeenTimes = Pick<RefundEntity, 'createdAt' | 'lastSentAt' | 'lastCleanReadAt'>;
type GuardTime = Pick<RefundRules, 'equalAmountGapMs'>;

/**
 * Whether a refund may be at the service, without our mark, though this process never sent it: the database may be an older
 * state of itself (a restored backup, a copy, a replica that lost its last minutes), in which it still waits. The service
 * would refuse a younger one as an equal amount. Only half of that time is used, since the clocks of two processes may
 * differ. A time that lies ahead says nothing about the age: the clock was put back, or it is that of another server.
 *
 * @param now - epoch milliseconds
 */
export function hasWaitedLong(
  { createdAt, lastSentAt, lastCleanReadAt }: SeenTimes,
  { equalAmountGapMs }: GuardTime,
  now: number,
): boolean {
  const ageMs = now - Math.max(createdAt, lastSentAt ?? 0, lastCleanReadAt ?? 0);
  return ageMs >= equalAmountGapMs / 2 || ageMs < -CLOCK_DOUBT_MS;
}

/**
 * Whether the order is read before a refund is sent. Before the first time always, unless the service is known to return no
 * tags: the request itself may be older than the database, which lost its last seconds, so that it was sent and is requested
 * again. It is recognised by its tag alone.
 *
 * @param tagsEchoed - whether the service returns tags; null while it is unknown
 * @param now - epoch milliseconds
 */
export function isReadFirst(
  refund: SeenTimes,
  { rules, tagsEchoed, now }: { readonly rules: GuardTime; readonly tagsEchoed: boolean | null; readonly now: number },
): boolean {
  const isNew = refund.lastSentAt === null && refund.lastCleanReadAt === null;
  return (isNew && tagsEchoed !== false) || hasWaitedLong(refund, rules, now);
}

/** The key under which the service treats refunds as the same: one amount, of one order or of any. */
export const pairOf = ({ orderId, amount, currency }: RefundLikeness, scope: GuardScope): string =>
  `${currency} ${amount} ${scope === 'order' ? orderId : ''}`;

/**
 * What keeps a refund from being sent now (design §8): another refund of its order whose outcome is open, and an equal amount
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

  /** When no refund of an order is open any more; for one that is open now, an estimate later than now. */
  orderFreeAt(orderId: string): number {
    return this.orders.get(orderId) ?? 0;
  }

  /** When no equal amount blocks a refund; its own earlier requests do not count. */
  pairFreeAt(refund: RefundLikeness): number {
    const wait = this.pairs.get(pairOf(refund, this.snapshot.scope));
    if (!wait) return 0;
    return wait.id === refund.id ? wait.others : wait.until;
  }

  /** Adds a refund that is planned to be sent, and answered at `answeredAt`. */
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
