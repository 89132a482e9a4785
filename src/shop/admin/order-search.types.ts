import type { Money } from '../../protocol/index.js';
import type { PageOptions } from '../../support/index.js';
import type { PaymentStatus } from '../orders/index.js';

/** One order in a list. Times in epoch milliseconds (UTC). */
export interface OrderLine {
  readonly group: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly amountRefunded: Money;
  /** Empty after its erasure. */
  readonly description: string;
  /** The shop's reference; null when it has none. */
  readonly reference: string | null;
  /** Null until the service has reported the newest attempt. */
  readonly status: PaymentStatus | null;
  readonly paid: boolean;
  /** Number of the newest attempt, from 1. */
  readonly attempt: number;
  readonly transactionId: string | null;
  /** The payment method in the service's words; null where it is not known. */
  readonly paymentMethod: string | null;
  /** Why a person should look at it; null when there is no reason. */
  readonly attention: string | null;
  readonly createdAt: number;
}

/** Amounts of one currency, in minor units. */
export interface AmountRange {
  readonly currency: string;
  readonly least: number;
  readonly most: number;
}

/** The conditions of a list of orders. */
export interface OrderFilter extends PageOptions {
  /**
   * `none`: the service has reported nothing yet · `unfinished`: neither paid nor over · `paid`: paid, also if refunded or
   * charged back later.
   */
  readonly status?: PaymentStatus | 'none' | 'unfinished' | 'paid';
  /** Name of a terminal group. */
  readonly group?: string;
  /** One reason for attention, or `any` of them. */
  readonly attention?: string;
  /** The payment method in the service's words. */
  readonly method?: string;
  /** The requested amount, in minor units, both bounds included. */
  readonly amount?: AmountRange;
  /** Created at or after, epoch milliseconds. */
  readonly from?: number;
  /** Created before, epoch milliseconds. */
  readonly to?: number;
}
