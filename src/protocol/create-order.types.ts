import type { CartInput } from './cart/index.js';
import type { AddressInput, CustomInfo, CustomerInput } from './customer.types.js';
import type { Money } from './money.js';

/** How the customer gets to pay: by a page of the service, at once by a named method, or by a link that is sent. */
export type OrderType = 'redirect' | 'direct' | 'paymentlink';

/** What a payment method itself wants to know (protocol §2.1, §7). Other fields than these are passed on as they are. */
export interface GatewayInfoInput {
  /** The customer's bank, at most 20 characters (spec §7, 1036). */
  readonly issuer_id?: string | null;
  /** The till that asks for the payment, at most 50 characters (protocol §7). */
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

/** What the software is that asks, for the service's own statistics (protocol §2.1). At most 200 characters each. */
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
   * 1 to 999,999,999,999,999 minor units (spec §8), in a currency of ISO 4217 that the account supports. Nothing
   * (`Money.zero('EUR')`) stores a card without charging it: with `recurringModel` and `customer.reference` only.
   */
  readonly amount: Money;
  /** 1 to 200 characters, no HTML (spec §8); shown to the customer. */
  readonly description: string;
  /**
   * Payment method code, such as `IDEAL`; the customer chooses when absent. Required for `direct`, unless `recurringId`,
   * `paymentData`, `paymentToken` or `gatewayInfo.card_number` says what is charged.
   */
  readonly gateway?: string;
  /** `redirect` unless said otherwise. */
  readonly type?: OrderType;
  /** Where the service notifies the shop (spec §6), at most 150 characters; the site's own address when absent. */
  readonly notificationUrl?: string;
  /** Where the customer returns: http or https, at most 2,000 characters. */
  readonly redirectUrl?: string;
  /** Where the customer returns after giving up. */
  readonly cancelUrl?: string;
  /** Whether the payment page closes its window at the end. */
  readonly closeWindow?: boolean;
  /** The design of the payment page, by its number in the dashboard. */
  readonly templateId?: string;
  /** ISO 3166-1 codes of the countries from which the order may be paid; every country when absent. */
  readonly allowedCountries?: readonly string[];
  readonly customer?: CustomerInput;
  /** Where the goods go, if not to the customer's address. */
  readonly delivery?: AddressInput;
  /** What is bought; its lines add up to the amount. Pay-later methods ask for it (spec §2.5). */
  readonly cart?: CartInput;
  /** Free texts that come back with the order: UTF-8, at most 100 characters (not bytes) each (spec §8). */
  readonly var1?: string;
  readonly var2?: string;
  readonly var3?: string;
  /** Seconds for which the order can be paid, 1 to 31,536,000; wins over days. Thirty days when neither is given. */
  readonly secondsActive?: number;
  /** Days for which the order can be paid, 1 to 365. */
  readonly daysActive?: number;
  /** `manual`: paying only reserves the money, which is captured later (protocol §2.4). */
  readonly capture?: 'manual';
  /** Whether the service writes to a customer who left without paying. As the site's settings say when absent. */
  readonly secondChance?: boolean;
  readonly customInfo?: Partial<CustomInfo>;
  readonly gatewayInfo?: GatewayInfoInput;
  /**
   * Stores what the customer pays with, under `customer.reference` (protocol §2.12), and says what for: `cardOnFile` for
   * the customer's own next purchase, `subscription` for equal amounts at fixed times, `unscheduled` for any other charge
   * of the shop's. The token is in `payment_details.recurring_id` of the order once it is paid.
   */
  readonly recurringModel?: 'cardOnFile' | 'subscription' | 'unscheduled';
  /** The stored payment token to charge. With `type: 'direct'` no customer is needed. A secret of the shop. */
  readonly recurringId?: string;
  /** What a payment component on the shop's own page has collected; passed on as it is. */
  readonly paymentData?: Readonly<Record<string, unknown>>;
  /** What a wallet (Apple Pay, Google Pay) has given the shop's own page, as text; passed on as it is. */
  readonly paymentToken?: string;
  readonly plugin?: PluginInput;
}
