/** What an order may store a means of payment for (protocol §2.12). */
export const RECURRING_MODELS = ['cardOnFile', 'subscription', 'unscheduled'] as const;

/** One of {@link RECURRING_MODELS}. */
export type RecurringModel = (typeof RECURRING_MODELS)[number];

/** What an order has to do with stored means of payment. */
export interface OrderRecurring {
  readonly model: RecurringModel | null;
  /** Under which reference of the shop's a token is stored; null: none is. */
  readonly reference: string | null;
  /** The token that was charged, or that was stored when the order was paid; null: neither. */
  readonly token: string | null;
}
