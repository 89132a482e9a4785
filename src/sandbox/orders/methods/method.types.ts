import type { DetailsOf } from './payment-details.js';

/** The kind of a payment method. A `gift-card` is listed as a coupon; `prepaid` is a voucher that is not a coupon. */
export type MethodKind = 'card' | 'banking' | 'wallet' | 'pay-later' | 'prepaid' | 'gift-card';

/** Languages in which some methods have another name. */
export type MethodLanguage = 'de' | 'es' | 'fr' | 'nl';

/** The permitted use of a stored means of payment, in the spelling of the service's list. */
export type TokenModel = 'cardonfile' | 'subscription' | 'unscheduled';

/** How the browser components of a method work. */
export interface MethodComponents {
  /** Whether the shopper fills in fields. */
  readonly hasFields: boolean;
  /** Whether they can show a code to scan. */
  readonly qr: boolean;
}

/** A payment method of the service, with all that is known of it. */
export interface SandboxMethod {
  /** The service's code, e.g. `IDEAL`. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** Names that differ from the English one. */
  readonly localNames: Readonly<Partial<Record<MethodLanguage, string>>>;
  readonly kind: MethodKind;
  /** One line for the shopper. */
  readonly hint: string;
  /** The order's `payment_details` besides `type` (spec §2.3). */
  readonly details: DetailsOf;
  /** Accepted ISO 4217 codes; empty means all. */
  readonly currencies: readonly string[];
  /** ISO 3166-1 alpha-2 of its shoppers; empty means all. */
  readonly countries: readonly string[];
  /** The largest amount, in minor units; null: no limit. */
  readonly maxAmount: number | null;
  /** Codes of the methods that belong to it. */
  readonly brands: readonly string[];
  /** Whether an order needs a shopping cart, because a lender requires one. */
  readonly needsCart: boolean;
  /** The only tax rates of a cart that it takes, per cent; null: any. */
  readonly taxPercents: readonly number[] | null;
  /** Fields of `customer` that it requires. */
  readonly customerData: readonly string[];
  /** Empty: the means of payment cannot be stored. */
  readonly tokenModels: readonly TokenModel[];
  /** Null: it has no components for the browser. */
  readonly components: MethodComponents | null;
  /**
   * Whether the account's list contains it. A variant of another method, or one that new accounts do not get, can only
   * be paid with.
   */
  readonly listed: boolean;
}

/** What is known of a method besides its names. */
export type MethodFields = Omit<SandboxMethod, 'code' | 'name' | 'kind'>;

/** A line of the table of methods: what is not said is as the kind has it. */
export type MethodRow = readonly [code: string, name: string, own?: Partial<MethodFields>];
