import type { CartInput } from '../cart/index.js';
import type { Money } from '../money.js';

/** A change to an order that exists (protocol §2.3). Names an invoice, or asks for more time, or both. */
export interface UpdateOrderInput {
  /** Number of the shop's invoice, at most 100 characters. */
  readonly invoiceId?: string;
  /** Where the invoice can be read. */
  readonly invoiceUrl?: string;
  /** The shop's own note, at most 200 characters. */
  readonly memo?: string;
  /** Number of the customer's purchase order, at most 200 characters. */
  readonly poNumber?: string;
  /** `true` prolongs a pay-later reservation by some weeks. */
  readonly extendExpiration?: true;
  /** Why, at most 200 characters. */
  readonly reason?: string;
}

/** Goods that have left the shop (protocol §2.3). Texts have at most 200 characters unless said otherwise. */
export interface ShipmentInput {
  /**
   * What this part of a pay-later order costs: it becomes an order of its own. The whole order when absent, `null` is
   * refused. In the currency of the order: only the number is sent, the service cannot notice another one.
   */
  readonly amount?: Money;
  readonly carrier?: string;
  readonly trackTraceCode?: string;
  readonly trackTraceUrl?: string;
  /** `YYYY-MM-DD`. */
  readonly shipDate?: string;
  /** At most 100 characters. */
  readonly invoiceId?: string;
  readonly invoiceUrl?: string;
  readonly poNumber?: string;
  readonly reason?: string;
  readonly memo?: string;
}

/** An order that shall not be paid any more (protocol §2.3, §2.5). */
export interface CancelOrderInput {
  /** `terminal` ends what a till is asking for; anything else is `web`, the default. */
  readonly session?: 'web' | 'terminal';
  /** Whether the service is kept from inviting the customer to pay after all; default true. Only for `web`. */
  readonly excludeOrder?: boolean;
  /** Why, at most 200 characters. Only for `web`. */
  readonly reason?: string;
}

/** Money to be taken that is reserved (protocol §2.4). Texts have at most 200 characters unless said otherwise. */
export interface CaptureInput {
  /**
   * At least one minor unit, at most what is still reserved. There is no "everything": say how much. In the currency of
   * the order: only the number is sent, the service cannot notice another one.
   */
  readonly amount: Money;
  /** The shop's identifier of this capture, like that of an order; one is made when absent. */
  readonly newOrderId?: string;
  /** At most 100 characters. */
  readonly invoiceId?: string;
  readonly carrier?: string;
  readonly trackTraceCode?: string;
  /** `YYYY-MM-DD`. */
  readonly shipDate?: string;
  readonly reason?: string;
  /** 1 to 200 characters, no HTML. */
  readonly description?: string;
}

/** A reservation to be given up, as far as nothing was captured yet (protocol §2.4). */
export interface CancelReservationInput {
  /** Why, 1 to 200 characters; the service insists on it (spec §7, 1016). */
  readonly reason: string;
  /** 1 to 200 characters, no HTML. */
  readonly description?: string;
}

/** What is given back of a cart: pay-later methods refund by lines (protocol §2.6). */
export interface RefundCartInput {
  /** The cart that the order was created with, whole. */
  readonly bought: CartInput;
  /** The amount that the order was created with. */
  readonly paid: Money;
  /** The lines given back, with the prices that they were bought for: they add up to the amount of the refund. */
  readonly returned: CartInput;
}

/** Money to be given back (protocol §2.6). */
export interface RefundInput {
  /**
   * At least one minor unit, in the order's currency. Required: the service takes an amount that is absent, empty or 0
   * for all that is left (protocol §2.6).
   */
  readonly amount: Money;
  /** 1 to 200 characters, no HTML; shown to the customer. */
  readonly description?: string;
  /** The shop's identifier of this refund, like that of an order: the tag by which it is found again (protocol §6.4). */
  readonly refundOrderId?: string;
  /** Free texts that come back with the refund, at most 100 characters each (spec §8). */
  readonly var1?: string;
  readonly var2?: string;
  readonly var3?: string;
  /** For pay-later methods; others are refunded by the amount alone. */
  readonly cart?: RefundCartInput;
}

/** A refund to be taken back while it is only reserved (protocol §2.7). */
export interface CancelRefundInput {
  /** 1 to 200 characters, no HTML. */
  readonly description?: string;
}
