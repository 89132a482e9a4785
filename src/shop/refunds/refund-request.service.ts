import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { afterCommit, insertOrIgnore, lockRow, lockRows, runNotes } from '../../database/engine/index.js';
import { Money, type PaymentError, type RefundCartInput } from '../../protocol/index.js';
import { createId, type Clock } from '../../support/index.js';
import { checkedRefund } from '../client/index.js';
import { Decisions } from '../decisions/index.js';
import { AttemptEntity, orderUnknown, paidAttemptsOf, PaymentOrderEntity } from '../orders/index.js';
import {
  type PaidAttempt,
  chooseSource,
  type CountedRefund,
  type RefundSource,
  type WantedRefund,
  type AmountRefusal,
  decidedRefund,
  NEW_REFUND,
  RefundEntity,
  RefundStateService,
  refundTag,
} from '../refund-records/index.js';
import { type TerminalGroup, CLOCK, messages } from '../core/index.js';
import type { RefundAmount } from './refund-request.dto.js';
import { exceedsRemaining, keyConflict, notPaid, otherCurrency, otherMode } from './refunds.errors.js';
import { toRefundInput } from './sending/refund-sending.js';

/** A refund request whose fields have been checked one by one. */
export interface ResolvedRefundRequest {
  readonly group: TerminalGroup;
  /** The order's own id, as stored. */
  readonly orderId: string;
  readonly amount: RefundAmount;
  readonly reason: string;
  readonly key: string;
  readonly by: string | null;
  /** The internal reason; recorded with `by`. */
  readonly why?: string;
  readonly cart: RefundCartInput | null;
  /** Its batch, if any. */
  readonly batchId: string | null;
  /** Whether it is held until its batch is released. */
  readonly isHeld?: boolean;
}

/** The stored refund; `isNew` is false for one that existed already. */
export interface TakenRefund {
  readonly row: RefundEntity;
  readonly isNew: boolean;
}

/** The requested refund, the payments of the order, and the refunds taken from them. */
interface MoneyCase {
  readonly wanted: WantedRefund;
  readonly sources: readonly PaidAttempt[];
  readonly refunds: readonly CountedRefund[];
}

/** A locked order, with all that counts for its refunds. */
interface OpenOrder {
  readonly order: PaymentOrderEntity;
  readonly attempts: readonly AttemptEntity[];
  readonly refunds: readonly RefundEntity[];
}

type Refusals = Readonly<
  Record<AmountRefusal, (order: PaymentOrderEntity, left: Extract<RefundSource, { ok: false }>) => PaymentError>
>;

const exceeds: Refusals['exceeds-remaining'] = (order, { left, currency }) =>
  exceedsRemaining(order, Money.ofMinor(left, currency));

const REFUSALS: Refusals = {
  'not-paid': (order) => notPaid(order),
  'other-currency': (order, { currency }) => otherCurrency(order, currency),
  'exceeds-remaining': exceeds,
  // Checked before, with every other field. A value that is not an amount exceeds any remaining amount.
  'invalid-amount': exceeds,
};

/**
 * Accepts refunds: decides under the lock of the order whether the money is there, reserves it, and stores the refund, in one
 * transaction, which may be the caller's own. Makes no call.
 *
 * Every row that matters for the decision is read under a lock, in any isolation level: a snapshot would not show what
 * another clerk has just reserved (scenario R2).
 */
@Injectable()
export class RefundRequestService {
  private readonly logger = new Logger('Tillbridge:Refunds');

