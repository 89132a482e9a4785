import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import { type DueWork, SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { OrderFinder, PaymentSessions, SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import type { PaymentOutcome } from './outcome-rules.js';
import { PaymentOutcomes } from './payment-outcomes.js';

/** What becomes of a try by time alone: left open, it expires; if it was not decided, it is void. */
const ENDS = [
  { status: 'initialized', outcome: 'expired' },
  { status: 'uncleared', outcome: 'lapsed' },
] as const satisfies readonly { status: OrderStatus; outcome: PaymentOutcome }[];

const TRY = { type: 'payment', isPart: false } as const;

/** Ends each try whose own time is over (protocol §4.1), also one that was left for another. */
@Injectable()
export class TryExpiry implements DueWork {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly outcomes: PaymentOutcomes,
    private readonly sender: NotificationSender,
    private readonly finder: OrderFinder,
    private readonly sessions: PaymentSessions,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Ends every try that is due, oldest first. */
  async runDue(): Promise<void> {
    const dueAt = LessThanOrEqual(this.settings.clock.now());
    for (const { status, outcome } of ENDS) {
      const due = await this.database.manager.find(SandboxTransactionEntity, {
        select: { id: true, orderKey: true },
        where: { ...TRY, status, dueAt },
        order: { dueAt: 'ASC' },
      });
      for (const { id: transactionKey, orderKey } of due) {
        const result = await this.outcomes.apply({ orderKey, transactionKey, outcome, source: 'library' });
        if (result.ok) this.sender.sendSoon(result.notification);
      }
    }
  }

  /**
   * Closes the page of an order whose time is over but whose try goes on: a transfer that was begun arrives after the page has
   * ended (protocol §2.1). The order then lasts as long as its try.
   *
   * @returns false if no try of it is open
   */
  outlive(orderKey: string): Promise<boolean> {
    return this.database.run(async (em) => {
      const order = await this.finder.byKey(em, orderKey);
      const open = await em.findOneBy(SandboxTransactionEntity, { ...TRY, id: order.transactionKey ?? '' });
      const isOpen = open !== null && open.status === 'initialized' && (open.dueAt ?? 0) > this.settings.clock.now();
      if (!isOpen) return false;
      await em.update(SandboxOrderEntity, { id: orderKey }, { expiresAt: open.dueAt ?? order.expiresAt });
      await this.sessions.close(em, orderKey);
      return true;
    });
  }

  /** When the next try ends by itself, epoch milliseconds; null if none does. */
  nextDueAt(): Promise<number | null> {
    const open = ENDS.map(({ status }) => ({ ...TRY, status }));
    return this.database.earliest(SandboxTransactionEntity, 'dueAt', open);
  }
}
