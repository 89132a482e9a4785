export interface OrderService {
  readonly url: string;
  /** What get-order answers, by order id. */
  readonly orders: Map<string, Readonly<Record<string, unknown>>>;
  /** How often each order was read by itself; the list of transactions is empty. */
  readonly readsOf: Map<string, number>;
  /** Calls so far; with `hangs` they are taken, and answered by nothing; the list is. */
  readonly state: { reads: number; creates: number; hangs: boolean };
  close(): Promise<void>;
}

/** Starts a service on loopback. */
export function startOrderService(): Promise<OrderService>;
