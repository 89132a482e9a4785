import type { DetailsOf } from './payment-details.js';

/** What kind of payment method it is. A `gift-card` is listed as a coupon; `prepaid` is a voucher that is none. */
export type MethodKind = 'card' | 'banking' | 'wallet' | 'pay-later' | 'prepaid' | 'gift-card';

/** Languages in which some methods have a name of their own. */
export type MethodLanguage = 'de' | 'es' | 'fr' | 'nl';

/** How a stored means of payment may be used again, as the service spells it in its list. */
export type TokenModel = 'cardonfile' | 'subscription' | 'unscheduled';

/** How the browser components of a method work. */
export interface MethodComponents {
  /** Whether the shopper fills in something. */
  readonly hasFields: boolean;
  /** Whether they can show a code to scan. */
  readonly qr: boolean;
}

/** A payment method of the service: everything that is known of one, in one place. */
export interface SandboxMethod {
  /** The service's code, e.g. `IDEAL`. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** Where the name is another one. */
  readonly localNames: Readonly<Partial<Record<MethodLanguage, string>>>;
  readonly kind: MethodKind;
  /** One line for the shopper. */
  readonly hint: string;
  /** What the order's `payment_details` show beside `type` (spec §2.3). */
  readonly details: DetailsOf;
  /** ISO 4217 codes that it takes; none means all. */
  readonly currencies: readonly string[];
  /** ISO 3166-1 alpha-2 of its shoppers; none means all. */
  readonly countries: readonly string[];
  /** The largest amount, in minor units; null: no limit. */
  readonly maxAmount: number | null;
  /** Codes of the methods that it stands for. */
  readonly brands: readonly string[];
  /** Whether an order needs a shopping cart: whoever lends the money wants to know what for. */
  readonly needsCart: boolean;
  /** Fields of `customer` that it asks for. */
  readonly customerData: readonly string[];
  /** None: the means of payment cannot be stored. */
  readonly tokenModels: readonly TokenModel[];
  /** Null: it has no components for the browser. */
  readonly components: MethodComponents | null;
  /** Whether the account's list has it. One that is a form of another, or is no longer offered to new accounts, is payable only. */
  readonly listed: boolean;
}
