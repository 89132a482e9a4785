import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { createId } from '../../support/index.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { SandboxDeliveryEntity } from './delivery.entity.js';
import type { DeliveryTrigger } from './delivery.types.js';
import type { NotificationTicket } from './notification-queue.js';
import { NotificationArchive, type NotificationRecord } from './notification-archive.js';
import { notificationRequest, roundTimestamp, targetsOf } from './notification-request.js';
import { NotificationTransport } from './notification-transport.js';
import { RoundLine } from './round-line.js';

// How many requests may be on their way at once when much is due.
const BATCH = 32;

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
  sendSoon(ticket: NotificationTicket | null): void {
    this.sendNow(ticket).catch((error: unknown) => this.#logger.error(messageOf(error)));
  }

  /** As {@link NotificationSender.sendSoon}, but resolves when the round is over. */
  async sendNow(ticket: NotificationTicket | null): Promise<void> {
    if (ticket !== null && this.settings.autoDeliver) await this.#enqueue(ticket, 'plan');
  }

  /** Makes an extra round now, whatever the plan says (spec §6). */
  resend(ticket: NotificationTicket): Promise<SandboxDeliveryEntity[]> {
    return this.#enqueue(ticket, 'manual');
  }

  /** Makes a round of everything that is due, and waits for the end of it. Returns the number of requests sent. */
  async runDue(): Promise<number> {
    const tickets = await this.archive.due();
    let sent = 0;
    for (let start = 0; start < tickets.length; start += BATCH) {
      const batch = tickets.slice(start, start + BATCH);
      const rounds = await Promise.all(batch.map((ticket) => this.#enqueue(ticket, 'plan')));
      sent += rounds.flat().length;
    }
    return sent;
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

  #enqueue({ id, orderKey }: NotificationTicket, by: 'plan' | 'manual'): Promise<SandboxDeliveryEntity[]> {
    return this.#line.run(orderKey, () => this.#round(id, by));
  }

  // Everything is read here, not before: while it waited, another round may have been acknowledged, or the order changed.
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
