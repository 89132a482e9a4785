export interface OrderService {
  readonly url: string;
  /** The get-order answers, by order id. */
  readonly orders: Map<string, Readonly<Record<string, unknown>>>;
  /** How often each order was read individually; the list of transactions is empty. */
  readonly readsOf: Map<string, number>;
  /** Every call, by `performance.now()`; `orderId` is empty except for the read of one order. */
  readonly calls: { readonly at: number; readonly orderId: string; readonly isCreate: boolean }[];
  /** Calls so far; with `hangs`, calls are received but not answered, except for the list. */
  readonly state: {
    reads: number;
    creates: number;
    /** Each is accepted. */
    refunds: number;
    hangs: boolean;
    /** Runs before a read of an order is answered, or a request for a refund. */
    before: ((what: 'read' | 'refund') => Promise<void>) | null;
    /** The answer to every read and to the list, while orders can be created; `null`: the normal ones. */
    refusesReads: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null;
    /** The order that `refusesReads` is about; `null`: all of them. */
    refusesOnly: string | null;
  };
  close(): Promise<void>;
}

/** Starts a service on loopback. */
export function startOrderService(): Promise<OrderService>;
