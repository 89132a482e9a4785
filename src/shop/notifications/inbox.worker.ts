import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { claimRows, type Transactions } from '../../database/engine/index.js';
import { parseJson, parseOrder, type Order } from '../../protocol/index.js';
import { createId, type Clock } from '../../support/index.js';
import { PaymentsClient, READ_ATTEMPTS } from '../client/index.js';
import { Ledger, type ObserveOutcome } from '../orders/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { afterFailure, failureText, type Work } from '../workers/index.js';
import { NotificationEntity } from './notification.entity.js';

/** After a crash the rows of the dead worker are due again this long after they were claimed. */
const LEASE_MS = 30_000;
/** How long a notification waits for its order to become visible before somebody is told (scenario L5). */
const UNMATCHED_GRACE_MS = 600_000;
const UNMATCHED_RETRY_MS = 2_000;

/** Thrown inside the ledger's transaction to roll it back: another worker has taken the row over. */
class LeaseLost extends Error {}

/** Takes notifications from the inbox to the ledger: at least once each, in any order; the ledger makes that once. */
@Injectable()
export class InboxWorker implements Work<NotificationEntity> {
  private readonly logger = new Logger('Tillbridge:Inbox');

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly ledger: Ledger,
    private readonly client: PaymentsClient,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Takes notifications that are due. */
  claim(limit: number): Promise<NotificationEntity[]> {
    const now = this.clock.now();
    const lease = { token: createId(this.clock), until: now + LEASE_MS };
    return this.transactions.run((em) => claimRows(em, NotificationEntity, { state: 'pending', now, limit, lease }));
  }

  /** Brings one notification to the ledger. */
  async perform(row: NotificationEntity): Promise<void> {
    try {
      const outcome = await this.observe(row, 'notification', orderOf(row));
      if (outcome.kind === 'ask') await this.confirm(row);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await this.fail(row, error);
    }
  }

  /** What the notification alone cannot decide, the API does. No transaction is open while it is asked. */
  private async confirm(row: NotificationEntity): Promise<void> {
    const group = this.groups.get(row.group);
    await this.extendLease(row, group.timeoutMs);
    const order = await this.client.getOrder(group, row.orderId);
    await this.observe(row, 'confirmation', order);
  }

  /** The call may take longer than the lease; nobody shall take the row over while it does. */
  private async extendLease(row: NotificationEntity, timeoutMs: number): Promise<void> {
    const until = this.clock.now() + READ_ATTEMPTS * timeoutMs + LEASE_MS;
    const mine = { id: row.id, leaseToken: row.leaseToken ?? '' };
    const change = { dueAt: until, leaseUntil: until };
    const { affected } = await this.transactions.run((tx) => tx.update(NotificationEntity, mine, change));
    if (affected === 0) throw new LeaseLost();
  }

  private observe(
    row: NotificationEntity,
    source: 'notification' | 'confirmation',
    order: Order,
  ): Promise<ObserveOutcome> {
    return this.ledger.observe({
      group: row.group,
      orderId: row.orderId,
      source,
      order,
      notificationId: row.id,
      settle: (tx, outcome) => this.settle(tx, row, outcome),
    });
  }

  /** Marks the row as done in the transaction that applied it; whoever lost the lease has nothing to say. */
  private async settle(tx: EntityManager, row: NotificationEntity, outcome: ObserveOutcome): Promise<void> {
    if (outcome.kind === 'ask') return;
    const change = outcome.kind === 'unknown-order' ? this.unmatched(row) : this.done();
    const mine = { id: row.id, leaseToken: row.leaseToken ?? '' };
    const { affected } = await tx.update(NotificationEntity, mine, { ...change, leaseToken: null, leaseUntil: null });
    if (affected === 0) throw new LeaseLost();
  }

  private done(): Partial<NotificationEntity> {
    return { state: 'done', doneAt: this.clock.now(), lastError: null };
  }

  private unmatched(row: NotificationEntity): Partial<NotificationEntity> {
    const now = this.clock.now();
    if (now - row.receivedAt < UNMATCHED_GRACE_MS) return { dueAt: now + UNMATCHED_RETRY_MS };
    this.logger.error(messages.notificationUnmatched(row.id, row.orderId, row.group));
    return { state: 'unmatched', doneAt: now };
  }

  private async fail(row: NotificationEntity, error: unknown): Promise<void> {
    const lastError = failureText(error);
    const verdict = afterFailure(row.attempts, this.clock.now());
    const isGivenUp = verdict === 'given-up';
    if (isGivenUp) this.logger.error(messages.notificationParked(row.id, row.orderId, lastError));
    else this.logger.warn(messages.notificationFailed(row.id, row.attempts, lastError));
    const change = isGivenUp ? { state: 'parked' as const } : { dueAt: verdict.dueAt };
    await this.transactions.run((tx) =>
      tx.update(
        NotificationEntity,
        { id: row.id, leaseToken: row.leaseToken ?? '' },
        { ...change, lastError, leaseToken: null, leaseUntil: null },
      ),
    );
  }
}

/** The order in the stored bytes. They were proved to be JSON before they were stored. */
function orderOf(row: NotificationEntity): Order {
  const parsed = parseJson(row.body.toString('utf8'));
  return parseOrder(parsed.ok ? parsed.value : null).order;
}
