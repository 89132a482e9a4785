import type { CartInput } from './cart/index.js';
import type { AddressInput, CustomInfo, CustomerInput } from './customer.types.js';
import type { Money } from './money.js';

/** How the customer pays: on a page of the service, directly with a named method, or through a link that is sent. */
export type OrderType = 'redirect' | 'direct' | 'paymentlink';

/** What a payment method itself needs (protocol §2.1, §7). Other fields are passed on unchanged. */
export interface GatewayInfoInput {
  /** The customer's bank, at most 20 characters (spec §7, 1036). */
  readonly issuer_id?: string | null;
  /** The terminal that takes the payment, at most 50 characters (protocol §7). */
  readonly terminal_id?: string | null;
  /** At most 25 characters. */
  readonly phone?: string | null;
  readonly email?: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string | null;
  readonly gender?: string | null;
  readonly account_id?: string | null;
  readonly account_holder_name?: string | null;
  /** For direct debit. */
  readonly account_holder_iban?: string | null;
  readonly [field: string]: unknown;
}

/**
 * The software that calls the service, for the service's own statistics (protocol §2.1). At most 200 characters each.
 */
export interface PluginInput {
  readonly shop?: string | null;
  readonly shop_version?: string | null;
  readonly plugin_version?: string | null;
  readonly partner?: string | null;
  readonly shop_root_url?: string | null;
}

/** An order to be created (spec §2.5, protocol §2.1). */
export interface CreateOrderInput {
  /** The shop's identifier, unique per site: 1 to 50 letters, digits and the characters `- _ . /`. */
  readonly orderId: string;
  /**
   * 1 to 999,999,999,999,999 minor units (spec §8), in a currency of ISO 4217 that the account supports. Zero
   * (`Money.zero('EUR')`) stores a card without charging it, and needs `recurringModel` and `customer.reference`.
   */
  readonly amount: Money;
  /** 1 to 200 characters, no HTML (spec §8); shown to the customer. */
  readonly description: string;
  /**
   * Payment method code, such as `IDEAL`; if absent, the customer chooses. Required for `direct`, unless `recurringId`,
   * `paymentData`, `paymentToken` or `gatewayInfo.card_number` names the means of payment.
   */
  readonly gateway?: string;
  /** Default `redirect`. */
  readonly type?: OrderType;
  /** Where the service notifies the shop (spec §6), at most 150 characters; default: the address of the site. */
  readonly notificationUrl?: string;
  /** Where the customer returns: http or https, at most 2,000 characters. */
  readonly redirectUrl?: string;
  /** Where the customer returns after cancelling. */
  readonly cancelUrl?: string;
  /** Whether the payment page closes its window at the end. */
  readonly closeWindow?: boolean;
  /** The design of the payment page, by its number in the dashboard. */
  readonly templateId?: string;
  /** ISO 3166-1 codes of the countries from which the order may be paid; default: every country. */
  readonly allowedCountries?: readonly string[];
  readonly customer?: CustomerInput;
  /** The delivery address, if it is not the customer's address. */
  readonly delivery?: AddressInput;
  /** What the customer buys; its lines add up to the amount. Pay-later methods require it (spec §2.5). */
  readonly cart?: CartInput;
  /** Free texts that the service returns with the order: UTF-8, at most 100 characters (not bytes) each (spec §8). */
  readonly var1?: string;
  readonly var2?: string;
  readonly var3?: string;
  /** Seconds for which the order can be paid, 1 to 31,536,000; used instead of days if both are given. Default thirty days. */
  readonly secondsActive?: number;
  /** Days for which the order can be paid, 1 to 365. */
  readonly daysActive?: number;
  /** `manual`: the payment only reserves the money, and the shop captures it later (protocol §2.4). */
  readonly capture?: 'manual';
  /** Whether the service writes to a customer who left without paying. Default: the site's settings. */
  readonly secondChance?: boolean;
  readonly customInfo?: Partial<CustomInfo>;
  readonly gatewayInfo?: GatewayInfoInput;
  /**
   * Stores the means of payment under `customer.reference` (protocol §2.12), and says for what: `cardOnFile` for the
   * customer's own next purchase, `subscription` for equal amounts at fixed times, `unscheduled` for any other charge
   * by the shop. The token is in `payment_details.recurring_id` of the order once it is paid.
   */
  readonly recurringModel?: 'cardOnFile' | 'subscription' | 'unscheduled';
  /** The stored token to charge. With `type: 'direct'` no customer is needed. A secret of the shop. */
  readonly recurringId?: string;
  /** Data that a payment component on the shop's own page has collected; passed on unchanged. */
  readonly paymentData?: Readonly<Record<string, unknown>>;
  /** Token that a wallet (Apple Pay, Google Pay) has given to the shop's own page, as text; passed on unchanged. */
  readonly paymentToken?: string;
  readonly plugin?: PluginInput;
}
