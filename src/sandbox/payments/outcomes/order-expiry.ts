import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import { type DueWork, SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { SandboxOrderEntity } from '../../orders/index.js';
import type { PaymentOutcome } from './outcome-rules.js';
import { PlannedOutcomes } from '../instruments/planned-outcomes.js';
import { PaymentOutcomes } from './payment-outcomes.js';

/**
 * What ends when its time is up, which time that is, and how: a page that no one has used, a payment that no one has decided on,
 * one that a lender has promised for goods of which no shipment was reported.
 */
const ENDS = [
  { status: 'initialized', time: 'expiresAt', outcome: 'expired' },
  { status: 'declined', time: 'expiresAt', outcome: 'expired' },
  { status: 'uncleared', time: 'heldUntil', outcome: 'lapsed' },
  { status: 'completed', time: 'heldUntil', outcome: 'unshipped' },
] as const satisfies readonly {
  status: OrderStatus;
  time: 'expiresAt' | 'heldUntil';
  outcome: PaymentOutcome;
}[];
type End = (typeof ENDS)[number];

/** What the time does to orders: what test data have planned, and the end of what no one has paid (`seconds_active`). */
@Injectable()
export class OrderExpiry implements DueWork {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly outcomes: PaymentOutcomes,
    private readonly planned: PlannedOutcomes,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Does what is due: planned outcomes first, then the end of every order whose time is up. Runs before every read of an order. */
  async runDue(): Promise<void> {
    await this.planned.runDue();
    const now = this.settings.clock.now();
    const due = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true, status: true },
      where: ENDS.map(({ status, time }) => ({ status, [time]: LessThanOrEqual(now) })),
    });
    for (const { id, status } of due) {
      const { outcome } = ENDS.find((end) => end.status === status) ?? ENDS[0];
      const result = await this.outcomes.apply({ orderKey: id, outcome, source: 'page' });
      if (result.ok) this.sender.sendSoon(result.notification);
    }
  }

  /** When the next thing happens, epoch milliseconds; null when none is open. */
  async nextDueAt(): Promise<number | null> {
    const times = await Promise.all([this.planned.nextDueAt(), ...ENDS.map((end) => this.#firstOf(end))]);
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  // One status at a time: then the index has the answer at its beginning.
  async #firstOf({ status, time }: End): Promise<number | null> {
    const [next] = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true, [time]: true },
      where: { status, [time]: Not(IsNull()) },
      order: { [time]: 'ASC' },
      take: 1,
    });
    return next?.[time] ?? null;
  }
}
