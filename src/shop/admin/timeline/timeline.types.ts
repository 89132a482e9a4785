/** One event of an order, in words and in data. */
export interface TimelineEntry {
  /** Epoch milliseconds (UTC). */
  readonly at: number;
  readonly kind:
    | 'created'
    | 'notification'
    | 'observation'
    | 'transition'
    | 'refund'
    | 'effect'
    | 'outbox'
    | 'decision';
  /** One plain sentence. */
  readonly text: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}
