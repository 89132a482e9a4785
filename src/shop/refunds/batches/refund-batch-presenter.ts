import { Inject, Injectable } from '@nestjs/common';
import type { Transactions } from '../../../database/engine/index.js';
import { Money } from '../../../protocol/index.js';
import { type TerminalGroup, TerminalGroups, TRANSACTIONS } from '../../core/index.js';
import { planLaneInSteps } from '../sending/lane-plan.js';
import { RefundLanesService } from '../sending/refund-lanes.service.js';
import type { RefundBatch, RefundBatchPreview, RefundBatchTotal } from './refund-batch.types.js';
import type { BatchVerdict } from './refund-batch-validator.js';
import type { NamedRow } from './refund-csv.js';
import { type RefundBatchEntity, type RefundState, RefundEntity } from '../../refund-records/index.js';
import { RefundSender } from '../sending/refund-sender.js';

/** Rows without a fault, and what is on record of them. */
export interface ValidRows extends Pick<BatchVerdict, 'known' | 'alike'> {
  readonly rows: readonly NamedRow[];
}

/** Counted by the database: some databases return sums and counts as text. */
interface Tally {
  readonly batchId: string;
  readonly state: RefundState;
  readonly currency: string;
  readonly refunds: number | string;
  readonly amount: number | string;
}

/** Shows batches: their progress, and when they end. */
@Injectable()
export class RefundBatchPresenter {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly lanes: RefundLanesService,
    private readonly sender: RefundSender,
  ) {}

  /** The result that rows would have. */
  async preview(group: TerminalGroup, { rows, known, alike }: ValidRows): Promise<RefundBatchPreview> {
    const queued = rows.map(({ row }, index) => ({
      id: String(index).padStart(6, '0'),
      orderId: row.orderId,
      amount: row.amount.amount,
      currency: row.amount.currency,
      batchId: 'preview',
      notBefore: 0,
    }));
    const roundTripMs = this.sender.roundTripMs(group.name);
    const snapshot = { now: 0, nextSlotAt: 0, scope: 'order' as const, roundTripMs };
    const { plannedAt } = await planLaneInSteps({ queued, earlier: [] }, group.refunds, snapshot);
    return {
      refunds: rows.length,
      totals: totalsOfRows(rows),
      known: totalsOfRows(known),
      alike,
      durationMs: Math.max(0, ...[...plannedAt.values()].slice(-1)),
    };
  }

  /** The present state of a batch. */
  async of(batch: RefundBatchEntity): Promise<RefundBatch> {
    return this.view(batch, await this.tally([batch.id]));
  }

  /** The present state of several batches. */
  async ofAll(batches: readonly RefundBatchEntity[]): Promise<RefundBatch[]> {
    const tallies = await this.tally(batches.map(({ id }) => id));
    const ofOne = ({ id }: RefundBatchEntity): Tally[] => tallies.filter(({ batchId }) => batchId === id);
    return Promise.all(batches.map((batch) => this.view(batch, ofOne(batch))));
  }

  private async view(batch: RefundBatchEntity, tallies: readonly Tally[]): Promise<RefundBatch> {
    const counts: Partial<Record<RefundState, number>> = {};
    for (const { state, refunds } of tallies) counts[state] = (counts[state] ?? 0) + Number(refunds);
    const { id, group, key, state, size, askedBy, createdAt } = batch;
    const estimatedEnd = state === 'running' && counts.queued ? await this.endOf(batch) : null;
    const refused = batch.refused ?? [];
    const own = Object.values(counts).reduce((sum, count) => sum + count, 0);
    // Before all are stored, and after a stop meanwhile, others are missing as well.
    const known = state === 'running' || state === 'paused' ? Math.max(0, size - own - refused.length) : 0;
    return {
      id,
      group,
      key,
      state,
      size,
      askedBy,
      counts,
      totals: totalsOf(tallies),
      refused,
      known,
      estimatedEnd,
      createdAt,
    };
  }

  private async tally(ids: readonly string[]): Promise<Tally[]> {
    if (ids.length === 0) return [];
    return this.transactions.run((tx) =>
      tx
        .createQueryBuilder(RefundEntity, 'refund')
        .select('refund.batchId', 'batchId')
        .addSelect('refund.state', 'state')
        .addSelect('refund.currency', 'currency')
        .addSelect('COUNT(*)', 'refunds')
        .addSelect('SUM(refund.amount)', 'amount')
        .where('refund.batchId IN (:...ids)', { ids })
        .groupBy('refund.batchId')
        .addGroupBy('refund.state')
        .addGroupBy('refund.currency')
        .getRawMany<Tally>(),
    );
  }

  private async endOf({ id, group }: RefundBatchEntity): Promise<number | null> {
    if (!this.groups.find(group)) return null;
    return (await this.lanes.batchEnds(group)).get(id) ?? null;
  }
}

const totalsOfRows = (rows: readonly NamedRow[]): RefundBatchTotal[] =>
  totalsOf(rows.map(({ row: { amount } }) => ({ refunds: 1, amount: amount.amount, currency: amount.currency })));

function totalsOf(tallies: readonly Pick<Tally, 'currency' | 'refunds' | 'amount'>[]): RefundBatchTotal[] {
  const sums = new Map<string, { refunds: number; amount: number }>();
  for (const { currency, refunds, amount } of tallies) {
    const sum = sums.get(currency) ?? { refunds: 0, amount: 0 };
    sums.set(currency, { refunds: sum.refunds + Number(refunds), amount: sum.amount + Number(amount) });
  }
  return [...sums].map(([currency, { refunds, amount }]) => ({ refunds, amount: Money.ofMinor(amount, currency) }));
}
