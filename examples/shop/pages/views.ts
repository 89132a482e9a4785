/** What the pages show: plain words and numbers, prepared by the controllers. Pages know nothing of payments or databases. */

/** A product on its card. */
export interface ProductView {
  slug: string;
  name: string;
  blurb: string;
  /** Formatted for reading, e.g. `€12.50`. */
  price: string;
  stock: number;
}

/** The five moods a state can be shown in. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'open';

/** An order's state in plain words. */
export interface StateView {
  tone: Tone;
  /** Two or three words, e.g. `Being confirmed`. */
  title: string;
  /** One or two sentences: what it means and what happens next. */
  text: string;
  /** The button that goes on with the payment; null when there is nothing to do. */
  next: string | null;
}

/** One line of what happened. */
export interface TimelineView {
  /** Epoch milliseconds. */
  at: number;
  kind: 'created' | 'notification' | 'observation' | 'refund' | 'transition' | 'effect' | 'outbox' | 'decision';
  text: string;
  /** Small print, name and value. */
  facts: readonly (readonly [name: string, value: string])[];
}

/** An order in the list. */
export interface OrderRowView {
  orderId: string;
  product: { slug: string; name: string };
  /** Formatted for reading, e.g. `€12.50`. */
  price: string;
  state: StateView;
}

/** An order on its own page. */
export interface OrderView extends OrderRowView {
  /** The `transactionid` with which the shopper has come back from the payment page. */
  returnedFrom: string | undefined;
  timeline: readonly TimelineView[];
}
