import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { isPaymentError } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { PaymentsClient } from '../client/index.js';
import { Ledger, type ObserveOutcome } from '../orders/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { afterFailure, FailureTexts, isSpent, isSuspect, LeasedRows, type Work } from '../workers/index.js';
import { PollEntity } from './poll.entity.js';

/** Longer than the longest call that waits for its turn in the budget. */
const LEASE_MS = 60_000;
const NOT_FOUND = 404;
const ASK_AGAIN_MS = 1_000;
/** Kept with the row meanwhile: it was worked on, so it has not killed anybody. */
const ASKED_IN_VAIN = 'the order changed while the service was asked about it';

/** Looks at the orders whose look is due: one get-order each, through the same funnel as everything else. */
@Injectable()
export class PollWorker implements Work<PollEntity> {
  readonly leaseMs = LEASE_MS;
  private readonly logger = new Logger('Tillbridge:Polling');
  private readonly rows: LeasedRows<PollEntity>;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly ledger: Ledger,
    private readonly client: PaymentsClient,
    private readonly groups: TerminalGroups,
    private readonly texts: FailureTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: PollEntity, leaseMs: LEASE_MS });
  }

  /** Takes looks that are due. */
  claim(limit: number): Promise<PollEntity[]> {
    return this.rows.claim(limit);
  }

  /** Keeps a look that is being taken. */
  renew(row: PollEntity): Promise<boolean> {
    return this.rows.renew(row);
  }

  /** Whether taking it may have ended a process before. */
  isSuspect(row: PollEntity): boolean {
    return isSuspect(row);
  }

  /** Lets go of looks that were not begun. */
  giveBack(rows: readonly PollEntity[]): Promise<void> {
    return this.rows.giveBack(rows);
  }

  /** Takes one look. The order may be finished by then, or gone from the options: then nothing is asked. */
  async perform(row: PollEntity): Promise<void> {
    const group = this.groups.find(row.group);
    if (!group || isSpent(row)) return this.end(row, { lastError: row.lastError });
    try {
      const readAt = this.clock.now();
      const order = await this.client.getOrder(group, row.serviceOrderId, { priority: 'poll' });
      const settle = async (tx: EntityManager, { kind }: ObserveOutcome): Promise<void> => {
        // The order changed while the service was asked, so the answer may be of before: once more, with what is known now.
        const again = { dueAt: this.clock.now() + ASK_AGAIN_MS, lastError: ASKED_IN_VAIN };
        const over = { state: 'done' as const, lastError: null };
        await this.rows.end(tx, row, { polledAt: readAt, ...(kind === 'ask' ? again : over) });
      };
      await this.ledger.observe({
        group: row.group,
        orderId: row.serviceOrderId,
        source: 'poll',
        order,
        readAt,
        settle,
      });
    } catch (error) {
      await this.fail(row, error);
    }
  }

  private async fail(row: PollEntity, error: unknown): Promise<void> {
    const lastError = this.texts.of(error);
    this.logger.warn(messages.pollFailed(row.serviceOrderId, row.group, lastError));
    const verdict = afterFailure(row.attempts, this.clock.now());
    // What the service does not know it will not know in a minute either.
    const isOver = verdict === 'given-up' || (isPaymentError(error) && error.httpStatus === NOT_FOUND);
    await (isOver ? this.end(row, { lastError }) : this.write(row, { dueAt: verdict.dueAt, lastError }));
  }

  private end(row: PollEntity, change: Partial<PollEntity>): Promise<void> {
    return this.write(row, { ...change, state: 'done', polledAt: this.clock.now() });
  }

  private async write(row: PollEntity, change: Partial<PollEntity>): Promise<void> {
    await this.transactions.run((tx) => this.rows.end(tx, row, change));
  }
}
