import { Inject, Injectable } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import {
  type DueWork,
  GroupSwitches,
  SANDBOX_SETTINGS,
  SandboxDatabase,
  type SandboxSettings,
} from '../../core/index.js';
import { NotificationSender, type NotificationTicket } from '../../notifications/index.js';
import { SandboxTransactionEntity } from '../../orders/index.js';
import { RefundHistory } from './refund-history.js';
import { Refunds } from './refunds.js';

/** Statuses of a refund that will be paid out. */
const WAITING: readonly OrderStatus[] = ['reserved', 'initialized', 'uncleared'];

/** Pays reserved refunds out at midnight, while the balance lasts (protocol §6.3). */
@Injectable()
export class RefundSettlement implements DueWork {
  constructor(
    private readonly refunds: Refunds,
    private readonly history: RefundHistory,
    private readonly switches: GroupSwitches,
    private readonly database: SandboxDatabase,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Settles every refund that is due, oldest first. */
  async runDue(): Promise<void> {
    const due = await this.database.manager.find(SandboxTransactionEntity, {
      select: { id: true },
      where: { type: 'refund', status: In([...WAITING]), dueAt: LessThanOrEqual(this.settings.clock.now()) },
      order: { id: 'ASC' },
    });
    for (const { id } of due) this.sender.sendSoon(await this.#settle(id));
  }

  /** When the next refund is due, epoch milliseconds; null if none is reserved. */
  nextDueAt(): Promise<number | null> {
    const waiting = WAITING.map((status) => ({ type: 'refund' as const, status }));
    return this.database.earliest(SandboxTransactionEntity, 'dueAt', waiting);
  }

  #settle(id: string): Promise<NotificationTicket | null> {
    return this.database.run(async (em) => {
      const refund = await em.findOneByOrFail(SandboxTransactionEntity, { id });
      // Read again: while earlier ones were settled, this one may have been cancelled.
      if (!WAITING.includes(refund.status)) return null;
      const { payoutBalance, lowBalance } = this.switches.of(refund.group);
      const { group, currency } = refund;
      const paidOut = await this.history.sum(em, { group, currency }, ['completed']);
      const isShort = payoutBalance !== null && paidOut + refund.amount > payoutBalance;
      if (!isShort) return (await this.refunds.end(em, refund, 'completed')).ticket;
      if (lowBalance === 'declined') return (await this.refunds.end(em, refund, 'declined')).ticket;
      return this.refunds.wait(em, refund);
    });
  }
}
