export interface OrderService {
  readonly url: string;
  /** What get-order answers, by order id. */
  readonly orders: Map<string, Readonly<Record<string, unknown>>>;
  /** Calls so far; with `hangs` they are taken, and answered by nothing. */
  readonly state: { reads: number; creates: number; hangs: boolean };
  close(): Promise<void>;
}

/** Starts a service on loopback. */
export function startOrderService(): Promise<OrderService>;
