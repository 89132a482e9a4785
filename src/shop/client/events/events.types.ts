/** Where the events of an order are to be heard: what it was answered with when it was created (protocol §2.1, §7.1). */
export interface OrderEventsSource {
  /** Address and token of the stream; absent for orders that were not sent to a terminal. The token is a secret. */
  readonly events?: { readonly url: string; readonly token: string } | null;
  /** The merchant's identifier; a final event about another order ends nothing. */
  readonly orderId?: string | null;
}

/** How an event stream is followed. */
export interface OrderEventsOptions {
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal;
  /** Origins, such as `https://events.example`, to which the token may be sent besides that of the base URL. */
  readonly allowedOrigins?: readonly string[];
  /** Milliseconds without a whole event or comment after which a connection counts as dead. Default 45,000. */
  readonly idleMs?: number;
  /** Connections in a row that may bring nothing new. Default 8: half a minute of an outage. */
  readonly maxAttempts?: number;
  /** Milliseconds for everything. Default 900,000: a till gives up after one minute without activity (protocol §7). */
  readonly maxDurationMs?: number;
}
