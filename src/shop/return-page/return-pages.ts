import { Injectable, Logger } from '@nestjs/common';
import { isPaymentError } from '../../protocol/index.js';
import { GIVEN_UP, OrdersService, type PaymentOrder } from '../orders/index.js';
import { messages, ErrorRedactor, ThrottledLogger, type ReturnAnswer, type ReturnState } from '../core/index.js';

/** Which order, and how often the page has been shown before. */
export interface ReturnVisit {
  /** `transactionid` of the address (spec §6); anything a stranger can write. */
  readonly orderId: string;
  /** Name of the terminal group, where several have orders of the same ids. */
  readonly group: string | undefined;
  /** 0 on the shopper's return, then one more each time. */
  readonly refreshes: number;
}

/** An open page makes the service be asked at most so often, in milliseconds, for each order and process. */
const LEAST_GAP_MS = 2_000;
/** Seconds between reads: after 2, 5, 10, 20 and 30 seconds, then 1, 2, 3 and 5 minutes after the return; then no more. */
const GAPS_S = [2, 3, 5, 10, 10, 30, 60, 60, 120];
/** As wide as the columns it is compared with. */
export const MAX_ORDER_ID = 64;
/** What a stranger can ask for, and what a shop with two groups of the same ids has forgotten. */
const EXPECTED: ReadonlySet<string> = new Set(['ORDER_UNKNOWN']);

/** Tells shoppers who come back how their order stands: by one get-order, and never worse than "being confirmed". */
@Injectable()
export class ReturnPages {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Return'));

  constructor(
    private readonly orders: OrdersService,
    private readonly texts: ErrorRedactor,
  ) {}

  /**
   * How the order stands. Never throws: what cannot be known now is being confirmed. So is an order that there is none
   * of, about which the service is not asked either.
   */
  async answer(visit: ReturnVisit): Promise<ReturnAnswer> {
    const order = isPlausible(visit.orderId) ? await this.refresh(visit) : null;
    const state = order ? stateOf(order) : 'being-confirmed';
    if (order && state !== 'being-confirmed') return { orderId: order.orderId, state, refreshAfterSeconds: null };
    const orderId = visit.orderId.slice(0, MAX_ORDER_ID);
    return { orderId, state, refreshAfterSeconds: GAPS_S[visit.refreshes] ?? null };
  }

  private async refresh({ orderId, group }: ReturnVisit): Promise<PaymentOrder | null> {
    try {
      return await this.orders.settle(orderId, {
        byServiceId: true,
        leastGapMs: LEAST_GAP_MS,
        ...(group !== undefined && { group }),
      });
    } catch (error) {
      const isExpected = isPaymentError(error) && EXPECTED.has(error.code);
      if (!isExpected) this.logger.error(messages.returnPageFailed(this.texts.of(error)));
      return null;
    }
  }
}

const isPlausible = (orderId: string): boolean =>
  orderId !== '' && orderId.length <= MAX_ORDER_ID && !orderId.includes('\0');

function stateOf({ paid, status }: PaymentOrder): ReturnState {
  if (paid) return 'paid';
  const isOver = status !== null && (GIVEN_UP.has(status) || status === 'declined');
  return isOver ? 'not-paid' : 'being-confirmed';
}
