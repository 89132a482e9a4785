import type { CartInput } from '../cart/index.js';
import type { Money } from '../money.js';

/** A change to an existing order (protocol §2.3): an invoice, more time, or both. */
export interface UpdateOrderInput {
  /** Number of the shop's invoice, at most 100 characters. */
  readonly invoiceId?: string;
  /** Where the invoice can be read. */
  readonly invoiceUrl?: string;
  /** The shop's own note, at most 200 characters. */
  readonly memo?: string;
  /** Number of the customer's purchase order, at most 200 characters. */
  readonly poNumber?: string;
  /** `true` extends a pay-later reservation by some weeks. */
  readonly extendExpiration?: true;
  /** The reason, at most 200 characters. */
  readonly reason?: string;
}

/** Goods that were shipped (protocol §2.3). Texts have at most 200 characters unless stated otherwise. */
export interface ShipmentInput {
  /**
   * The cost of this part of a pay-later order, which becomes an order of its own. If absent, the whole order; `null`
   * is refused. Use the order's currency: only the number is sent, so the service cannot detect another currency.
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

/** An order that must not be paid any more (protocol §2.3, §2.5). */
export interface CancelOrderInput {
  /** `terminal` cancels the payment that a terminal is asking for; default `web`. */
  readonly session?: 'web' | 'terminal';
  /** Whether the service must not invite the customer to pay later; default true. Only for `web`. */
  readonly excludeOrder?: boolean;
  /** The reason, at most 200 characters. Only for `web`. */
  readonly reason?: string;
}

/** Reserved money to be captured (protocol §2.4). Texts have at most 200 characters unless stated otherwise. */
export interface CaptureInput {
  /**
   * At least one minor unit, at most what is still reserved. The amount is required. Use the order's currency: only the
   * number is sent, so the service cannot detect another currency.
   */
  readonly amount: Money;
  /** The shop's identifier of this capture, in the form of an order id; if absent, one is made. */
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

/** A reservation to be released, as far as it is not captured (protocol §2.4). */
export interface CancelReservationInput {
  /** The reason, 1 to 200 characters; required by the service (spec §7, 1016). */
  readonly reason: string;
  /** 1 to 200 characters, no HTML. */
  readonly description?: string;
}

/** The returned lines of a cart: pay-later methods refund by lines (protocol §2.6). */
export interface RefundCartInput {
  /** The complete cart of the order. */
  readonly bought: CartInput;
  /** The amount of the order when it was created. */
  readonly paid: Money;
  /** The returned lines with their original prices; they add up to the amount of the refund. */
  readonly returned: CartInput;
}

/** A refund to be sent (protocol §2.6). */
export interface RefundInput {
  /**
   * At least one minor unit, in the order's currency. Required: if the amount is absent, empty or 0, the service
   * refunds all that is left (protocol §2.6).
   */
  readonly amount: Money;
  /** 1 to 200 characters, no HTML; shown to the customer. */
  readonly description?: string;
  /**
   * The shop's identifier of this refund, in the form of an order id: the tag that identifies it later (protocol §6.4).
   */
  readonly refundOrderId?: string;
  /** Free texts that the service returns with the refund, at most 100 characters each (spec §8). */
  readonly var1?: string;
  readonly var2?: string;
  readonly var3?: string;
  /** For pay-later methods; other methods refund by the amount alone. */
  readonly cart?: RefundCartInput;
}

/** A refund to be cancelled while it is only reserved (protocol §2.7). */
export interface CancelRefundInput {
  /** 1 to 200 characters, no HTML. */
  readonly description?: string;
}
