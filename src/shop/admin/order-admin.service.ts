import { Inject, Injectable } from '@nestjs/common';
import { lockRow, type Transactions } from '../../database/engine/index.js';
import { isUnknownThere, type CallPriority } from '../client/index.js';
import { Decisions, type DecisionKind, type OperatorDecision } from '../decisions/index.js';
import { OrderReader, OrdersRepository, PaymentOrderEntity, type AttemptEntity } from '../orders/index.js';
import { Erasure, isAtRest } from '../retention/index.js';
import { openReason, subjectOfReason } from './open-reason.js';
import type { OrderErasure } from './order-erasure.types.js';
import { refusal, TRANSACTIONS } from '../core/index.js';

/** How often an order is read that changes during the read. */
const READS = 3;

/** How an order is read. */
interface Reading {
  readonly priority: CallPriority;
  /** Whether no handler is called. */
  readonly silent: boolean;
}

/** Actions that people take on one order by hand. Who and why is recorded first, or together with the action. */
@Injectable()
export class OrderAdminService {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly decisions: Decisions,
    private readonly repository: OrdersRepository,
    private readonly reader: OrderReader,
    private readonly erasure: Erasure,
  ) {}

  /** @throws PaymentError `SERVICE_<code>`, `TIMEOUT`, `NETWORK`, `BAD_RESPONSE`: answers read until then still count */
  async sync(order: PaymentOrderEntity, decision: OperatorDecision, priority: CallPriority = 'return'): Promise<void> {
    await this.transactions.run((tx) => this.decisions.record(tx, decision, [subjectOf(order, 'synced')]));
    await this.readAll(order, { priority, silent: false });
  }

  /**
   * Like {@link sync}, but no handler is called: only the record is corrected.
   *
   * @throws PaymentError as {@link sync}
   */
  async correct(order: PaymentOrderEntity, decision: OperatorDecision): Promise<void> {
    await this.transactions.run((tx) => this.decisions.record(tx, decision, [subjectOf(order, 'corrected')]));
    await this.readAll(order, { priority: 'poll', silent: true });
  }

  private async readAll(order: PaymentOrderEntity, how: Reading): Promise<void> {
    const refusals: unknown[] = [];
    const attempts = await this.repository.attemptsOf(order);
    for (const attempt of attempts) {
      await this.read(attempt, how).catch((error: unknown) => refusals.push(expectUnknown(error)));
    }
    // The service does not know an attempt that was never sent; one known attempt is enough.
    if (refusals.length === attempts.length) throw refusals.at(-1);
  }

  /**
   * Clears the reason for attention. The next reason takes its place, and a new reason is set as usual.
   *
   * @param seen - the reason that the person saw; without it any reason is cleared
   * @throws PaymentError `ATTENTION_CHANGED` when it is another reason by now
   */
  async acknowledge(
    { group, orderId }: PaymentOrderEntity,
    decision: OperatorDecision,
    seen?: string | null,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
      if (!order || order.attention === null) return;
      // The next reason is not this person's to acknowledge, nor a change that was not seen.
      if (await this.decisions.wasRecorded(tx, subjectOf(order, 'acknowledged'))) return;
      // Otherwise a second payment that comes while a person handles another reason would never be refunded.
      if (seen !== undefined && seen !== order.attention) throw attentionChanged(order);
      const subject = subjectOfReason(order.attention);
      await this.decisions.record(tx, decision, [{ ...subjectOf(order, 'acknowledged'), subject }]);
      await tx.update(PaymentOrderEntity, { group, orderId }, { attention: await openReason(tx, order) });
    });
  }

  /** Erases what is finished now, regardless of the option `retention`. */
  async erase({ group, orderId }: PaymentOrderEntity, decision: OperatorDecision): Promise<OrderErasure> {
    return this.transactions.run(async (tx) => {
      const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
      if (!order) return { notifications: 0, keptNotifications: 0, keptRefunds: 0, paymentPages: true };
      return this.decisions.once(tx, 'erased', async () => {
        const paymentPages = isAtRest(order);
        const keptRefunds = await this.erasure.order(tx, order, paymentPages);
        const [notifications, keptNotifications] = await this.erasure.notificationsOf(tx, order);
        const subjects = [{ ...subjectOf(order, 'erased'), subject: 'Personal data' }];
        await this.decisions.record(tx, decision, subjects);
        return { subjects, outcome: { notifications, keptNotifications, keptRefunds, paymentPages } };
      });
    });
  }

  /** Reads an order again that changed during the read, so that a person need not. */
  private async read(attempt: AttemptEntity, how: Reading): Promise<void> {
    for (let read = 1; read <= READS; read += 1) {
      const { kind } = await this.reader.read(attempt, { source: 'sync', ...how });
      if (kind !== 'ask') return;
    }
  }
}

const attentionChanged = ({ group, orderId, attention }: PaymentOrderEntity) =>
  refusal({
    code: 'ATTENTION_CHANGED',
    message: `Order ${orderId} of terminal group ${group} needs attention for another reason by now (${attention}); nothing was acknowledged.`,
    httpStatus: 409,
    group,
    orderId,
  });

const subjectOf = ({ group, orderId }: PaymentOrderEntity, decision: DecisionKind) => ({
  group,
  orderId,
  about: 'order' as const,
  decision,
});

/** @throws every error except the service's answer that it knows no such order */
function expectUnknown(error: unknown): unknown {
  if (isUnknownThere(error)) return error;
  throw error;
}
