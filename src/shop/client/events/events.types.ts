/** Where the events of an order can be read: the answer to its creation (protocol §2.1, §7.1). */
export interface OrderEventsSource {
  /** Address and token of the stream; absent for orders that were not sent to a terminal. The token is a secret. */
  readonly events?: { readonly url: string; readonly token: string } | null;
  /** The merchant's identifier. A final event about another order does not end the stream. */
  readonly orderId?: string | null;
}

/** How an event stream is followed. */
export interface OrderEventsOptions {
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal;
  /** Origins to which the token may be sent in addition to that of the base URL, such as `https://events.example`. */
  readonly allowedOrigins?: readonly string[];
  /** Milliseconds without a whole event or comment after which a connection counts as dead. Default 45,000; `Infinity`: never. */
  readonly idleMs?: number;
  /** Connections in a row that may bring nothing new. Default 8: half a minute of an outage. */
  readonly maxAttempts?: number;
  /**
   * Milliseconds for the whole stream; `Infinity`: no limit. Default 900,000: a till gives up after one minute without
   * activity (protocol §7).
   */
  readonly maxDurationMs?: number;
}
