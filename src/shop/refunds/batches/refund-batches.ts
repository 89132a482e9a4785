import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow, readPage, type Transactions } from '../../../database/engine/index.js';
import type { Fault } from '../../../protocol/index.js';
import { isName, pageSize, type Clock, type Page, type PageOptions } from '../../../support/index.js';
import { Decisions, type DecisionKind, type OperatorDecision, type RecordedDecision } from '../../decisions/index.js';
import { whereNamed } from '../refunds.repository.js';
import { checkedOptions, TerminalGroups, type TerminalGroup, CLOCK, TRANSACTIONS } from '../../core/index.js';
import { WorkerRegistry } from '../../workers/index.js';
import { RefundBatchValidator } from './refund-batch-validator.js';
import { RefundBatchWriter } from './refund-batch-writer.js';
import { RefundBatchPresenter, type ValidRows } from './refund-batch-presenter.js';
import { StoppedBatches } from './stopped-batches.js';
import type {
  RefundBatch,
  RefundBatchContents,
  RefundBatchInput,
  RefundBatchPreview,
  RefundBatchRow,
} from './refund-batch.types.js';
import {
  REFUND_KEY_WIDTH,
  RefundBatchEntity,
  type RefundBatchState,
  RefundEntity,
} from '../../refund-records/index.js';
import { MOST_ROWS, readRefundCsv, type NamedRow } from './refund-csv.js';
import { batchInvalid, batchNotMovable, batchUnknown, inRowOrder } from './refund-batch.errors.js';

/** Batches of one page: the refunds of each are counted. */
const MOST_LISTED = 200;

/** Which batches to list, and in which sequence. */
export interface RefundBatchFilter extends PageOptions {
  readonly group?: string;
  /** By the time of the request: default `oldest-first`. */
  readonly order?: 'oldest-first' | 'newest-first';
  /** 1 to 200; default 50. */
  readonly limit?: number;
}

/** A change of a batch by hand. */
interface Move {
  readonly to: 'paused' | 'running' | 'stopped';
  readonly from: readonly RefundBatchState[];
  readonly decision: DecisionKind;
  /** Whether its refunds keep their places without being sent. */
  readonly isHeld: 0 | 1;
}

const PAUSE: Move = { to: 'paused', from: ['running', 'paused'], decision: 'paused', isHeld: 1 };
const RESUME: Move = { to: 'running', from: ['running', 'paused'], decision: 'resumed', isHeld: 0 };
const STOP: Move = {
  to: 'stopped',
  from: ['queueing', 'running', 'paused', 'stopped'],
  decision: 'stopped',
  isHeld: 1,
};

/**
 * Refunds that are requested together, from code or from a CSV file (design §8). A batch is checked as a whole before
 * anything is written, sent only when all its refunds are stored, and may safely be submitted again.
 *
 * @example
 * ```ts
 * async function payBack(batches: RefundBatches, csv: string): Promise<string> {
 *   const batch = await batches.submit({ group: 'web', key: 'returns-2026-11.csv', csv, by: 'ann' });
 *   return `${batch.size} refunds, the last one at ${new Date(batch.estimatedEnd ?? 0).toISOString()}`;
 * }
 * ```
 */
@Injectable()
export class RefundBatches {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly validator: RefundBatchValidator,
    private readonly queue: RefundBatchWriter,
    private readonly stopped: StoppedBatches,
    private readonly workers: WorkerRegistry,
    private readonly views: RefundBatchPresenter,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Shows what a batch would do, or everything that is wrong with it; writes nothing.
   *
   * @throws PaymentError `REFUND_BATCH_INVALID` listing every bad row with its line, `GROUP_UNKNOWN`
   */
  async validate(given: RefundBatchContents & { readonly group: string }): Promise<RefundBatchPreview> {
    const input = { ...given };
    const group = await this.groups.resolve(input.group);
    return this.views.preview(group, await this.validated(group, input));
  }

  /**
   * Stores all refunds of a batch, and releases them when all are stored. A process that ends before that has sent nothing:
   * submit the same batch again. The same key with the same rows is the same batch, in any state.
   *
   * @throws PaymentError `REFUND_BATCH_INVALID` (every bad row listed; nothing was written), `REFUND_BATCH_CONFLICT`,
   *   `GROUP_UNKNOWN`
   */
  async submit(given: RefundBatchInput): Promise<RefundBatch> {
    const input = { ...given };
    const group = await this.groups.resolve(input.group);
    const faults = [...(isKey(input.key) ? [] : [KEY_FAULT]), ...namelessFaults(input)];
    if (faults.length > 0) throw batchInvalid(group.name, faults);
    const { rows } = await this.validated(group, input);
    const { id } = await this.queue.put(group, input, rows);
    return this.find(id);
  }

  /** One batch by its id, or by its group and key. @throws PaymentError `REFUND_BATCH_UNKNOWN` */
  async find(name: string | { readonly group: string; readonly key: string }): Promise<RefundBatch> {
    return this.views.of(await this.row(name));
  }

