import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../../database/engine/index.js';
import { isPaymentError } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { Ledger, OrderReader, OTHER_MODE } from '../../orders/index.js';
import {
  TerminalGroups,
  type TerminalGroup,
  messages,
  CLOCK,
  TRANSACTIONS,
  ErrorRedactor,
  ThrottledLogger,
  KEYLESS_MS,
} from '../../core/index.js';
import { StoppedBatches } from '../batches/stopped-batches.js';
import { LeasedRows, type RowHandler } from '../../workers/index.js';
import {
  RefundStateService,
  type RefundInstruction,
  addMissingWatches,
  RefundWatchEntity,
  RefundEntity,
} from '../../refund-records/index.js';

/** The least gap between two reads of one refund, also when a read changed nothing. */
const LEAST_GAP_MS = 5_000;
/** How often refunds in doubt without a watch are searched for, in milliseconds. */
const SEEK_MS = 600_000;
/** The order was not passed to the records of refunds, for example because it has another mode. */
const NOT_SHOWN = 'ORDER_NOT_SHOWN';

/** Reads refunds whose worker has died, and those unknown, or not settled; {@link RefundObserver} gets the answers. */
@Injectable()
export class RefundStatusWorker implements RowHandler<RefundWatchEntity> {
  private readonly logger = new Logger('Tillbridge:Refunds');
  /** For failures that are tried again: thousands may fail for one reason. */
  private readonly retried = new ThrottledLogger(this.logger);
  readonly rows: LeasedRows<RefundWatchEntity>;
  private soughtAt = -Infinity;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly reader: OrderReader,
    private readonly ledger: Ledger,
    private readonly states: RefundStateService,
    private readonly texts: ErrorRedactor,
    private readonly stopped: StoppedBatches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rows = new LeasedRows(transactions, clock, {
      entity: RefundWatchEntity,
      beforeClaim: () => this.seek(),
    });
  }

  /** Reads one refund. {@link RefundStateService} stores the result, and when the next read is due. */
  async perform(row: RefundWatchEntity): Promise<void> {
    const refund = await this.transactions.run((tx) => tx.findOneBy(RefundEntity, { id: row.id }));
    if (!refund) return this.end(row, null);
    const waitMs = await this.groups.rowsWaitMs(refund.group);
    const group = this.groups.find(refund.group);
    if (!group) {
      this.retried.warn(messages.refundGroupGone(refund.id, refund.group), `${refund.group} is gone`);
      return this.end(row, this.clock.now() + waitMs);
    }
    if (refund.state === 'sending') await this.markLost(group, refund);
    else if (refund.nextReadAt !== null) {
      // Reads that cannot leave must not use up the time after which a person decides.
      if (!this.groups.hasKey(group)) return this.end(row, this.clock.now() + KEYLESS_MS);
      await this.read(group, refund);
    }
    await this.endAsPlanned(row);
  }

  /** Searches for refunds that nothing else would come back to: at the start, and every ten minutes. */
  private async seek(): Promise<void> {
    const now = this.clock.now();
    // Also after a clock was put back.
    if (Math.abs(now - this.soughtAt) < SEEK_MS) return;
    const groups = this.groups.all.map(({ name }) => name);
    const found = await this.transactions.run((tx) => addMissingWatches(tx, { groups, now }));
    for (const id of found) this.logger.warn(messages.refundUnwatched(id));
    await this.stopped.cancelLeft();
    this.soughtAt = now;
  }

  private async markLost({ refunds: rules }: TerminalGroup, refund: RefundEntity): Promise<void> {
    if (this.clock.now() < this.states.lostAt(refund)) return;
    await this.applyEvent(refund, 'refund', { event: { type: 'lost' }, rules });
  }

  private async read(group: TerminalGroup, refund: RefundEntity): Promise<void> {
    const startedAt = this.clock.now();
    try {
      const { kind, reason } = await this.reader.read(refund, { source: 'refund-read', priority: 'refund' });
      const isShown = kind !== 'unknown-order' && reason !== OTHER_MODE;
      if (!isShown) await this.failed(group, refund, { startedAt, code: NOT_SHOWN });
    } catch (error) {
      const text = this.texts.of(error);
      this.retried.warn(messages.refundUnread(refund.id, refund.orderId, text), `${group.name}: ${text}`);
      await this.failed(group, refund, { startedAt, code: isPaymentError(error) ? error.code : 'UNEXPECTED' });
    }
  }

  private failed(
    { refunds: rules }: TerminalGroup,
    refund: RefundEntity,
    { startedAt, code }: { startedAt: number; code: string },
  ): Promise<void> {
    const evidence = { kind: 'read' as const, outcome: 'failed', code, startedAt };
    const event = { type: 'read' as const, startedAt, evidence: { kind: 'failed' as const, code } };
    return this.applyEvent(refund, 'refund-read', { event, evidence, rules });
  }

  private async applyEvent(
    { id, group, orderId }: RefundEntity,
    source: 'refund' | 'refund-read',
    instruction: RefundInstruction,
  ): Promise<void> {
    await this.ledger.applyRefundChanges({ group, orderId, source }, async (tx) => {
      const fresh = await tx.findOneByOrFail(RefundEntity, { id });
      return this.states.apply(tx, fresh, instruction);
    });
  }

  /** If the read changed nothing, the time of the next read is set here. */
  private async endAsPlanned(row: RefundWatchEntity): Promise<void> {
    await this.transactions.run(async (tx) => {
      const refund = await tx.findOneBy(RefundEntity, { id: row.id });
      const next = refund?.state === 'sending' ? this.states.lostAt(refund) : (refund?.nextReadAt ?? null);
      await this.write(tx, row, next === null ? null : Math.max(next, this.clock.now() + LEAST_GAP_MS));
    });
  }

  private async end(row: RefundWatchEntity, dueAt: number | null): Promise<void> {
    await this.transactions.run((tx) => this.write(tx, row, dueAt));
  }

  /** Nothing is written after the end of the lease: it also ends whenever the refund changes. */
  private async write(tx: EntityManager, row: RefundWatchEntity, dueAt: number | null): Promise<void> {
    const over = { attempts: 0, lastError: null };
    await this.rows.end(tx, row, dueAt === null ? { ...over, state: 'done' } : { ...over, dueAt });
  }
}
