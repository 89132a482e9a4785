import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryTarget } from '../../protocol/index.js';
import { createId, SECOND_MS } from '../../support/index.js';
import { type RequestFault, SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { SandboxDeliveryEntity } from './sandbox-delivery.entity.js';
import type { DeliveryTrigger } from './delivery.types.js';
import type { NotificationRecord } from './notification-record.js';
import { notificationRequest, roundTimestamp, targetsOf, type NotificationRequest } from './notification-request.js';
import { NotificationTransport, type TransportResult } from './notification-transport.js';

/** One round of sending: the content, the reason, and the fault. */
export interface Round {
  /** The order at the beginning of the round. */
  readonly record: NotificationRecord;
  readonly trigger: DeliveryTrigger;
  /** Unix seconds: the same at both addresses. */
  readonly timestamp: number;
  readonly fault: RequestFault | null;
}

// What the sandbox sees if a request is lost on its way: no answer within the time limit.
const LOST: Omit<TransportResult, 'durationMs'> = {
  verdict: 'timeout',
  status: null,
  response: null,
  responseHeaders: null,
};

/** Makes the requests of one round: to the order's address and, if that fails, at once to the site's (spec §1.5). */
@Injectable()
export class NotificationRounds {
  constructor(
    private readonly transport: NotificationTransport,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Begins a round now. With a wrong clock, the sender writes and signs the wrong time. */
  begin(record: NotificationRecord, trigger: DeliveryTrigger, fault: RequestFault | null): Round {
    const now = this.settings.clock.sourceNow();
    const skewed = fault?.kind === 'clock-skew' ? Math.floor((now + fault.details.skewMs) / SECOND_MS) : null;
    return { record, trigger, timestamp: skewed ?? roundTimestamp(now, record.notification.lastTimestamp), fault };
  }

  /**
   * Makes the requests, and returns one entry for each; null if it was stopped on the way.
   */
  async make(round: Round, stop: AbortSignal): Promise<SandboxDeliveryEntity[] | null> {
    const deliveries: SandboxDeliveryEntity[] = [];
    for (const target of targetsOf(round.record.order, this.settings.accounts)) {
      const made = await this.#deliver(round, target, stop);
      if (made === null) return null;
      deliveries.push(...made);
      if (made.some(({ verdict }) => verdict === 'acknowledged')) break;
    }
    return deliveries;
  }

  async #deliver(round: Round, target: DeliveryTarget, stop: AbortSignal): Promise<SandboxDeliveryEntity[] | null> {
    const { record, timestamp, fault } = round;
    const sending = { url: target.url, timestamp, cause: record.notification.cause, fault };
    const request = notificationRequest(record, sending, this.settings);
    const at = this.settings.clock.now();
    const results = await this.#send(request, stop, fault);
    if (results === null) return null;
    const { trigger } = round;
    const about = { notificationId: record.notification.id, orderKey: record.order.id, trigger, timestamp, at };
    const attempt = record.notification.attempts + 1;
    const what = { ...about, attempt, level: target.level, fault: fault?.kind ?? null, ...request };
    return results.map((result) =>
      Object.assign(new SandboxDeliveryEntity(), { id: createId(this.settings.clock) }, what, result),
    );
  }

  async #send(
    request: NotificationRequest,
    stop: AbortSignal,
    fault: RequestFault | null,
  ): Promise<TransportResult[] | null> {
    if (fault?.kind === 'drop') return [{ ...LOST, durationMs: 0 }];
    const copies = fault?.kind === 'duplicate' ? 2 : 1;
    const results: TransportResult[] = [];
    for (let copy = 0; copy < copies; copy += 1) {
      const result = await this.transport.send(request, stop, fault);
      if (result === null) return null;
      results.push(result);
    }
    return results;
  }
}
