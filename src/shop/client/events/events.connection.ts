import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Readable } from 'node:stream';
import { LONGEST_TIMER_MS, SECOND_MS } from '../../../support/index.js';
import type { AgentFactory } from '../../core/index.js';
import { securely } from '../limits/call-watch.js';
import { freshAgents } from '../transport/connections.js';
import type { HttpSource } from '../transport/isolated-http.js';
import { verdictOnHead, type ReconnectHints, type StreamAddress } from './events.rules.js';

/** What one connection passes on to the next. */
export interface StreamMemory extends ReconnectHints {
  lastEventId: string | null;
  retryMs: number | null;
  retryAfterMs: number | null;
  /** Set when the service said that there is no reason to connect again. */
  verdict: 'over' | 'refused' | null;
}

/** One connection that is to be opened. */
export interface ConnectionPlan {
  readonly address: StreamAddress;
  readonly agent: AgentFactory | null;
  readonly idleMs: number;
  readonly stop: AbortSignal;
  readonly memory: StreamMemory;
}

/** Longest event, in characters; real ones have a few hundred. */
const MAX_EVENT_LENGTH = 64 * 1024;
/** Most that one connection may bring, in characters. Then a new one continues after the last event. */
const MAX_CONNECTION_LENGTH = 5 * 1024 * 1024;
/** Event ids that can be sent back in a header. */
const SENDABLE_ID = /^[\x20-\x7e]{1,256}$/;

/**
 * Opens the stream once and yields its events until it ends. How it ended is stored in the plan's memory. A network failure
 * does not throw, and no error of the transport gets out: it would hold address and token.
 */
export async function* connectOnce(http: HttpSource, plan: ConnectionPlan): AsyncGenerator<EventSourceMessage> {
  const abort = new AbortController();
  const cut = (): void => abort.abort();
  const idle = new IdleTimer(plan.idleMs, cut);
  plan.stop.addEventListener('abort', cut);
  let body: Readable | null = null;
  try {
    idle.restart();
    body = await open(http, plan, abort.signal);
    if (body !== null) yield* eventsOf(body, plan.memory, idle);
  } catch {
    // Broken, cut or garbled: the caller connects again in each case.
  } finally {
    idle.stop();
    plan.stop.removeEventListener('abort', cut);
    body?.destroy();
    cut();
  }
}

/** The body of a stream; `null` when the answer is not a stream. */
async function open(http: HttpSource, plan: ConnectionPlan, signal: AbortSignal): Promise<Readable | null> {
  const { address, memory } = plan;
  const { axiosRef } = await http();
  const response = await axiosRef.request<Readable>({
    url: address.url,
    method: 'GET',
    headers: {
      accept: 'text/event-stream',
      // No compression, so that a small answer cannot become a large one.
      'accept-encoding': 'identity',
      authorization: `Bearer ${address.token}`,
      ...(memory.lastEventId === null ? {} : { 'last-event-id': memory.lastEventId }),
    },
    responseType: 'stream',
    signal,
    adapter: 'http',
    timeout: 0,
    decompress: false,
    maxRedirects: 0,
    proxy: false,
    transport: { request: securely },
    validateStatus: () => true,
    // A separate connection for each stream: a kept one may be dead, and no other call may wait behind it.
    ...freshAgents(plan.agent),
  });
  const verdict = verdictOnHead(response.status, response.headers['content-type']);
  const retryAfter: unknown = response.headers['retry-after'];
  memory.retryAfterMs = typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? +retryAfter * SECOND_MS : null;
  if (verdict === 'stream') return response.data;
  memory.verdict = verdict === 'later' ? null : verdict;
  response.data.destroy();
  return null;
}

async function* eventsOf(body: Readable, memory: StreamMemory, idle: IdleTimer): AsyncGenerator<EventSourceMessage> {
  const received: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: (event) => void received.push(event),
    onRetry: (ms) => (memory.retryMs = ms),
    // Whole events and comments are signs of life. Single bytes are not: they could drip without end.
    onComment: () => idle.restart(),
  });
  let length = 0;
  for await (const chunk of body.setEncoding('utf8') as AsyncIterable<string>) {
    length += chunk.length;
    if (length > MAX_CONNECTION_LENGTH) return;
    // Throws from the second time on when an event became too long.
    parser.feed(chunk);
    for (const event of received.splice(0)) {
      if (event.id !== undefined) memory.lastEventId = SENDABLE_ID.test(event.id) ? event.id : null;
      idle.stop();
      yield event;
      idle.restart();
    }
  }
}

/** Cuts a connection on which nothing whole arrived for too long; it is stopped while the consumer works. */
class IdleTimer {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly cut: () => void,
  ) {}

  restart(): void {
    this.stop();
    this.timer = setTimeout(this.cut, Math.min(this.ms, LONGEST_TIMER_MS));
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
