import { Inject, Injectable } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { NotificationSender } from '../notifications/notification-sender.js';
import { SandboxOrderEntity } from '../orders/order.entity.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { PaymentOutcomes } from './payment-outcomes.js';

/** Ends what nobody has paid in time (`seconds_active`, `days_active`). */
@Injectable()
export class OrderExpiry {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly outcomes: PaymentOutcomes,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Marks every order whose time is up as expired. Called before anything looks at an order. */
  async runDue(): Promise<void> {
    const due = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true },
      where: { status: In(['initialized', 'declined']), expiresAt: LessThanOrEqual(this.settings.clock.now()) },
    });
    for (const { id } of due) {
      const result = await this.outcomes.apply({ orderKey: id, outcome: 'expired', source: 'page' });
      if (result.ok) this.sender.sendSoon(result.notification);
    }
  }

  /** When the next order expires, epoch milliseconds; null when none is open. */
  async nextDueAt(): Promise<number | null> {
    const [next] = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true, expiresAt: true },
      where: { status: In(['initialized', 'declined']) },
      order: { expiresAt: 'ASC' },
      take: 1,
    });
    return next?.expiresAt ?? null;
  }
}