  constructor(
    private readonly decisions: Decisions,
    private readonly states: RefundStateService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws PaymentError `REFUND_KEY_CONFLICT`, `REFUND_EXCEEDS_REMAINING`, `REFUND_NOT_PAID`, `REFUND_OTHER_CURRENCY`,
   *   `REFUND_OTHER_MODE`, `REFUND_INVALID`, `ORDER_UNKNOWN`: nothing has been written
   * @throws {EngineError} `TRANSACTION_REQUIRED`
   */
  async take(tx: EntityManager, resolved: ResolvedRefundRequest): Promise<TakenRefund> {
    const open = await this.open(tx, resolved);
    const known = await byKey(tx, resolved);
    const name = `refund ${resolved.group.name} ${resolved.key}`;
    // Stored by an earlier run of this transaction, whose answer was lost.
    const isOwn = known !== null && known.id === runNotes(tx).ofEarlier(name);
    if (known) return { row: sameOrConflict(known, resolved), isNew: isOwn };
    const seen = seenElsewhere(open, resolved);
    if (seen) return { row: await this.claim(tx, seen, resolved), isNew: false };
    if (open.order.mode !== resolved.group.mode) throw otherMode(open.order);
    const row = this.rowOf(open, resolved);
    // Checked as it will be sent, with its lines, now that the amount is known.
    checkedRefund(resolved.group, row.serviceOrderId, toRefundInput(row));
    await insertOrIgnore(tx, RefundEntity, [row], ['group', 'key']);
    const kept = await byKey(tx, resolved);
    // Another request with the same key, for another order, was faster: the lock of this order does not exclude it.
    if (kept?.id !== row.id) return { row: sameOrConflict(kept, resolved), isNew: false };
    runNotes(tx).note(name, row.id);
    const { by, why } = resolved;
    if (by && why) await this.decisions.record(tx, { by, why }, [decidedRefund(row, 'requested')]);
    // The order holds personal data again. Where other transactions use snapshots, this write makes them fail (PostgreSQL).
    await tx.update(PaymentOrderEntity, { group: row.group, orderId: row.orderId }, { erasedAt: 0 });
    return { row, isNew: true };
  }

  private async open(
    tx: EntityManager,
    { group: { name: group }, orderId }: ResolvedRefundRequest,
  ): Promise<OpenOrder> {
    const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
    if (!order) throw orderUnknown({ group, orderId });
    const ofOrder = { equal: { group }, property: 'orderId' as const, values: [order.orderId] };
    const attempts = await lockRows(tx, AttemptEntity, ofOrder);
    return { order, attempts, refunds: await lockRows(tx, RefundEntity, ofOrder) };
  }

  /** The refund was requested before, and the database has lost that: its money has been counted and told of since. */
  private async claim(tx: EntityManager, seen: RefundEntity, resolved: ResolvedRefundRequest): Promise<RefundEntity> {
    const { key, reason, by, cart, batchId, group } = resolved;
    const named = { origin: 'shop' as const, key, description: reason, askedBy: by, cart, batchId };
    const row = Object.assign(new RefundEntity(), seen, named);
    sameOrConflict(row, resolved);
    await tx.update(RefundEntity, { id: row.id }, named);
    const evidence = { kind: 'intent', outcome: 'claimed', startedAt: this.clock.now(), text: row.tag } as const;
    const followed = await this.states.apply(tx, row, { event: { type: 'followed' }, evidence, rules: group.refunds });
    afterCommit(tx, () => this.logger.warn(messages.refundClaimed(row)));
    return followed.row;
  }

  private rowOf({ order, attempts, refunds }: OpenOrder, resolved: ResolvedRefundRequest): RefundEntity {
    const choice = sourceOf(order, { wanted: resolved.amount, sources: paidAttemptsOf(order, attempts), refunds });
    const { group, orderId } = order;
    const { serviceOrderId, currency } = choice.source;
    const id = createId(this.clock);
    const now = this.clock.now();
    const money = { serviceOrderId, amount: choice.amount, currency };
    const named = { key: resolved.key, description: resolved.reason, cart: resolved.cart, askedBy: resolved.by };
    const names = {
      id,
      tag: refundTag(orderId, resolved.key),
      origin: 'shop' as const,
      batchId: resolved.batchId,
      held: resolved.isHeld ? 1 : 0,
      fence: 0,
    };
    const times = { createdAt: now, updatedAt: now };
    return Object.assign(new RefundEntity(), { ...NEW_REFUND, group, orderId, ...money, ...named, ...names, ...times });
  }
}

const byKey = (
  tx: EntityManager,
  { group: { name: group }, key }: ResolvedRefundRequest,
): Promise<RefundEntity | null> => lockRow(tx, RefundEntity, { group, key });

/** The requested refund, if it was seen at the service, by its mark, without being on record here. */
export const seenElsewhere = (
  { refunds }: { readonly refunds: readonly RefundEntity[] },
  { orderId, key }: Pick<ResolvedRefundRequest, 'orderId' | 'key'>,
): RefundEntity | undefined => {
  const tag = refundTag(orderId, key);
  return refunds.find((row) => row.origin === 'elsewhere' && row.tag === tag);
};

/**
 * The payment of a refund, and the amount taken from it.
 *
 * @throws PaymentError `REFUND_EXCEEDS_REMAINING`, `REFUND_NOT_PAID`, `REFUND_OTHER_CURRENCY`
 */
export function sourceOf(
  order: PaymentOrderEntity,
  { wanted, sources, refunds }: MoneyCase,
): Extract<RefundSource, { ok: true }> {
  const choice = chooseSource(wanted, sources, refunds);
  if (!choice.ok) throw REFUSALS[choice.reason](order, choice);
  return choice;
}

/**
 * The refund with this key, if it is the requested one. An amount `remaining` was calculated at the first request; the texts
 * may have changed since.
 */
export function sameOrConflict(
  known: RefundEntity | null,
  { group, orderId, key, amount }: Pick<ResolvedRefundRequest, 'group' | 'orderId' | 'key' | 'amount'>,
): RefundEntity {
  const isSame =
    known !== null &&
    known.key === key &&
    known.orderId === orderId &&
    (amount === 'remaining' || (known.amount === amount.amount && known.currency === amount.currency));
  if (!isSame) throw keyConflict({ group: group.name, orderId });
  return known;
}
