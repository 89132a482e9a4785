/** For what an order may store a means of payment (protocol §2.12). */
export const RECURRING_MODELS = ['cardOnFile', 'subscription', 'unscheduled'] as const;

/** One of {@link RECURRING_MODELS}. */
export type RecurringModel = (typeof RECURRING_MODELS)[number];

/** How an order uses stored means of payment. */
export interface OrderRecurring {
  readonly model: RecurringModel | null;
  /** The shop's reference under which a token is stored; null: none is stored. */
  readonly reference: string | null;
  /** The token that was charged, or stored when the order was paid; null: neither. */
  readonly token: string | null;
}
