import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { insertOrIgnore, lockRow, type Transactions } from '../../../database/engine/index.js';
import { isPaymentError } from '../../../protocol/index.js';
import { compareText, createId, storableText, type Clock } from '../../../support/index.js';
import { DECISION_WIDTH, Decisions, type DecisionSubject } from '../../decisions/index.js';
import { type TerminalGroup, messages, CLOCK, TRANSACTIONS } from '../../core/index.js';
import { WorkerRegistry } from '../../workers/index.js';
import { batchConflict } from './refund-batch.errors.js';
import type { RefundBatchInput } from './refund-batch.types.js';
import type { NamedRow } from './refund-csv.js';
import { RefundRequestService, type ResolvedRefundRequest } from '../refund-request.service.js';
import { RefundBatchEntity, RefundEntity, type RefusedRow } from '../../refund-records/index.js';

/** Rows written in one transaction: their orders are locked meanwhile. */
const CHUNK = 25;

/** Stores the refunds of a batch: all of them before the first is sent. An interrupted call is continued by the next one. */
@Injectable()
export class RefundBatchWriter {
  private readonly logger = new Logger('Tillbridge:Refunds');

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly requestService: RefundRequestService,
    private readonly workers: WorkerRegistry,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws PaymentError `REFUND_BATCH_CONFLICT` */
  async put(group: TerminalGroup, input: RefundBatchInput, rows: readonly NamedRow[]): Promise<RefundBatchEntity> {
    const batch = await this.open(group, input, rows);
    if (batch.state === 'queueing') await this.queue(group, batch, { rows, input });
    return batch;
  }

  private async open(
    { name: group }: TerminalGroup,
    input: RefundBatchInput,
    rows: readonly NamedRow[],
  ): Promise<RefundBatchEntity> {
    const { key, by, why } = input;
    const now = this.clock.now();
    const fingerprint = fingerprintOf(rows);
    const fresh = Object.assign(new RefundBatchEntity(), {
      id: createId(this.clock),
      group,
      key,
      fingerprint,
      state: 'queueing' as const,
      size: rows.length,
      refused: null,
      askedBy: askedBy(input),
      createdAt: now,
      updatedAt: now,
    });
    return this.transactions.run(async (tx) => {
      await insertOrIgnore(tx, RefundBatchEntity, [fresh], ['group', 'key']);
      const row = await lockRow(tx, RefundBatchEntity, { group, key });
      if (row?.fingerprint !== fingerprint) throw batchConflict(group, key);
      const isNew = row.id === fresh.id;
      if (isNew && by !== undefined && why !== undefined)
        await this.decisions.record(tx, { by, why }, [requested(row)]);
      return row;
    });
  }

  /**
   * Stores the refunds as held, and releases them when all are stored. In the sequence of their orders, so that locks never
   * cross.
   */
  private async queue(
    group: TerminalGroup,
    batch: RefundBatchEntity,
    { rows, input }: { readonly rows: readonly NamedRow[]; readonly input: RefundBatchInput },
  ): Promise<void> {
    const common = { group, by: askedBy(input), cart: null, batchId: batch.id, isHeld: true };
    const sorted = rows.map(({ row }): ResolvedRefundRequest => ({ ...row, ...common })).sort(byOrder);
    const refused: RefusedRow[] = [];
    for (let start = 0; start < sorted.length; start += CHUNK) {
      const taken = await this.takeAll(sorted.slice(start, start + CHUNK));
      // The batch has been stopped.
      if (taken === null) return;
      refused.push(...taken);
      await input.onProgress?.(Math.min(start + CHUNK, sorted.length), sorted.length);
    }
    await this.transactions.run(async (tx) => {
      const change = { state: 'running' as const, refused: refused.length > 0 ? refused : null };
      const mine = { id: batch.id, state: 'queueing' as const };
      const { affected } = await tx.update(RefundBatchEntity, mine, { ...change, updatedAt: this.clock.now() });
      if (affected !== 0) await tx.update(RefundEntity, { batchId: batch.id }, { held: 0 });
    });
    this.logger.log(messages.batchQueued(batch.id, batch.group, rows.length - refused.length, refused.length));
    this.workers.wake('refund-sending');
  }

  /** Stores them together; one by one if one has become impossible meanwhile. Null when the batch must not be queued any more. */
  private async takeAll(requests: readonly ResolvedRefundRequest[]): Promise<RefusedRow[] | null> {
    try {
      return (await this.transactions.run((tx) => this.take(tx, requests))) ? [] : null;
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      const [only] = requests;
      if (requests.length === 1 && only) return [{ key: only.key, orderId: only.orderId, code: error.code }];
      const refused: RefusedRow[] = [];
      for (const request of requests) {
        const taken = await this.takeAll([request]);
        if (taken === null) return null;
        refused.push(...taken);
      }
      return refused;
    }
  }

  /** @returns false, and writes nothing, when the batch has been stopped: a stop waits for this transaction */
  private async take(tx: EntityManager, requests: readonly ResolvedRefundRequest[]): Promise<boolean> {
    const batch = await lockRow(tx, RefundBatchEntity, { id: requests[0]?.batchId ?? '' });
    if (batch?.state !== 'queueing') return false;
    for (const request of requests) await this.requestService.take(tx, request);
    return true;
  }
}

/** A batch has many orders: its decisions are stored under its key. */
const requested = ({ group, id, key }: RefundBatchEntity): DecisionSubject => ({
  group,
  orderId: key,
  about: 'batch',
  subjectId: id,
  decision: 'requested',
});

const byOrder = (a: ResolvedRefundRequest, b: ResolvedRefundRequest): number => compareText(a.orderId, b.orderId);

/** Of the requested refunds, for any form of the file and any sequence of its rows. */
function fingerprintOf(rows: readonly NamedRow[]): string {
  const lines = rows.map(({ row: { orderId, amount, reason, key } }) =>
    JSON.stringify([key, orderId, amount.amount, amount.currency, reason]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/** As much of a name as fits: the batch and each of its refunds show who requested it. */
const askedBy = ({ by }: RefundBatchInput): string | null =>
  by === undefined ? null : storableText(by, DECISION_WIDTH.by);
