import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { afterCommit } from '../../../database/engine/index.js';
import { isCurrency } from '../../../protocol/index.js';
import { createId, type Clock } from '../../../support/index.js';
import type { ObservedOrder } from './observed-order.js';
import type { RefundChange, RefundChanges } from '../refund-changes.js';
import { TerminalGroups, messages, CLOCK } from '../../core/index.js';
import { chargebacksIn } from './chargebacks.js';
import { changeOf, RefundStateService } from '../refund-state.service.js';
import { findElsewhere, type ElsewhereRefund } from './refund-elsewhere.js';
import { NEW_REFUND } from '../protocol/refund-protocol.types.js';
import { RefundEntity } from '../entities/refund.entity.js';
import type { RefundReading } from './related-refunds.js';

/** An observed order, and the known refunds of its order. */
export interface ObservedRefunds {
  readonly observed: ObservedOrder;
  /** Every refund of the order, by id; new and changed rows are put here, too. */
  readonly rows: Map<string, RefundEntity>;
  readonly reading: RefundReading;
}

/** The data of a return of money that was not made by this shop's requests. */
type Making = { readonly amount: number; readonly currency: string; readonly origin: 'elsewhere' | 'chargeback' } & {
  /** See `ElsewhereRefund`. */
  readonly tag?: string | null;
  /** Null for a sum that no transaction with an id explains. */
  readonly serviceRefundId: string | null;
  readonly state: 'accepted' | 'settled';
};

/**
 * Stores external refunds, once each, so that they count against the remaining amount and the shop's books follow
 * (scenario R3).
 */
@Injectable()
export class ExternalRefundsService {
  private readonly logger = new Logger('Tillbridge:Refunds');

