import { Inject, Injectable } from '@nestjs/common';
import type { Order, RequestContext } from '@vendure/core';
import type { CreateOrderInput, CustomerInput } from 'tillbridge';
import { PLUGIN_OPTIONS } from '../constants';
import type { RedirectUrl, TillbridgePluginOptions } from '../options/plugin-options';
import { originOf, redirectOrigins } from '../options/resolve-options';
import type { PreparedPayment } from './payment-preparation.service';

/** What a storefront may choose besides the payment method. */
export interface AskedAddresses {
  readonly gateway?: string | null;
  readonly redirectUrl?: string | null;
  readonly cancelUrl?: string | null;
}

/** Makes the request of a payment order from a Vendure order. */
@Injectable()
export class PaymentRequests {
  constructor(@Inject(PLUGIN_OPTIONS) private readonly options: TillbridgePluginOptions) {}

  /** @throws Error if the shop's `enrichOrder` or `redirectUrl` throws */
  async build(ctx: RequestContext, prepared: PreparedPayment, asked: AskedAddresses): Promise<CreateOrderInput> {
    const { order, record, money, args } = prepared;
    const redirectUrl = await this.address(ctx, order, asked.redirectUrl, this.options.redirectUrl);
    const cancelUrl = await this.address(ctx, order, asked.cancelUrl, this.options.cancelUrl ?? redirectUrl);
    const base: CreateOrderInput = {
      orderId: record.paymentOrderId,
      amount: money,
      description: `Order ${order.code}`,
      redirectUrl,
      cancelUrl,
      closeWindow: false,
      customer: customerOf(ctx, order),
      ...gatewayOf(asked.gateway, args.gateway),
      ...(args.manualCapture ? { capture: 'manual' as const } : {}),
      ...(args.daysActive ? { daysActive: args.daysActive } : {}),
    };
    const { orderId, amount } = base;
    return {
      ...base,
      ...(await this.options.enrichOrder?.(ctx, order, base)),
      orderId,
      amount,
      redirectUrl,
      cancelUrl,
    };
  }

  /** The storefront's address if it is allowed; otherwise the shop's setting. */
  private async address(
    ctx: RequestContext,
    order: Order,
    asked: string | null | undefined,
    set: RedirectUrl,
  ): Promise<string> {
    if (asked && isAllowed(asked, redirectOrigins(this.options))) return asked;
    const url = typeof set === 'function' ? await set(ctx, order) : set;
    return url.replaceAll('{code}', encodeURIComponent(order.code));
  }
}

const isAllowed = (url: string, origins: readonly string[]): boolean => origins.includes(originOf(url) ?? '');

const gatewayOf = (asked?: string | null, set?: string): { gateway?: string } => {
  const gateway = set || asked;
  return gateway ? { gateway } : {};
};

/** What the service takes as such. Vendure takes any text, and whoever mistypes an address should be able to pay. */
const FORMS: Readonly<Record<string, RegExp>> = { email: /^[^\s@]{1,64}@[^\s@]+$/, country: /^[A-Z]{2}$/ };

/** The customer as far as Vendure knows; fields that the service would refuse, such as those that are too long, are left out. */
function customerOf(ctx: RequestContext, order: Order): CustomerInput {
  const { customer, billingAddress, shippingAddress } = order;
  const address = billingAddress?.streetLine1 ? billingAddress : shippingAddress;
  const fields: Record<string, string | undefined | null> = {
    first_name: customer?.firstName,
    last_name: customer?.lastName,
    email: customer?.emailAddress,
    phone: fitting(address?.phoneNumber ?? customer?.phoneNumber, 25),
    company_name: address?.company,
    address1: address?.streetLine1,
    address2: address?.streetLine2,
    zip_code: address?.postalCode,
    city: address?.city,
    state: address?.province,
    country: address?.countryCode,
    locale: ctx.languageCode,
  };
  const known = Object.entries(fields).filter(
    ([name, value]) => value && value.length <= 200 && (FORMS[name]?.test(value) ?? true),
  );
  // Fraud checks of cards and pay-later methods use them; the module sends what is left of them after the proxies.
  const browser = { ip_address: ctx.req?.ip ?? null, user_agent: ctx.req?.headers['user-agent'] ?? null };
  return { ...Object.fromEntries(known), ...browser };
}

const fitting = (value: string | undefined, length: number): string | undefined =>
  value && value.length <= length ? value : undefined;
