export interface OrderService {
  readonly url: string;
  /** What get-order answers, by order id. */
  readonly orders: Map<string, Readonly<Record<string, unknown>>>;
  /** How often each order was read by itself; the list of transactions is empty. */
  readonly readsOf: Map<string, number>;
  /** Every call, by `performance.now()`; `orderId` is empty but for the reading of one. */
  readonly calls: { readonly at: number; readonly orderId: string; readonly isCreate: boolean }[];
  /** Calls so far; with `hangs` they are taken, and answered by nothing; the list is. */
  readonly state: {
    reads: number;
    creates: number;
    hangs: boolean;
    /** What every read and the list are answered instead, while orders can be created; `null`: nothing. */
    refusesReads: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null;
  };
  close(): Promise<void>;
}

/** Starts a service on loopback. */
export function startOrderService(): Promise<OrderService>;
