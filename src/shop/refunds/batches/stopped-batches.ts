import { Inject, Injectable, Logger } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { lockRow, type Transactions } from '../../../database/engine/index.js';
import type { Clock } from '../../../support/index.js';
import { CLOCK, ErrorRedactor, messages, TerminalGroups, ThrottledLogger, TRANSACTIONS } from '../../core/index.js';
import { Ledger } from '../../orders/index.js';
import { RefundBatchEntity, RefundEntity, RefundStateService, type RefundChanges } from '../../refund-records/index.js';

/** Refunds that are read at a time. */
const CHUNK = 200;
const STOPPED = 'its batch was stopped';

/** Cancels what a stopped batch has not sent, one refund at a time, each together with the handlers of its order. */
@Injectable()
export class StoppedBatches {
  /** Thousands may fail for one reason. */
  private readonly failed = new ThrottledLogger(new Logger('Tillbridge:Refunds'));

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly ledger: Ledger,
    private readonly states: RefundStateService,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Cancels the refunds that wait, of one stopped batch or of all. They are never sent, and would hold the money of their
   * orders where a process ended meanwhile. One that cannot be cancelled, because a handler fails, keeps none of the others.
   *
   * @param batch - its id, and why it was stopped; default: all stopped batches
   */
  async cancelLeft(batch?: { readonly id: string; readonly why: string }): Promise<void> {
    for (let after = ''; ;) {
      const place = after;
      const rows = await this.transactions.read((em) => this.leftBeyond(em, place, batch?.id));
      for (const row of rows) await this.cancel(row, batch?.why ?? STOPPED);
      const last = rows.at(-1);
      if (!last || rows.length < CHUNK) return;
      after = last.id;
    }
  }

  private async cancel({ id, group, orderId }: RefundEntity, text: string): Promise<void> {
    try {
      const { refunds: rules } = await this.groups.resolve(group);
      await this.ledger.applyRefundChanges({ group, orderId, source: 'person' }, async (tx): Promise<RefundChanges> => {
        const row = await lockRow(tx, RefundEntity, { id });
        // Another process cancels them, too.
        if (row?.state !== 'queued') return { changes: [] };
        const evidence = { kind: 'decision', outcome: 'cancelled', startedAt: this.clock.now(), text } as const;
        return this.states.apply(tx, row, { event: { type: 'cancelled' }, evidence, rules });
      });
    } catch (error) {
      const why = this.texts.of(error);
      this.failed.error(messages.refundNotCancelled(id, orderId, group, why), `${group} cancels: ${why}`);
    }
  }

  private leftBeyond(em: EntityManager, id: string, batchId: string | undefined): Promise<RefundEntity[]> {
    const query = em.createQueryBuilder(RefundEntity, 'refund');
    const stopped = query.subQuery().select('batch.id').from(RefundBatchEntity, 'batch');
    stopped.where(`batch.state = 'stopped'`);
    const which = batchId === undefined ? { group: In(this.groups.all.map(({ name }) => name)) } : { batchId };
    return query
      .where({ state: 'queued', held: 1, ...which })
      .andWhere(`refund.batchId IN ${stopped.getQuery()}`)
      .andWhere('refund.id > :id', { id })
      .orderBy('refund.id', 'ASC')
      .limit(CHUNK)
      .getMany();
  }
}
