import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Readable } from 'node:stream';
import { SECOND_MS } from '../../../support/index.js';
import { freshAgents } from '../transport/connections.js';
import type { HttpSource } from '../transport/isolated-http.js';
import { verdictOnHead, type ReconnectHints, type StreamAddress } from './events.rules.js';

/** What is carried from one connection to the next. */
export interface StreamMemory extends ReconnectHints {
  lastEventId: string | null;
  retryMs: number | null;
  retryAfterMs: number | null;
  /** Set when the service said that there is nothing to come back for. */
  verdict: 'over' | 'refused' | null;
}

/** One connection that is to be opened. */
export interface ConnectionPlan {
  readonly address: StreamAddress;
  readonly idleMs: number;
  readonly stop: AbortSignal;
  readonly memory: StreamMemory;
}

/** Longest event, in characters; real ones have a few hundred. */
const MAX_EVENT_LENGTH = 64 * 1024;
/** Most that one connection may bring, in characters; then a new one goes on after the last event. */
const MAX_CONNECTION_LENGTH = 5 * 1024 * 1024;
/** Event ids that can be sent back in a header. */
const SENDABLE_ID = /^[\x20-\x7e]{1,256}$/;

/** A connection of its own for each stream: a kept one may be dead, and nobody else may wait behind it. */
const agents = freshAgents();

/**
 * Opens the stream once and gives its events until it ends, however it ends: how is in the plan's memory. Never throws
 * for what happens on a network, and nothing of the transport's errors gets out: they hold address and token.
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
    // Broken, cut or garbled: the same to whoever reconnects.
  } finally {
    idle.stop();
    plan.stop.removeEventListener('abort', cut);
    body?.destroy();
    cut();
  }
}

/** The body of a stream; `null` when the answer is none. */
async function open(http: HttpSource, plan: ConnectionPlan, signal: AbortSignal): Promise<Readable | null> {
  const { address, memory } = plan;
  const { axiosRef } = await http();
  const response = await axiosRef.request<Readable>({
    url: address.url,
    method: 'GET',
    headers: {
      accept: 'text/event-stream',
      // So that a small answer cannot become a large one.
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
    validateStatus: () => true,
    ...agents,
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
    // Whole events and comments are signs of life, single bytes are not: they might drip for ever.
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

/** Cuts a connection on which nothing whole was heard for too long; stands still while the listener is at work. */
class IdleTimer {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly cut: () => void,
  ) {}

  restart(): void {
    this.stop();
    this.timer = setTimeout(this.cut, this.ms);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
