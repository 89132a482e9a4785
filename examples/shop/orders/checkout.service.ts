import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { InjectPayments, isPaymentError, type CustomerInput, type Payments } from 'tillbridge';
import type { Repository } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import type { ShopConfig } from '../config.js';
import { SHOP_CONFIG } from '../shop.tokens.js';
import { newOrderId } from './order-id.js';
import { Purchase } from './purchase.entity.js';

/** A real shop asks for it; this one has one customer. */
const SHOPPER = { first_name: 'Sam', last_name: 'de Vries', email: 'sam@example.org', country: 'NL', locale: 'en_GB' };

/** What the request says of the shopper, for the service's fraud checks. The module takes it as it stands there. */
export type Browser = Pick<CustomerInput, 'ip_address' | 'user_agent'>;

/** Creates an order after *Pay*, and tells where the browser goes next. */
@Injectable()
export class CheckoutService {
  constructor(
    @InjectPayments() private readonly payments: Payments,
    @InjectRepository(Product) private readonly products: Repository<Product>,
    @InjectRepository(Purchase) private readonly purchases: Repository<Purchase>,
    @Inject(SHOP_CONFIG) private readonly config: ShopConfig,
  ) {}

  /**
   * Starts a new purchase of one piece.
   *
   * @returns the payment page's URL, or null if there is nothing to sell
   * @throws PaymentError if the service refuses the order
   */
  async buy(slug: string, browser: Browser): Promise<string | null> {
    const product = await this.products.findOneBy({ slug });
    if (!product || product.stock < 1) return null;
    const purchase = this.purchases.create({
      orderId: newOrderId(),
      productSlug: slug,
      quantity: 1,
      totalMinor: product.priceMinor,
      email: SHOPPER.email,
    });
    return this.wayToPay(await this.purchases.save(purchase), product, browser);
  }

  /**
   * Continues an unpaid purchase. The module decides how: the same page while it is open, the next attempt if it has
   * ended, nothing if money has arrived or is on its way.
   *
   * @returns where to go: a payment page, or the order's own page; null for an unknown order
   * @throws PaymentError if the service refuses the order
   */
  async goOn(orderId: string, browser: Browser): Promise<string | null> {
    const purchase = await this.purchases.findOneBy({ orderId });
    if (!purchase) return null;
    const product = await this.products.findOneByOrFail({ slug: purchase.productSlug });
    try {
      return await this.wayToPay(purchase, product, browser);
    } catch (error) {
      const isSettled = isPaymentError(error, 'ORDER_ALREADY_PAID') || isPaymentError(error, 'ORDER_PAYMENT_PENDING');
      if (isSettled) return `/orders/${orderId}`;
      throw error;
    }
  }

  private async wayToPay({ orderId, total }: Purchase, product: Product, browser: Browser): Promise<string> {
    const returnUrl = `${this.config.publicUrl}/orders/${orderId}`;
    const order = await this.payments.group('web').orders.create({
      orderId,
      amount: total,
      description: product.name,
      redirectUrl: returnUrl,
      cancelUrl: returnUrl,
      customer: { ...SHOPPER, ...browser },
    });
    return order.paymentUrl ?? returnUrl;
  }
}
