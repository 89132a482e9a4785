import type { CustomInfo, CustomerInput } from './customer.types.js';
import type { Money } from './money.js';
import type { NotificationUrlRules } from './notification-url.js';

/** How the customer gets to pay: by a page of the service, at once by a named method, or by a link that is sent. */
export type OrderType = 'redirect' | 'direct' | 'paymentlink';

/** An order to be created (spec §2.5). */
export interface CreateOrderInput {
  /** The shop's identifier, unique per site: 1 to 50 letters, digits and the characters `- _ . /`. */
  readonly orderId: string;
  /** At least one minor unit. */
  readonly amount: Money;
  /** 1 to 200 characters, no HTML; shown to the customer. */
  readonly description: string;
  /** Payment method code, such as `IDEAL`; the customer chooses when absent. Required for `direct`. */
  readonly gateway?: string;
  /** `redirect` unless said otherwise. */
  readonly type?: OrderType;
  /** Where the service notifies the shop; the site's own address when absent. */
  readonly notificationUrl?: string;
  /** Where the customer returns. */
  readonly redirectUrl?: string;
  /** Where the customer returns after giving up. */
  readonly cancelUrl?: string;
  readonly customer?: CustomerInput;
  /** At most 100 characters each. */
  readonly var1?: string;
  readonly var2?: string;
  readonly var3?: string;
  /** Seconds for which the order can be paid, 1 to 31,536,000. */
  readonly secondsActive?: number;
  readonly customInfo?: Partial<CustomInfo>;
  /** What the payment method itself wants to know; passed on as it is. */
  readonly gatewayInfo?: Readonly<Record<string, unknown>>;
}

/** What an order is judged by besides the service's own rules. */
export interface CreateOrderRules {
  /** `live` unless said otherwise. */
  readonly notificationUrl?: NotificationUrlRules;
  /** ISO 4217 codes that the account supports; every code of the table when absent. */
  readonly currencies?: readonly string[];
}
