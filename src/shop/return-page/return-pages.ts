import { Injectable, Logger } from '@nestjs/common';
import { isPaymentError } from '../../protocol/index.js';
import { GIVEN_UP, OrdersService, type PaymentOrder } from '../orders/index.js';
import { messages, ErrorRedactor, ThrottledLogger, type ReturnAnswer, type ReturnState } from '../core/index.js';

/** The order of a visit, and how often the page has been shown before. */
export interface ReturnVisit {
  /** `transactionid` of the address (spec §6); a stranger can write any text there. */
  readonly orderId: string;
  /** Name of the terminal group, where several have orders with the same ids. */
  readonly group: string | undefined;
  /** 0 on the shopper's return, then one more each time. */
  readonly refreshes: number;
}

/** Least time between two reads of the service for an open page, in milliseconds, for each order and process. */
const LEAST_GAP_MS = 2_000;
/** Seconds between reads: after 2, 5, 10, 20 and 30 seconds, then 1, 2, 3 and 5 minutes after the return; then no more. */
const GAPS_S = [2, 3, 5, 10, 10, 30, 60, 60, 120];
/** Width of the columns that the id is compared with. */
export const MAX_ORDER_ID = 64;
/** Errors that a stranger can cause, or a shop with the same ids in two groups. */
const EXPECTED: ReadonlySet<string> = new Set(['ORDER_UNKNOWN']);

/** Shows the state of an order to returning shoppers: with one get-order, and never worse than "being confirmed". */
@Injectable()
export class ReturnPages {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Return'));

  constructor(
    private readonly orders: OrdersService,
    private readonly texts: ErrorRedactor,
  ) {}

  /**
   * The state of the order. Never throws: a state that cannot be known now is "being confirmed". So is an unknown order, for
   * which the service is not read either.
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
