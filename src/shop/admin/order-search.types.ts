import type { Money } from '../../protocol/index.js';
import type { PageOptions } from '../../support/index.js';
import type { PaymentStatus } from '../orders/index.js';

/** One order in a list. Times in epoch milliseconds (UTC). */
export interface OrderLine {
  readonly group: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly amountRefunded: Money;
  /** Empty once it has been erased. */
  readonly description: string;
  /** The shop's own name for it; null when it has none. */
  readonly reference: string | null;
  /** Null until the service has said anything of the newest attempt. */
  readonly status: PaymentStatus | null;
  readonly paid: boolean;
  /** Number of the newest attempt, from 1. */
  readonly attempt: number;
  readonly transactionId: string | null;
  /** How it was paid, as the service calls it; null where that is not known. */
  readonly paymentMethod: string | null;
  /** Why a person should look at it; null when nobody needs to. */
  readonly attention: string | null;
  readonly createdAt: number;
}

/** Amounts of one currency, in minor units. */
export interface AmountRange {
  readonly currency: string;
  readonly least: number;
  readonly most: number;
}

/** What a list of orders is narrowed down to. */
export interface OrderFilter extends PageOptions {
  /**
   * `none`: the service has said nothing of it yet · `unfinished`: neither paid nor over · `paid`: paid, also when it was refunded or
   * charged back later.
   */
  readonly status?: PaymentStatus | 'none' | 'unfinished' | 'paid';
  /** Name of a terminal group. */
  readonly group?: string;
  /** One reason to look at it, or `any` of them. */
  readonly attention?: string;
  /** How it was paid, as the service calls it. */
  readonly method?: string;
  /** What it was asked for, in minor units, both bounds included. */
  readonly amount?: AmountRange;
  /** Created at or after, epoch milliseconds. */
  readonly from?: number;
  /** Created before, epoch milliseconds. */
  readonly to?: number;
}
