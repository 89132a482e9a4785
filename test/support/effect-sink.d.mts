/** An effect as the sink was informed of it. */
export interface DeliveredEffect {
  /** The event's id: the same on every attempt. */
  readonly id: string;
  readonly effect: string;
  readonly orderId: string;
  readonly kind: string;
  readonly transitionId: string;
  /** How often it came. */
  readonly times: number;
}

export interface EffectSink {
  readonly url: string;
  /** By the event's id. */
  readonly deliveries: ReadonlyMap<string, DeliveredEffect>;
  /** Callers that wait for an answer. */
  readonly held: number;
  /** Answers no one from now on. */
  hang(): void;
  /** Answers everyone who waits, and everyone who comes. */
  answer(): void;
  close(): Promise<void>;
}

/** Starts a sink on loopback, outside of every database and transaction. */
export function startEffectSink(): Promise<EffectSink>;
