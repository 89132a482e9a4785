/**
 * The content of the pages: plain words and numbers, prepared by the controllers. Pages know nothing of payments or
 * databases.
 */

/** A product on its card. */
export interface ProductView {
  slug: string;
  name: string;
  blurb: string;
  /** Formatted for reading, such as `€12.50`. */
  price: string;
  stock: number;
}

/** The five tones of a state. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'open';

/** An order's state in plain words. */
export interface StateView {
  tone: Tone;
  /** Two or three words, such as `Being confirmed`. */
  title: string;
  /** One or two sentences: its meaning and the next step. */
  text: string;
  /** The button that continues the payment; null if there is nothing to do. */
  next: string | null;
}

/** One line of the timeline. */
export interface TimelineView {
  /** Epoch milliseconds. */
  at: number;
  kind: 'created' | 'notification' | 'observation' | 'refund' | 'transition' | 'effect' | 'outbox' | 'decision';
  text: string;
  /** Details, as name and value. */
  facts: readonly (readonly [name: string, value: string])[];
}

/** An order in the list. */
export interface OrderRowView {
  orderId: string;
  product: { slug: string; name: string };
  /** Formatted for reading, such as `€12.50`. */
  price: string;
  state: StateView;
}

/** An order on its own page. */
export interface OrderView extends OrderRowView {
  /** The `transactionid` with which the customer has returned from the payment page. */
  returnedFrom: string | undefined;
  timeline: readonly TimelineView[];
}