  constructor(
    private readonly groups: TerminalGroups,
    private readonly states: RefundStateService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores the external refunds of an observed order; the shop's own were matched before. @returns the changes for handlers */
  async observe(tx: EntityManager, input: ObservedRefunds): Promise<RefundChanges> {
    const { observed, rows, reading } = input;
    const unexplained = unexplainedOf(input);
    const recorded = unexplained.reduce((sum, { amount }) => sum + amount, 0);
    const { refunds, grown, unexplained: left } = findElsewhere(reading, recorded);
    await this.recordChargebacks(tx, input);
    const results: RefundChanges[] = [];
    for (const refund of refunds) results.push(await this.recordOne(tx, input, refund));
    // A sum does not say when it was true: only the newest counts.
    if (!observed.isStale) {
      if (left < recorded) await this.shrink(tx, { from: unexplained, rows, by: recorded - left });
      if (grown > 0) results.push({ changes: [await this.recordUnexplained(tx, input, grown)] });
    }
    const attention = results.findLast((each) => each.attention !== undefined)?.attention;
    return { changes: results.flatMap(({ changes }) => changes), attention };
  }

  private async recordOne(tx: EntityManager, input: ObservedRefunds, refund: ElsewhereRefund): Promise<RefundChanges> {
    const { serviceRefundId, tag, status, amount, alreadyRecorded } = refund;
    if (!refund.isNew) return this.applyStatus(tx, input, refund);
    const state = status === 'completed' ? ('settled' as const) : ('accepted' as const);
    const currency = currencyOf(input);
    const row = await this.add(tx, input, { origin: 'elsewhere', serviceRefundId, tag, state, amount, currency });
    const unreported = amount - alreadyRecorded;
    return { changes: unreported > 0 ? [{ ...changeOf(row, 'elsewhere'), amount: unreported }] : [] };
  }

  /** Applies the new status of a stored external refund: paid out, declined, cancelled. */
  private async applyStatus(
    tx: EntityManager,
    { observed, rows }: ObservedRefunds,
    refund: ElsewhereRefund,
  ): Promise<RefundChanges> {
    const { serviceRefundId, status } = refund;
    const row = [...rows.values()].find(
      (each) => each.origin === 'elsewhere' && each.serviceRefundId === serviceRefundId,
    );
    if (!row) return { changes: [] };
    const event = { type: 'reported' as const, status, serviceRefundId, at: this.clock.now() };
    const { refunds: rules } = this.groups.get(observed.row.group);
    const outcome = await this.states.apply(tx, row, { event, rules });
    if (outcome.kind === 'done') rows.set(row.id, outcome.row);
    return outcome;
  }

  private async recordUnexplained(tx: EntityManager, input: ObservedRefunds, amount: number): Promise<RefundChange> {
    const currency = currencyOf(input);
    const making = { origin: 'elsewhere', serviceRefundId: null, state: 'accepted', amount, currency } as const;
    const row = await this.add(tx, input, making);
    return changeOf(row, 'elsewhere');
  }

  private async add(tx: EntityManager, { observed, rows }: ObservedRefunds, made: Making): Promise<RefundEntity> {
    const now = this.clock.now();
    const id = createId(this.clock);
    const { group, orderId } = observed.row;
    const name = (await freeName(tx, group, made)) ?? id;
    const row = Object.assign(new RefundEntity(), {
      ...NEW_REFUND,
      ...made,
      id,
      group,
      orderId,
      serviceOrderId: observed.serviceOrderId,
      key: `${made.origin}:${name}`,
      tag: (await freeTag(tx, group, made.tag)) ?? name,
      description: '',
      cart: null,
      batchId: null,
      held: 0,
      fence: 0,
      arrivedBy: now,
      askedBy: null,
      createdAt: now,
      updatedAt: now,
    });
    await tx.insert(RefundEntity, row);
    rows.set(id, row);
    if (made.origin === 'elsewhere') afterCommit(tx, () => this.logger.log(messages.refundedElsewhere(row)));
    return row;
  }

  /** Stores what the bank took back, and what it returned since. Handlers get this by the order's own events. */
  private async recordChargebacks(tx: EntityManager, input: ObservedRefunds): Promise<void> {
    const { rows, observed } = input;
    const seen = chargebacksIn(observed.order);
    let named = 0;
    for (const { id, standing } of seen) {
      const known = recordedChargeback(input, id);
      const money = { amount: standing, currency: currencyOf(input) };
      const recorded = standingOf(known);
      // A list without ids does not show which of them is missing, so only the newest counts.
      const mayShrink = id !== null || !observed.isStale;
      if (!known && standing > 0) {
        await this.add(tx, input, { origin: 'chargeback', serviceRefundId: id, state: 'settled', ...money });
        if (id !== null) named += standing;
      } else if (known && standing < recorded && mayShrink)
        await this.shrink(tx, { from: [known], rows, by: recorded - standing });
      // A reversal may belong to a later chargeback: then more of this one stands than was stored.
      else if (known && standing > recorded && !observed.isStale)
        await this.write(tx, rows, { row: known, change: { state: 'settled', amount: standing } });
    }
    const unnamed = seen.some(({ id }) => id === null) ? undefined : recordedChargeback(input, null);
    // They have got ids since: with both, the money would count twice.
    if (unnamed && named > 0)
      await this.shrink(tx, { from: [unnamed], rows, by: Math.min(named, standingOf(unnamed)) });
  }

  /** Reduces refunds without an id: they have got one, or were cancelled. The newest comes first. */
  private async shrink(
    tx: EntityManager,
    { from, rows, by }: { from: readonly RefundEntity[]; rows: Map<string, RefundEntity>; by: number },
  ): Promise<void> {
    let left = by;
    for (const row of from.toReversed()) {
      if (left === 0) return;
      const taken = Math.min(left, row.amount);
      left -= taken;
      const change = taken === row.amount ? { state: 'cancelled' as const } : { amount: row.amount - taken };
      await this.write(tx, rows, { row, change });
    }
  }

  private async write(
    tx: EntityManager,
    rows: Map<string, RefundEntity>,
    { row, change }: { readonly row: RefundEntity; readonly change: Partial<Pick<RefundEntity, 'state' | 'amount'>> },
  ): Promise<void> {
    const written = { ...change, fence: row.fence + 1, updatedAt: this.clock.now() };
    await tx.update(RefundEntity, { id: row.id, fence: row.fence }, written);
    rows.set(row.id, Object.assign(new RefundEntity(), row, written));
  }
}

/**
 * Money goes back in the currency of its order (protocol §6.1), as `amount_refunded` counts it. In the currency of a row it
 * would be another amount beside the same number of minor units.
 */
function currencyOf({ observed: { order, row } }: ObservedRefunds): string {
  return order.currency !== null && isCurrency(order.currency) ? order.currency : row.currency;
}

/** The stored row of a chargeback; of those without an id, an order at the service has one for all. */
const recordedChargeback = ({ rows, observed }: ObservedRefunds, id: string | null): RefundEntity | undefined =>
  [...rows.values()].find(
    (row) =>
      row.origin === 'chargeback' &&
      row.serviceRefundId === id &&
      (id !== null || row.serviceOrderId === observed.serviceOrderId),
  );

/** The amount of a stored chargeback that the bank has not given back, minor units. */
const standingOf = (row: RefundEntity | undefined): number => (row?.state === 'settled' ? row.amount : 0);

/** The stored rows for money that went back and that no transaction shows. */
const unexplainedOf = ({ observed, rows }: ObservedRefunds): RefundEntity[] =>
  [...rows.values()].filter(
    (row) =>
      row.origin === 'elsewhere' &&
      row.serviceRefundId === null &&
      row.state === 'accepted' &&
      row.serviceOrderId === observed.serviceOrderId,
  );

/**
 * Its id at the service, unless another row has it: of another order, seen with the account of before, or of a chargeback and
 * a refund. A second one would fail with its order, and for good.
 */
async function freeName(tx: EntityManager, group: string, made: Making): Promise<string | null> {
  const { origin, serviceRefundId } = made;
  if (serviceRefundId === null) return null;
  const taken = [
    { group, tag: serviceRefundId },
    { group, key: `${origin}:${serviceRefundId}` },
  ];
  return (await tx.existsBy(RefundEntity, taken)) ? null : serviceRefundId;
}

/** A mark that was copied by hand, or whose refund left twice, is that of one row: a second one would fail with its order. */
const freeTag = async (tx: EntityManager, group: string, tag: string | null | undefined): Promise<string | null> =>
  tag !== undefined && tag !== null && !(await tx.existsBy(RefundEntity, { group, tag })) ? tag : null;
