import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  type DueSender,
  type RequestFault,
  type FaultKind,
  SANDBOX_SETTINGS,
  SandboxFaults,
  type SandboxSettings,
} from '../core/index.js';
import { KeyedMutex } from '../../support/index.js';
import type { SandboxDeliveryEntity } from './sandbox-delivery.entity.js';
import type { DeliveryTrigger } from './delivery.types.js';
import { HeldRounds } from './held-rounds.js';
import { NotificationArchive } from './notification-archive.js';
import type { NotificationRecord } from './notification-record.js';
import type { NotificationTicket } from './notification-queue.js';
import { NotificationRounds, type Round } from './notification-rounds.js';

// The limit of simultaneous requests when many are due.
const BATCH = 32;
// Faults that delay the sending.
const POSTPONING: ReadonlySet<FaultKind> = new Set<FaultKind>(['delay', 'reorder']);

/**
 * Sends notifications, and resends those without an acknowledgement (spec §6, §8). Rounds of one order run one after
 * the other; different orders are served at the same time.
 */
@Injectable()
export class NotificationSender implements DueSender, OnModuleDestroy {
  readonly #logger = new Logger('TillbridgeSandbox');
  readonly #stop = new AbortController();
  readonly #line = new KeyedMutex();
  readonly #held = new HeldRounds();
  #made = 0;

  constructor(
    private readonly archive: NotificationArchive,
    private readonly rounds: NotificationRounds,
    private readonly faults: SandboxFaults,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Sends in the background, unless {@link SandboxOptions.autoDeliver} is off. Null: there is nothing to send. */
  sendSoon(ticket: NotificationTicket | null): void {
    this.sendNow(ticket).catch((error: unknown) => this.#logger.error(messageOf(error)));
  }

  /** Like {@link NotificationSender.sendSoon}, but resolves after the round. */
  async sendNow(ticket: NotificationTicket | null): Promise<void> {
    if (ticket !== null && this.settings.autoDeliver) await this.#enqueue(ticket, 'plan');
  }

  /** Makes an extra round now, independent of the plan (spec §6). */
  resend(ticket: NotificationTicket): Promise<SandboxDeliveryEntity[]> {
    return this.#enqueue(ticket, 'manual');
  }

  /** Makes a round of all that is due, and waits for its end. Returns the number of requests. */
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

  /** When the next notification is due, epoch milliseconds; null if none is. */
  nextDueAt(): Promise<number | null> {
    return this.archive.nextDueAt();
  }

  /** The number of requests since the start. */
  get requestsMade(): number {
    return this.#made;
  }

  /** Resolves once nothing is being sent. */
  async idle(): Promise<void> {
    await this.#line.idle();
  }

  /** Called by Nest when the host closes: stops running requests. They stay due, and are sent after a restart. */
  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    await this.#line.idle();
  }

  #enqueue({ id, orderKey }: NotificationTicket, by: 'plan' | 'manual'): Promise<SandboxDeliveryEntity[]> {
    return this.#line.run(orderKey, () => this.#round(id, by));
  }

  // All data is read here: while the round waited, another one may have been acknowledged, or the order changed.
  async #round(notificationId: string, by: 'plan' | 'manual'): Promise<SandboxDeliveryEntity[]> {
    const record = this.#stop.signal.aborted ? null : await this.archive.load(notificationId);
    if (record === null || (by === 'plan' && !this.#isDue(record))) return [];
    const held = by === 'plan' ? this.#held.take(notificationId) : null;
    if (held !== null) return this.#make(held);
    const fault = this.#takeFault(record, by);
    const planned: DeliveryTrigger = record.notification.rounds === 0 ? 'first' : 'resend';
    const round = this.rounds.begin(record, by === 'manual' ? 'manual' : planned, fault);
    if (fault !== null && POSTPONING.has(fault.kind)) return this.#postpone(round, fault);
    const deliveries = await this.#make(round);
    for (const overtaken of this.#held.takeAllOf(record.order.id)) deliveries.push(...(await this.#make(overtaken)));
    return deliveries;
  }

  #isDue({ notification }: NotificationRecord): boolean {
    return notification.state === 'pending' && notification.dueAt <= this.settings.clock.now();
  }

  // A person waits for the result of a manual round, so it is never postponed.
  #takeFault({ order }: NotificationRecord, by: 'plan' | 'manual'): RequestFault | null {
    const mayStrike = by === 'manual' ? (kind: FaultKind) => !POSTPONING.has(kind) : undefined;
    return this.faults.take({ operation: 'notification', target: order.orderId, mayStrike });
  }

  // Nothing is sent or recorded yet: if the sandbox ends here, the notification is still due.
  async #postpone(round: Round, fault: RequestFault): Promise<SandboxDeliveryEntity[]> {
    if (fault.kind === 'reorder') this.#held.hold(round);
    await this.archive.postpone(round.record.notification, fault.details.delayMs);
    return [];
  }

  async #make(round: Round): Promise<SandboxDeliveryEntity[]> {
    const deliveries = await this.rounds.make(round, this.#stop.signal);
    if (deliveries === null) return [];
    this.#made += deliveries.length;
    await this.archive.record({ ...round, deliveries });
    return deliveries;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? `A notification could not be sent: ${error.message}`
    : 'A notification could not be sent';
}
