import type { Request, Response } from 'express';
import { ApiClient, errorOf } from '../api/api-client';
import {
  ACTIVE_ORDER,
  ADD,
  ADJUST,
  BASKET,
  CHECKOUT,
  CREATE_PAYMENT,
  ORDER_BY_CODE,
  PAYMENT_STATUS,
  PRODUCTS,
  REOPEN,
  SET_ADDRESS,
  SET_CUSTOMER,
  SET_SHIPPING,
} from '../api/shop-queries';
import type {
  BasketSeen,
  CountrySeen,
  MaybeError,
  OrderSeen,
  PaymentStatusSeen,
  ProductSeen,
  ShippingSeen,
} from '../api/shop-types';
import { PAYMENT_METHOD } from '../catalogue/payment-method';
import type { Settings } from '../settings';
import type { CheckoutForm } from './checkout-form';
import { readCookie, setCookie, SHOPPER } from './cookies';

/** Where to pay, or why not. */
export type PaymentAnswer = { readonly paymentUrl: string } | { readonly problem: string };

/** One shopper's dealings with the Shop API. A problem is a sentence for the shopper; undefined: all went well. */
export class Shopper {
  private constructor(private readonly api: ApiClient) {}

  /** The shopper of a request: the session is kept in a cookie. */
  static of(request: Request, response: Response, { serverUrl }: Settings): Shopper {
    const keep = (token: string): void => setCookie(response, SHOPPER, token);
    return new Shopper(new ApiClient(`${serverUrl}/shop-api`, readCookie(request, SHOPPER), keep));
  }

  async products(): Promise<{ products: readonly ProductSeen[]; inBasket: number }> {
    const { products, activeOrder } = await this.api.ask<{
      products: { items: ProductSeen[] };
      activeOrder: { totalQuantity: number } | null;
    }>(PRODUCTS);
    return { products: products.items, inBasket: activeOrder?.totalQuantity ?? 0 };
  }

  async basket(): Promise<BasketSeen | null> {
    const { activeOrder } = await this.api.ask<{ activeOrder: BasketSeen | null }>(BASKET);
    return activeOrder;
  }

  async checkout(): Promise<{
    basket: BasketSeen | null;
    methods: readonly ShippingSeen[];
    countries: readonly CountrySeen[];
  }> {
    const answer = await this.api.ask<{
      activeOrder: BasketSeen | null;
      eligibleShippingMethods: ShippingSeen[];
      availableCountries: CountrySeen[];
    }>(CHECKOUT);
    return {
      basket: answer.activeOrder,
      methods: answer.eligibleShippingMethods,
      countries: answer.availableCountries,
    };
  }

  async add(variantId: string): Promise<string | undefined> {
    return (await this.reopen()) ?? this.change(ADD, { id: variantId });
  }

  async adjust(lineId: string, quantity: number): Promise<string | undefined> {
    return (await this.reopen()) ?? this.change(ADJUST, { id: lineId, quantity });
  }

  /** Writes down who buys, and where it goes. */
  async deliverTo(form: CheckoutForm): Promise<string | undefined> {
    const { email, firstName, lastName } = form;
    const address = {
      fullName: `${firstName} ${lastName}`,
      streetLine1: form.street,
      postalCode: form.postalCode,
      city: form.city,
      countryCode: form.country,
    };
    return (
      (await this.reopen()) ??
      (await this.change(SET_CUSTOMER, { input: { emailAddress: email, firstName, lastName } })) ??
      (await this.change(SET_ADDRESS, { input: address })) ??
      (await this.change(SET_SHIPPING, { id: [form.shipping] }))
    );
  }

  /** Asks the plugin where to pay. It may be asked again at any time: the order stays the same. */
  async pay(): Promise<PaymentAnswer> {
    const { createTillbridgePayment: payment } = await this.api.ask<{
      createTillbridgePayment: MaybeError & { paymentUrl?: string };
    }>(CREATE_PAYMENT, { input: { paymentMethodCode: PAYMENT_METHOD } });
    const { paymentUrl } = payment;
    return paymentUrl ? { paymentUrl } : { problem: errorOf(payment) ?? 'There is no payment page.' };
  }

  /**
   * An order and how its payment stands; the plugin asks the service while it is open.
   *
   * @throws ApiError for an order of someone else
   */
  async order(code: string): Promise<{ order: OrderSeen; status: PaymentStatusSeen }> {
    const { tillbridgePaymentStatus: status } = await this.api.ask<{ tillbridgePaymentStatus: PaymentStatusSeen }>(
      PAYMENT_STATUS,
      { code },
    );
    const { activeOrder } = await this.api.ask<{ activeOrder: OrderSeen | null }>(ACTIVE_ORDER);
    if (activeOrder?.code === code) return { order: activeOrder, status };
    const { orderByCode } = await this.api.ask<{ orderByCode: OrderSeen }>(ORDER_BY_CODE, { code });
    return { order: orderByCode, status };
  }

  /** An order that waits for its payment cannot be changed; it becomes a basket again. */
  private async reopen(): Promise<string | undefined> {
    const basket = await this.basket();
    return basket?.state === 'ArrangingPayment' ? this.change(REOPEN, {}) : undefined;
  }

  private async change(mutation: string, variables: Record<string, unknown>): Promise<string | undefined> {
    const answer = await this.api.ask<Record<string, MaybeError>>(mutation, variables);
    const [result] = Object.values(answer);
    return result && errorOf(result);
  }
}
