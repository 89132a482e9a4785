import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { createId } from '../../support/index.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { SandboxDeliveryEntity } from './delivery.entity.js';
import type { DeliveryTrigger } from './delivery.types.js';
import { NotificationArchive, type NotificationRecord } from './notification-archive.js';
import { notificationRequest, roundTimestamp, targetsOf } from './notification-request.js';
import { NotificationTransport } from './notification-transport.js';
import { RoundLine } from './round-line.js';

/**
 * Sends notifications and resends what was not acknowledged (spec §6, §8). Rounds of one order follow one another;
 * different orders are served at the same time.
 */
@Injectable()
export class NotificationSender implements OnModuleDestroy {
  readonly #logger = new Logger('TillbridgeSandbox');
  readonly #stop = new AbortController();
  readonly #line = new RoundLine();

  constructor(
    private readonly archive: NotificationArchive,
    private readonly transport: NotificationTransport,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Sends in the background, unless {@link SandboxOptions.autoDeliver} is off. Null: nobody is to be told. */
  sendSoon(notificationId: string | null): void {
    this.sendNow(notificationId).catch((error: unknown) => this.#logger.error(messageOf(error)));
  }

  /** As {@link NotificationSender.sendSoon}, but resolves when the round is over. */
  async sendNow(notificationId: string | null): Promise<void> {
    if (notificationId !== null && this.settings.autoDeliver) await this.#enqueue(notificationId, 'plan');
  }

  /** Makes an extra round now, whatever the plan says (spec §6). */
  async resend(notificationId: string): Promise<SandboxDeliveryEntity[]> {
    return this.#enqueue(notificationId, 'manual');
  }

  /** Makes a round of everything that is due, and waits for the end of it. Returns the number of requests sent. */
  async runDue(): Promise<number> {
    const ids = await this.archive.due();
    const rounds = await Promise.all(ids.map((id) => this.#enqueue(id, 'plan')));
    return rounds.flat().length;
  }

  /** Resolves when nothing is being sent any more. */
  async idle(): Promise<void> {
    await this.#line.idle();
  }

  /** Called by Nest when the host closes: ends what is on its way. It stays due, and is sent after a restart. */
  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    await this.#line.idle();
  }

  async #enqueue(notificationId: string, by: 'plan' | 'manual'): Promise<SandboxDeliveryEntity[]> {
    const record = await this.archive.load(notificationId);
    if (record === null) return [];
    return this.#line.run(record.order.id, () => this.#round(notificationId, by));
  }

  // Everything is read again here: in the meantime another round may have been acknowledged, or the order changed.
  async #round(notificationId: string, by: 'plan' | 'manual'): Promise<SandboxDeliveryEntity[]> {
    const record = this.#stop.signal.aborted ? null : await this.archive.load(notificationId);
    if (record === null || (by === 'plan' && !this.#isDue(record))) return [];
    const planned: DeliveryTrigger = record.notification.rounds === 0 ? 'first' : 'resend';
    const trigger = by === 'manual' ? 'manual' : planned;
    const timestamp = roundTimestamp(this.settings.clock.now(), record.notification.lastTimestamp);
    const deliveries = await this.#deliver(record, { trigger, timestamp });
    if (deliveries === null) return [];
    await this.archive.record(record.notification, { trigger, timestamp, deliveries });
    return deliveries;
  }

  #isDue({ notification }: NotificationRecord): boolean {
    return notification.state === 'pending' && notification.dueAt <= this.settings.clock.now();
  }

  // The order's address first and, at once when that fails, the site's (spec §1.5). Null: stopped on the way.
  async #deliver(
    record: NotificationRecord,
    round: { trigger: DeliveryTrigger; timestamp: number },
  ): Promise<SandboxDeliveryEntity[] | null> {
    const deliveries: SandboxDeliveryEntity[] = [];
    for (const { level, url } of targetsOf(record.order, this.settings.accounts)) {
      const request = notificationRequest(record, { url, timestamp: round.timestamp }, this.settings);
      const at = this.settings.clock.now();
      const result = await this.transport.send(request, this.#stop.signal);
      if (result === null) return null;
      const of = {
        id: createId(this.settings.clock),
        notificationId: record.notification.id,
        orderKey: record.order.id,
      };
      deliveries.push(Object.assign(new SandboxDeliveryEntity(), of, round, { level, at }, request, result));
      if (result.verdict === 'acknowledged') break;
    }
    return deliveries;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? `A notification could not be sent: ${error.message}`
    : 'A notification could not be sent';
}
