import type { OrderStatus } from '../../protocol/index.js';
import type { TillEmployee } from '../orders/index.js';

/** Selects an order if several terminal groups use the same order ids. */
export interface SandboxOrderChoice {
  /** Name of the terminal group; required only if several groups have an order with that id. */
  group?: string;
}

/** Selects one of several tries to pay an order. */
export interface SandboxTryChoice extends SandboxOrderChoice {
  /** The transaction id of the try; default: the try whose state the order has. See {@link SandboxOrder.tries}. */
  transactionId?: string;
}

/** How a payment is made. */
export interface SandboxPaymentChoice extends SandboxTryChoice {
  /** Payment method code, e.g. `VISA`. Default: the order's own, else `IDEAL`. */
  method?: string;

  /**
   * Minor units. A smaller amount than the due one pays a part, like a gift card: its own transaction, while the order
   * stays open for the rest. Default: all that is due.
   */
  amount?: number;

  /**
   * Minor units, at a till only, and not together with `amount`: what the customer adds to the due amount. It is added
   * to the order's amount and to that of its payment. Default: none.
   */
  tip?: number;

  /** Who gets the tip; printed on the receipt. Default: no name. */
  employee?: TillEmployee;
}

/** The amount of a chargeback. */
export interface SandboxChargebackChoice extends SandboxOrderChoice {
  /** Minor units. Default: the whole order. */
  amount?: number;
}

/** How an order is shipped. */
export interface SandboxShipmentChoice extends SandboxOrderChoice {
  carrier?: string;
  trackTraceCode?: string;
  trackTraceUrl?: string;
}

/** A till with its order. */
export interface SandboxTill {
  readonly group: string;
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly active: boolean;
  /** The order that its customer should pay; null: it waits for an order. */
  readonly order: SandboxOrder | null;
}

/** An order in the sandbox. */
export interface SandboxOrder {
  readonly group: string;
  readonly orderId: string;
  readonly status: OrderStatus;
  /** Similar to `status`, but about the money (protocol §4.1). */
  readonly financialStatus: OrderStatus;
  /** Minor units. */
  readonly amount: number;
  /** Minor units, including refunds that are only reserved. */
  readonly amountRefunded: number;
  readonly currency: string;
  /** The transaction whose state the order has: the try begun last, or the one that has paid it; null before the first. */
  readonly transactionId: string | null;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
  /** Every try to pay it with one transaction, oldest first. */
  readonly tries: readonly SandboxTry[];
}

/** One try to pay an order. Each goes on by itself, and is notified with its own transaction. */
export interface SandboxTry {
  readonly transactionId: string;
  readonly method: string;
  readonly status: OrderStatus;
  /** Minor units. */
  readonly amount: number;
}
