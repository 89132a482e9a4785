import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  isGraphQlErrorResult,
  OrderService,
  Promotion,
  PromotionService,
  type Order,
  type RequestContext,
} from '@vendure/core';
import { paymentInHand } from '../payment-method/known-payment';
import { TillbridgePaymentError } from './checkout.results';

const REMOVED = new TillbridgePaymentError(
  'A coupon of this order no longer holds. Please look at the new total before you pay.',
  'COUPON_REMOVED',
  false,
);

/** Orders in these states were not placed yet. */
const OPEN: ReadonlySet<string> = new Set(['AddingItems', 'ArrangingPayment']);
/** Its uses are counted: two payment pages must not use a last one twice. */
const LIMIT = 'CouponCodeLimitError';

/**
 * Coupons are judged when a payment page is asked for, and not again when the money comes: it may take days, and what was paid is the
 * price that was agreed on. Vendure judges them whenever a payment is added, and takes none for an order whose coupon has ended (decision 053).
 */
@Injectable()
export class Coupons implements OnApplicationBootstrap {
  constructor(
    private readonly promotions: PromotionService,
    private readonly orders: OrderService,
  ) {}

  onApplicationBootstrap(): void {
    const { promotions } = this;
    const validate = promotions.validateCouponCode.bind(promotions);
    promotions.validateCouponCode = async (...asked) => {
      const verdict = await validate(...asked);
      const hasEnded = isGraphQlErrorResult(verdict) && verdict.__typename !== LIMIT;
      return hasEnded && paymentInHand() ? new Promotion() : verdict;
    };
  }

  /**
   * Takes away the coupons of an order that no longer hold, in the transaction of the context.
   *
   * @returns an error if the order costs more now: the shopper should see that before paying
   */
  async review(
    ctx: RequestContext,
    { id, state, customer, couponCodes }: Order,
  ): Promise<TillbridgePaymentError | null> {
    if (!OPEN.has(state)) return null;
    const before = await this.totalOf(ctx, id);
    for (const code of couponCodes) {
      const verdict = await this.promotions.validateCouponCode(ctx, code, customer?.id, id);
      if (isGraphQlErrorResult(verdict)) await this.orders.removeCouponCode(ctx, id, code);
    }
    return (await this.totalOf(ctx, id)) > before ? REMOVED : null;
  }

  private async totalOf(ctx: RequestContext, id: Order['id']): Promise<number> {
    const order = await this.orders.findOne(ctx, id, ['lines', 'shippingLines', 'surcharges']);
    return order?.totalWithTax ?? 0;
  }
}
