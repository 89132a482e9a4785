import { createHmac } from 'node:crypto';
import {
  ACKNOWLEDGEMENT_TIMEOUT_MS,
  appendNotificationQuery,
  isAcknowledged,
  type NotificationUrlRules,
} from '../../protocol/index.js';
import { createRedactor, type Clock } from '../../support/index.js';
import { orderBody } from '../../testing/order.builder.js';
import { whyNotAcknowledged } from '../wire/acknowledgement.js';
import { exchange, isAnswer, type WireAnswer, type WireOutcome, type WireRequest } from '../wire/exchange.js';
import { getNotification, SENDER } from '../wire/notification.request.js';
import type { RuleResult } from './rule-result.types.js';

/** The endpoint under test, and the data for the requests. */
export interface Endpoint {
  readonly url: string;
  readonly key: string;
  /** The order of every notification. */
  readonly orderId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly urlRules: NotificationUrlRules;
  /** Whether its orders request notifications by GET. */
  readonly byGet: boolean;
}

/** How a request differs from one of the service. */
export interface Variation {
  /** How long before now it was signed, in milliseconds; negative for the future. */
  readonly ageMs?: number;
  readonly key?: string;
  /** Fields that replace those of the order. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** How the order is serialised; default: as the service does. */
  readonly write?: (order: Record<string, unknown>) => string;
  /** Changes the body after it was signed. */
  readonly tamper?: (body: string) => string;
  /** Changes the decoded header, `timestamp:signature`; null sends no header. */
  readonly header?: ((decoded: string) => string) | null;
  /** Changes the query. */
  readonly query?: (query: URLSearchParams) => void;
}

/** No two requests of a run have the same second: the first one is signed this long before now, in milliseconds. */
const HEAD_START_MS = 60_000;
/** The number of characters of an answer that are shown. */
const SHOWN = 80;

/** Sends requests to an endpoint. Each is like the service's own, except for its variation. */
export class Stage {
  private sent = 0;
  private slowest = 0;
  private answered = false;

  constructor(
    readonly endpoint: Endpoint,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  /** The duration of the slowest answer, in milliseconds. */
  get slowestMs(): number {
    return this.slowest;
  }

  /** Whether any request was answered. */
  get wasAnswered(): boolean {
    return this.answered;
  }

  /** Sends one by POST. */
  post(variation: Variation = {}): Promise<WireOutcome> {
    const at = this.instantOf(variation);
    const timestamp = String(Math.floor(at / 1000));
    const body = this.bodyOf(variation, at);
    const mac = createHmac('sha512', variation.key ?? this.endpoint.key.trim()).update(`${timestamp}:${body}`);
    const header = variation.header === undefined ? asIs : variation.header;
    const auth: Record<string, string> =
      header === null ? {} : { auth: encoded(header(`${timestamp}:${mac.digest('hex')}`)) };
    return this.exchange({
      method: 'POST',
      url: this.addressOf(timestamp, variation),
      headers: { ...SENDER, 'content-type': 'application/json', ...auth },
      body: Buffer.from((variation.tamper ?? asIs)(body)),
    });
  }

  /** Sends one by GET. */
  get(): Promise<WireOutcome> {
    return this.exchange(getNotification({ ...this.endpoint, at: this.instantOf({}) }));
  }

  /** Whether the service would accept this answer as an acknowledgement, and what was observed. */
  async takes(outcome: Promise<WireOutcome>, mode: 'lenient' | 'strict' = 'lenient'): Promise<RuleResult> {
    const seen = await outcome;
    if (!isAnswer(seen)) return { held: false, seen: `No answer: ${seen.message}.` };
    const held = isAcknowledged(seen, mode);
    return { held, seen: held ? this.shown(seen) : `${this.shown(seen)}. ${whyNotAcknowledged(seen) ?? ''}`.trim() };
  }

  /** Whether the endpoint refuses: it answers, and not with an acknowledgement. */
  async refuses(outcome: Promise<WireOutcome>): Promise<RuleResult> {
    const seen = await outcome;
    // An endpoint that closes the connection on a forged request has not acknowledged it.
    if (!isAnswer(seen)) return { held: true, seen: `No answer: ${seen.message}.` };
    const held = !isAcknowledged(seen);
    return { held, seen: `${held ? '' : 'It was acknowledged. '}${this.shown(seen)}` };
  }

  private instantOf({ ageMs }: Variation): number {
    this.sent += 1;
    return this.clock.now() - (ageMs ?? HEAD_START_MS - this.sent * 1_000);
  }

  private bodyOf({ fields = {}, write = writeAsService }: Variation, at: number): string {
    const { orderId, amount, currency } = this.endpoint;
    return write(orderBody({ orderId, amount, currency, status: 'initialized', at, fields }));
  }

  private addressOf(timestamp: string, { query }: Variation): string {
    const url = new URL(appendNotificationQuery(this.endpoint.url, { orderId: this.endpoint.orderId, timestamp }));
    query?.(url.searchParams);
    return url.href;
  }

  private async exchange(request: WireRequest): Promise<WireOutcome> {
    const outcome = await exchange(request, { timeoutMs: ACKNOWLEDGEMENT_TIMEOUT_MS, signal: this.signal });
    this.answered ||= isAnswer(outcome);
    this.slowest = Math.max(this.slowest, outcome.durationMs);
    return outcome;
  }

  private shown({ status, body }: WireAnswer): string {
    const text = createRedactor([this.endpoint.key])(body);
    return `Answer: ${status} ${JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)}`;
  }
}

const asIs = (text: string): string => text;
const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

/** Sorted names, no spaces, plain slashes and letters (protocol §5.2). */
export const writeAsService = (order: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1))));
