/** An effect that the sink has received. */
export interface DeliveredEffect {
  /** The event's id: the same on every attempt. */
  readonly id: string;
  readonly effect: string;
  readonly orderId: string;
  readonly kind: string;
  readonly transitionId: string;
  /** How many times it was received. */
  readonly times: number;
}

export interface EffectSink {
  readonly url: string;
  /** By the event's id. */
  readonly deliveries: ReadonlyMap<string, DeliveredEffect>;
  /** The number of callers that wait for an answer. */
  readonly held: number;
  /** Gives no more answers from now on. */
  hang(): void;
  /** Answers all waiting and future callers. */
  answer(): void;
  close(): Promise<void>;
}

/** Starts a sink on loopback, outside of every database and transaction. */
export function startEffectSink(): Promise<EffectSink>;
