/** One call of a page of the shop, as its caller saw it. Times of one clock, in milliseconds. */
export interface OutsideCall {
  readonly page: string;
  readonly orderId: string;
  readonly key: string | null;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What the page said; null when it said nothing, or that it failed. */
  readonly answer: { readonly status?: string | null; readonly paid?: boolean; readonly state?: string } | null;
  /** Made when everything was over. */
  readonly isLast: boolean;
}

interface OfOrder {
  readonly orderId: string;
}

/** A trial as those outside saw it. */
export interface OutsideHistory {
  readonly calls: readonly OutsideCall[];
  readonly service: {
    readonly orders: readonly (OfOrder & { readonly status: string; readonly amount: number })[];
    readonly states: readonly (OfOrder & { readonly status: string })[];
    readonly refunds: readonly (OfOrder & {
      readonly tag: string | null;
      readonly amount: number;
      readonly status: string;
    })[];
    readonly deliveries: readonly (OfOrder & {
      readonly verdict: string;
      readonly fault: string | null;
      readonly body: string;
    })[];
    /** How often an order came to a status, by `order_id status`. */
    readonly comings: ReadonlyMap<string, number>;
  };
  readonly sink: readonly (OfOrder & { readonly kind: string; readonly transitionId: string })[];
}

/** The promises that are checked, by name. */
export const OUTSIDE_PROMISES: readonly string[];

/** @returns a sentence for each promise that was broken, with a few of the orders */
export function outsideFaults(history: OutsideHistory): string[];
