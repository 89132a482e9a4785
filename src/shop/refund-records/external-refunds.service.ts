import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId, type Clock } from '../../support/index.js';
import type { ObservedOrder } from './observed-order.js';
import type { RefundChange, RefundChanges } from './refund-changes.js';
import { TerminalGroups, messages, CLOCK } from '../core/index.js';
import { chargebacksIn } from './chargebacks.js';
import { changeOf, RefundStateService } from './refund-state.service.js';
import { findElsewhere, type ElsewhereRefund } from './refund-elsewhere.js';
import { NEW_REFUND } from './refund-protocol.types.js';
import { RefundEntity } from './refund.entity.js';
import type { RefundLook } from './related-refunds.js';

/** A look, and what is known of the refunds of its order. */
export interface ElsewherePage {
  readonly look: ObservedOrder;
  /** Every refund of the order, by id; what is written is put here too. */
  readonly rows: Map<string, RefundEntity>;
  readonly page: RefundLook;
}

/** What is to be written of one return of money that is not ours. */
type Making = { readonly amount: number; readonly currency: string; readonly origin: 'elsewhere' | 'chargeback' } & (
  | { readonly serviceRefundId: string; readonly state: 'accepted' | 'settled' }
  | { readonly serviceRefundId: null; readonly state: 'accepted' }
);

/**
 * Writes down refunds that somebody made by other means, once each, so that they count against what is left and the
 * shop's books follow (scenario R3).
 */
@Injectable()
export class ExternalRefundsService {
  private readonly logger = new Logger('Tillbridge:Refunds');

  constructor(
    private readonly groups: TerminalGroups,
    private readonly book: RefundStateService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes down what a look tells; ours have been recognised before. @returns what handlers are to be told */
  async observe(tx: EntityManager, sheet: ElsewherePage): Promise<RefundChanges> {
    const { look, rows, page } = sheet;
    const untold = untoldOf(sheet);
    const recorded = untold.reduce((sum, { amount }) => sum + amount, 0);
    const { refunds, grown, untold: left } = findElsewhere(page, recorded);
    await this.followBank(tx, sheet);
    const told: RefundChanges[] = [];
    for (const refund of refunds) told.push(await this.followOne(tx, sheet, refund));
    // A sum says nothing of when it was true: only what is newest counts.
    if (!look.isStale) {
      if (left < recorded) await this.shrink(tx, { from: untold, rows, by: recorded - left });
      if (grown > 0) told.push({ changes: [await this.untell(tx, sheet, grown)] });
    }
    const attention = told.findLast((each) => each.attention !== undefined)?.attention;
    return { changes: told.flatMap(({ changes }) => changes), attention };
  }

  private async followOne(tx: EntityManager, sheet: ElsewherePage, refund: ElsewhereRefund): Promise<RefundChanges> {
    const { serviceRefundId, status, amount, alreadyTold } = refund;
    if (!refund.isNew) return this.turn(tx, sheet, refund);
    const state = status === 'completed' ? ('settled' as const) : ('accepted' as const);
    const currency = refund.currency ?? currencyOf(sheet);
    const row = await this.add(tx, sheet, { origin: 'elsewhere', serviceRefundId, state, amount, currency });
    const news = amount - alreadyTold;
    return { changes: news > 0 ? [{ ...changeOf(row, 'elsewhere'), amount: news }] : [] };
  }

  /** One that is on record goes its way: paid out, declined, called off. */
  private async turn(
    tx: EntityManager,
    { look, rows }: ElsewherePage,
    refund: ElsewhereRefund,
  ): Promise<RefundChanges> {
    const { serviceRefundId, status } = refund;
    const row = [...rows.values()].find(
      (each) => each.origin === 'elsewhere' && each.serviceRefundId === serviceRefundId,
    );
    if (!row) return { changes: [] };
    const event = { type: 'reported' as const, status, serviceRefundId, at: this.clock.now() };
    const { refunds: rules } = this.groups.get(look.row.group);
    const outcome = await this.book.apply(tx, row, { event, rules });
    if (outcome.kind === 'done') rows.set(row.id, outcome.row);
    return outcome;
  }

  private async untell(tx: EntityManager, sheet: ElsewherePage, amount: number): Promise<RefundChange> {
    const currency = currencyOf(sheet);
    const making = { origin: 'elsewhere', serviceRefundId: null, state: 'accepted', amount, currency } as const;
    const row = await this.add(tx, sheet, making);
    return changeOf(row, 'elsewhere');
  }

  private async add(tx: EntityManager, { look, rows }: ElsewherePage, made: Making): Promise<RefundEntity> {
    const now = this.clock.now();
    const id = createId(this.clock);
    const { group, orderId } = look.row;
    const row = Object.assign(new RefundEntity(), {
      ...NEW_REFUND,
      ...made,
      id,
      group,
      orderId,
      serviceOrderId: look.serviceOrderId,
      key: `${made.origin}:${made.serviceRefundId ?? id}`,
      tag: made.serviceRefundId ?? id,
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
    if (made.origin === 'elsewhere') this.logger.log(messages.refundedElsewhere(row));
    return row;
  }

  /** What the bank took back, and what it gave back since. Handlers are told by the order's own events. */
  private async followBank(tx: EntityManager, sheet: ElsewherePage): Promise<void> {
    const { rows } = sheet;
    for (const { id, standing, currency } of chargebacksIn(sheet.look.order)) {
      const known = [...rows.values()].find((row) => row.origin === 'chargeback' && row.serviceRefundId === id);
      const money = { amount: standing, currency: currency ?? currencyOf(sheet) };
      if (!known && standing > 0)
        await this.add(tx, sheet, { origin: 'chargeback', serviceRefundId: id, state: 'settled', ...money });
      else if (known?.state === 'settled' && standing < known.amount)
        await this.shrink(tx, { from: [known], rows, by: known.amount - standing });
    }
  }

  /** What had no name has got one, or was called off. The newest goes first. */
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
      const written = { ...change, fence: row.fence + 1, updatedAt: this.clock.now() };
      await tx.update(RefundEntity, { id: row.id, fence: row.fence }, written);
      rows.set(row.id, Object.assign(new RefundEntity(), row, written));
    }
  }
}

const currencyOf = ({ look }: ElsewherePage): string => look.order.currency ?? look.row.currency;

/** What is on record of money that went back and that no transaction told of. */
const untoldOf = ({ look, rows }: ElsewherePage): RefundEntity[] =>
  [...rows.values()].filter(
    (row) =>
      row.origin === 'elsewhere' &&
      row.serviceRefundId === null &&
      row.state === 'accepted' &&
      row.serviceOrderId === look.serviceOrderId,
  );
