import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import { type DueWork, SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { SandboxOrderEntity } from '../../orders/index.js';
import type { PaymentOutcome } from './outcome-rules.js';
import { PlannedOutcomes } from '../instruments/planned-outcomes.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { TryExpiry } from './try-expiry.js';

/**
 * What ends by time, the field with that time, and the outcome: a page without a payment, a payment without a decision,
 * a lender's promise without a shipment.
 */
const ENDS = [
  { status: 'initialized', time: 'expiresAt', outcome: 'expired' },
  { status: 'declined', time: 'expiresAt', outcome: 'expired' },
  { status: 'uncleared', time: 'heldUntil', outcome: 'lapsed' },
  { status: 'completed', time: 'heldUntil', outcome: 'unshipped' },
  { status: 'partial_refunded', time: 'heldUntil', outcome: 'unshipped' },
] as const satisfies readonly {
  status: OrderStatus;
  time: 'expiresAt' | 'heldUntil';
  outcome: PaymentOutcome;
}[];

/** Applies the effects of time to orders: planned outcomes of test data, and the expiry of unpaid orders (`seconds_active`). */
@Injectable()
export class OrderExpiry implements DueWork {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly outcomes: PaymentOutcomes,
    private readonly planned: PlannedOutcomes,
    private readonly tries: TryExpiry,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Does due work: first planned outcomes, then the end of every try and of every order whose time is over. Runs before every read of an
   * order.
   */
  async runDue(): Promise<void> {
    await this.planned.runDue();
    await this.tries.runDue();
    const now = this.settings.clock.now();
    const due = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true, status: true },
      where: ENDS.map(({ status, time }) => ({ status, [time]: LessThanOrEqual(now) })),
    });
    for (const { id, status } of due) {
      if (status === 'initialized' && (await this.tries.outlive(id))) continue;
      const { outcome } = ENDS.find((end) => end.status === status) ?? ENDS[0];
      const result = await this.outcomes.apply({ orderKey: id, outcome, source: 'page' });
      if (result.ok) this.sender.sendSoon(result.notification);
    }
  }

  /** The time of the next work, epoch milliseconds; null if there is none. */
  async nextDueAt(): Promise<number | null> {
    const times = await Promise.all([
      this.planned.nextDueAt(),
      this.tries.nextDueAt(),
      ...ENDS.map(({ status, time }) => this.database.earliest(SandboxOrderEntity, time, [{ status }])),
    ]);
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }
}
