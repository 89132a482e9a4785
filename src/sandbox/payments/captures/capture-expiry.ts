import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { type DueWork, SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { Captures } from './captures.js';
import { OrderFinder, SandboxOrderEntity } from '../../orders/index.js';

/** Releases reservations that were not captured in time (protocol §2.4). */
@Injectable()
export class CaptureExpiry implements DueWork {
  constructor(
    private readonly captures: Captures,
    private readonly finder: OrderFinder,
    private readonly database: SandboxDatabase,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Releases every reservation that has lapsed. */
  async runDue(): Promise<void> {
    const due = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true },
      where: { captureRemain: MoreThan(0), captureExpiresAt: LessThanOrEqual(this.settings.clock.now()) },
    });
    for (const { id } of due) {
      const work = this.database.run(async (em) => this.captures.releaseIn(em, await this.finder.byKey(em, id)));
      const outcome = await work;
      for (const ticket of outcome.ok ? outcome.tickets : []) this.sender.sendSoon(ticket);
    }
  }

  /** When the next reservation lapses, epoch milliseconds; null if nothing is reserved. */
  nextDueAt(): Promise<number | null> {
    return this.database.earliest(SandboxOrderEntity, 'captureExpiresAt', [{ captureRemain: MoreThan(0) }]);
  }
}
