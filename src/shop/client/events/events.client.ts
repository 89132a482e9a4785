import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventSourceMessage } from 'eventsource-parser';
import { readOrderEvent, type OrderEvent } from '../../../protocol/index.js';
import { LONGEST_TIMER_MS } from '../../../support/index.js';
import { type AgentFactory, type TerminalGroup, HTTP } from '../../core/index.js';
import type { HttpSource } from '../transport/isolated-http.js';
import { connectOnce, type StreamMemory } from './events.connection.js';
import { eventsFailure, isFinalEvent, reconnectDelayMs, streamAddress, type StreamAddress } from './events.rules.js';
import type { OrderEventsOptions, OrderEventsSource } from './events.types.js';

const DEFAULT_IDLE_MS = 45_000;
const DEFAULT_MAX_ATTEMPTS = 8;
const DEFAULT_MAX_DURATION_MS = 900_000;

/** One stream that is being followed. */
interface Pursuit {
  readonly address: StreamAddress;
  readonly group: string;
  readonly agent: AgentFactory | null;
  readonly orderId: string | null | undefined;
  readonly options: OrderEventsOptions;
}

/** Follows what happens at a till (protocol §7.1). */
@Injectable()
export class EventsClient implements BeforeApplicationShutdown {
  private readonly open = new Set<AbortController>();

  constructor(@Inject(HTTP) private readonly http: HttpSource) {}

  /**
   * Ends all streams without an error. It runs before the server is closed, because the server waits for requests that pass a
   * stream on to a browser.
   */
  beforeApplicationShutdown(): void {
    for (const stop of this.open) stop.abort();
  }

  /**
   * Yields what happens at a till (protocol §7.1) until the order's end: a final status, the signal, a `break`, or a
   * shutdown. An event is only a hint for a screen; the notification and `orders.settle` decide.
   *
   * A broken connection is opened again, after the last event where the stream numbers them. Repeated events are left out.
   * There is no guarantee that every change is reported. Connects when the loop begins.
   *
   * @param source - the service's answer to the creation of the order
   * @throws PaymentError at once `EVENTS_ADDRESS_REFUSED`; in the loop `EVENTS_REFUSED` (the token is too old, or not one of
   *   the service's), `EVENTS_LOST` (too many connections in a row without anything new), `EVENTS_TIMEOUT`
   * @example
   * ```ts
   * const created = await payments.group('till').orders.create(order);
   * for await (const event of payments.group('till').events(created, { signal: AbortSignal.timeout(60_000) })) {
   *   console.log(event.status);
   * }
   * ```
   */
  events(
    group: TerminalGroup,
    source: OrderEventsSource,
    options: OrderEventsOptions = {},
  ): AsyncGenerator<OrderEvent> {
    const address = streamAddress(group, source, options.allowedOrigins);
    return this.follow({ address, group: group.name, agent: group.agent, orderId: source.orderId, options });
  }

  private async *follow(pursuit: Pursuit): AsyncGenerator<OrderEvent> {
    const { signal, maxDurationMs = DEFAULT_MAX_DURATION_MS } = pursuit.options;
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    let isOverdue = false;
    const overdue = setTimeout(() => void ((isOverdue = true), abort()), Math.min(maxDurationMs, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    this.open.add(stop);
    try {
      yield* this.reconnecting(pursuit, stop.signal);
      if (isOverdue) throw eventsFailure('EVENTS_TIMEOUT', pursuit.group, pursuit.orderId);
    } finally {
      clearTimeout(overdue);
      signal?.removeEventListener('abort', abort);
      this.open.delete(stop);
      abort();
    }
  }

  private async *reconnecting(pursuit: Pursuit, stop: AbortSignal): AsyncGenerator<OrderEvent> {
    const { address, group, agent, orderId, options } = pursuit;
    const { idleMs = DEFAULT_IDLE_MS, maxAttempts = DEFAULT_MAX_ATTEMPTS } = options;
    const memory: StreamMemory = { lastEventId: null, retryMs: null, retryAfterMs: null, verdict: null };
    let last: string | null = null;
    for (let vain = 0; !stop.aborted;) {
      vain += 1;
      for await (const message of connectOnce(this.http, { address, agent, idleMs, stop, memory })) {
        const event = readOrderEvent(message);
        if (event === null || keyOf(message) === last || stop.aborted) continue;
        [last, vain] = [keyOf(message), 0];
        yield event;
        if (isFinalEvent(event, orderId)) return;
      }
      if (memory.verdict === 'over' || stop.aborted) return;
      if (memory.verdict === 'refused') throw eventsFailure('EVENTS_REFUSED', group, orderId);
      if (vain >= maxAttempts) throw eventsFailure('EVENTS_LOST', group, orderId);
      await delay(reconnectDelayMs(Math.max(1, vain), memory), undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

/** Identifies a repeated event. */
function keyOf({ id, event, data }: EventSourceMessage): string {
  return id === undefined ? `${event ?? ''}\n${data}` : `#${id}`;
}
