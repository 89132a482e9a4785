import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { InjectPayments, type Payments } from 'tillbridge';
import type { Repository } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import type { ShopConfig } from '../config.js';
import { SHOP_CONFIG } from '../shop.tokens.js';
import { attemptId, newOrderId } from './order-id.js';
import { orderState } from './order-state.js';
import { Purchase } from './purchase.entity.js';

/** A real shop asks for it; this one sells to one customer. */
const SHOPPER = { first_name: 'Sam', last_name: 'de Vries', email: 'sam@example.org', country: 'NL', locale: 'en_GB' };

type NewPurchase = Omit<Purchase, 'number'>;

/** Turns a press on *Pay* into an order, and says where the browser goes next. */
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
   * @returns the payment page's URL, or null when there is nothing to sell
   * @throws PaymentError when the service does not take the order
   */
  async buy(slug: string): Promise<string | null> {
    const product = await this.products.findOneBy({ slug });
    if (!product || product.stock < 1) return null;
    const orderId = newOrderId();
    const purchase = {
      orderId,
      firstOrderId: orderId,
      attempt: 1,
      productSlug: slug,
      quantity: 1,
      email: SHOPPER.email,
    };
    await this.purchases.insert(purchase);
    return this.createOrder(purchase, product);
  }

  /**
   * Tries again: an attempt that is still open is used again, so that nobody pays twice by going back and forth;
   * otherwise there is a new one.
   *
   * @returns where to go: a payment page, or the order's own page when it is paid
   * @throws PaymentError when the service does not take the order
   */
  async tryAgain(orderId: string): Promise<string | null> {
    const asked = await this.purchases.findOneBy({ orderId });
    if (!asked) return null;
    const last = await this.lastAttempt(asked.firstOrderId);
    const order = await this.payments.orders.find(last.orderId);
    const { next } = orderState(order);
    if (next === null) return `/orders/${last.orderId}`;
    return next !== 'new-attempt' && order?.paymentUrl ? order.paymentUrl : this.createNext(last);
  }

  private lastAttempt(firstOrderId: string): Promise<Purchase> {
    return this.purchases.findOneOrFail({ where: { firstOrderId }, order: { attempt: 'DESC' } });
  }

  private async createNext({ number: _number, ...last }: Purchase): Promise<string> {
    const attempt = last.attempt + 1;
    const purchase = { ...last, attempt, orderId: attemptId(last.firstOrderId, attempt) };
    // Two clicks at once: the unique key lets one of them through, the other goes to what the first has made.
    if (!(await this.insertOnce(purchase))) return `/orders/${purchase.orderId}`;
    return this.createOrder(purchase, await this.products.findOneByOrFail({ slug: last.productSlug }));
  }

  private async insertOnce(purchase: NewPurchase): Promise<boolean> {
    try {
      await this.purchases.insert(purchase);
      return true;
    } catch (error) {
      if (await this.purchases.existsBy({ orderId: purchase.orderId })) return false;
      throw error;
    }
  }

  private async createOrder({ orderId }: NewPurchase, product: Product): Promise<string> {
    const returnUrl = `${this.config.publicUrl}/orders/${orderId}`;
    const order = await this.payments.group('web').orders.create({
      orderId,
      amount: product.price,
      description: product.name,
      redirectUrl: returnUrl,
      cancelUrl: returnUrl,
      customer: SHOPPER,
    });
    return order.paymentUrl ?? returnUrl;
  }
}
