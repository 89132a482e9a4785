import type { OrderStatus } from '../../protocol/index.js';
import type { TillEmployee } from '../orders/index.js';

/** Which order is meant, when several terminal groups use the same order ids. */
export interface SandboxOrderChoice {
  /** Name of the terminal group; only needed when more than one has an order of that id. */
  group?: string;
}

/** How a payment is made. */
export interface SandboxPaymentChoice extends SandboxOrderChoice {
  /** Payment method code, e.g. `VISA`. Default: the order's own, else `IDEAL`. */
  method?: string;

  /**
   * Minor units. Less than what is due pays a part of it, as a gift card does: a transaction of its own, while the
   * order stays open for the rest. Default: everything that is due.
   */
  amount?: number;

  /**
   * Minor units, at a till only, and not together with `amount`: what the customer adds to what is due. The order's
   * amount and that of its payment are larger by it from then on. Default: none.
   */
  tip?: number;

  /** Who gets the tip; printed on the receipt. Default: no one by name. */
  employee?: TillEmployee;
}

/** What is charged back. */
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

/** A till with what was sent to it. */
export interface SandboxTill {
  readonly group: string;
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly active: boolean;
  /** What its customer is asked to pay; null: it waits for an order. */
  readonly order: SandboxOrder | null;
}

/** An order as the sandbox holds it. */
export interface SandboxOrder {
  readonly group: string;
  readonly orderId: string;
  readonly status: OrderStatus;
  /** Similar to `status`, but about the money (protocol §4.1). */
  readonly financialStatus: OrderStatus;
  /** Minor units. */
  readonly amount: number;
  /** Minor units, refunds that are only reserved included. */
  readonly amountRefunded: number;
  readonly currency: string;
  /** The newest transaction's id; null while no one has tried to pay. */
  readonly transactionId: string | null;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
}
