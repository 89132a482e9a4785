import type { Money } from '../../protocol/index.js';
import type { PaymentStatus } from '../orders/index.js';

/** One order in a list. Times in epoch milliseconds (UTC). */
export interface OrderLine {
  /** Its place in the list: for `after` and `before`. */
  readonly id: string;
  readonly group: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly amountRefunded: Money;
  /** Empty once it has been erased. */
  readonly description: string;
  /** Null until the service has said anything of the newest attempt. */
  readonly status: PaymentStatus | null;
  readonly paid: boolean;
  /** Number of the newest attempt, from 1. */
  readonly attempt: number;
  readonly transactionId: string | null;
  /** Why a person should look at it; null when nobody needs to. */
  readonly attention: string | null;
  readonly createdAt: number;
}

/** Which part of a list is wanted; `after` wins. What is no place of a list counts as absent. */
export interface OrderListPart {
  /** The `id` of the last line of the page before. */
  readonly after?: string | null;
  /** The `id` of the first line of the page that follows. */
  readonly before?: string | null;
  /** 1 to 1,000; default 25. */
  readonly limit?: number;
}

/** What a list of orders is narrowed down to. */
export interface OrderFilter extends OrderListPart {
  /** `none`: the service has said nothing of it yet. */
  readonly status?: PaymentStatus | 'none';
  /** Name of a terminal group. */
  readonly group?: string;
  /** One reason to look at it, or `any` of them. */
  readonly attention?: string;
  /** Created at or after, epoch milliseconds. */
  readonly from?: number;
  /** Created before, epoch milliseconds. */
  readonly to?: number;
}

/** One page of orders. */
export interface OrderPage {
  readonly items: readonly OrderLine[];
  /** For `before`; null on the first page. */
  readonly previous: string | null;
  /** For `after`; null on the last page. */
  readonly next: string | null;
}