  /** One page of batches. */
  async list(filter?: RefundBatchFilter): Promise<Page<RefundBatch>> {
    const { group, order, limit, ...part } = checkedOptions(filter, 'filter');
    const where = group === undefined ? {} : { group: (await this.groups.resolve(group)).name };
    const list = { entity: RefundBatchEntity, where, key: ['id'], isRising: order !== 'newest-first' } as const;
    const options = { ...part, limit: pageSize(limit, MOST_LISTED) };
    const page = await this.transactions.run((tx) => readPage(tx, list, options));
    return { ...page, items: await this.views.ofAll(page.items) };
  }

  /** The decisions of people about a batch, oldest first. @throws PaymentError `REFUND_BATCH_UNKNOWN` */
  async decided(id: string): Promise<RecordedDecision[]> {
    const { group, key } = await this.row(id);
    return this.transactions.run((tx) => this.decisions.about(tx, { group, orderId: key, subjectId: id }));
  }

  /** Sends nothing more of a batch until {@link resume}; its refunds keep their places. @throws PaymentError `REFUND_BATCH_UNKNOWN`, `REFUND_BATCH_STATE` */
  pause(id: string, given: OperatorDecision): Promise<RefundBatch> {
    return this.move(id, PAUSE, given);
  }

  /** Continues a paused batch. @throws PaymentError `REFUND_BATCH_UNKNOWN`, `REFUND_BATCH_STATE` */
  async resume(id: string, given: OperatorDecision): Promise<RefundBatch> {
    const batch = await this.move(id, RESUME, given);
    this.workers.wake('refund-sending');
    return batch;
  }

  /**
   * Cancels the refunds of a batch that were not sent; sent ones are completed. This is permanent: cancelled refunds must be
   * requested again under other keys. One whose handler inside the transaction fails waits, is never sent, and is cancelled
   * within ten minutes.
   *
   * @throws PaymentError `REFUND_BATCH_UNKNOWN`
   */
  async stop(id: string, given: OperatorDecision): Promise<RefundBatch> {
    await this.move(id, STOP, given);
    await this.stopped.cancelLeft({ id, why: given.why });
    return this.find(id);
  }

  /** @throws PaymentError `REFUND_BATCH_INVALID` */
  private async validated(group: TerminalGroup, contents: RefundBatchContents): Promise<ValidRows> {
    const { rows, faults: unread } =
      'csv' in contents ? await readRefundCsv(contents.csv) : { rows: named(contents.rows), faults: [] };
    if (rows.length > MOST_ROWS || (rows.length === 0 && unread.length === 0))
      throw batchInvalid(group.name, [{ path: '', message: `must have 1 to ${MOST_ROWS} refunds` }]);
    const verdict = await this.validator.validate(group, rows);
    const faults = inRowOrder([...unread, ...verdict.faults]);
    if (faults.length > 0) throw batchInvalid(group.name, faults);
    return { ...verdict, rows };
  }

  private async move(id: string, move: Move, given: OperatorDecision): Promise<RefundBatch> {
    const moved = await this.transactions.run(async (tx) => {
      const row = isName(id) ? await lockRow(tx, RefundBatchEntity, { id }) : null;
      if (!row) throw batchUnknown(id);
      if (!move.from.includes(row.state)) throw batchNotMovable(row);
      if (row.state === move.to) return row;
      const change = { state: move.to, updatedAt: this.clock.now() };
      await tx.update(RefundBatchEntity, { id }, change);
      await tx.update(RefundEntity, { batchId: id }, { held: move.isHeld });
      await this.record(tx, row, { decision: move.decision, given });
      return Object.assign(new RefundBatchEntity(), row, change);
    });
    return this.views.of(moved);
  }

  private record(
    tx: EntityManager,
    { group, id, key }: RefundBatchEntity,
    { decision, given }: { readonly decision: DecisionKind; readonly given: OperatorDecision },
  ): Promise<void> {
    // A batch has many orders: its decisions are stored under its key.
    return this.decisions.record(tx, given, [{ group, orderId: key, about: 'batch', subjectId: id, decision }]);
  }

  private async row(name: string | { readonly group: string; readonly key: string }): Promise<RefundBatchEntity> {
    const where = whereNamed(name);
    const row = where && (await this.transactions.run((tx) => tx.findOneBy(RefundBatchEntity, where)));
    if (!row) throw batchUnknown(typeof name === 'string' ? name : name?.key);
    return row;
  }
}

const KEY_FAULT = { path: 'key', message: `must be text of 1 to ${REFUND_KEY_WIDTH} characters` };

const isKey = (key: unknown): key is string => isName(key, REFUND_KEY_WIDTH) && key !== '';

/** The name of the person may be left out. */
const namelessFaults = (input: RefundBatchInput): Fault[] =>
  (['by', 'why'] as const)
    .filter((path) => input[path] !== undefined && typeof input[path] !== 'string')
    .map((path) => ({ path, message: 'must be text' }));

/** A value that is not a list has no refunds. */
const named = (rows: readonly RefundBatchRow[]): NamedRow[] =>
  Array.isArray(rows) ? rows.map((row: RefundBatchRow, index) => ({ name: `rows[${index}]`, row })) : [];
