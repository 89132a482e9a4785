import { FieldReader } from '../field-reader.js';
import { readIssuers, type Issuer } from './checkout.responses.js';

/** URLs of one picture in three formats; `null` if there is none. */
export interface MethodIcons {
  readonly large: string | null;
  readonly medium: string | null;
  readonly vector: string | null;
}

/** A card or wallet that belongs to a payment method (protocol §2.9). */
export interface PaymentMethodBrand {
  readonly id: string;
  readonly name: string | null;
  /** ISO 3166-1 alpha-2; empty means all. */
  readonly allowed_countries: readonly string[];
  readonly icon_urls: MethodIcons;
}

/** Where a method can be offered, besides a payment page. */
export interface MethodApps {
  readonly fastcheckout: { readonly is_enabled: boolean };
  readonly payment_components: {
    readonly is_enabled: boolean;
    /** Whether the component asks the customer for data. */
    readonly has_fields: boolean;
    readonly qr: { readonly supported: boolean };
  };
}

/** A payment method that can be offered, in the service's own field names (protocol §2.9). */
export interface OfferedPaymentMethod {
  /** The value for `gateway` of an order, such as `IDEAL`. */
  readonly id: string;
  /** For the customer, in the requested language. */
  readonly name: string | null;
  readonly description: string | null;
  /** `payment-method` or `coupon`, as received. */
  readonly type: string | null;
  /** Integer minor units; `max` is `null` if there is no limit. */
  readonly allowed_amount: { readonly min: number | null; readonly max: number | null };
  /** ISO 3166-1 alpha-2 of the customer; empty means all. */
  readonly allowed_countries: readonly string[];
  /** ISO 4217; empty means all. */
  readonly allowed_currencies: readonly string[];
  readonly preferred_countries: readonly string[];
  /** Fields of the customer that the method requires in an order. */
  readonly required_customer_data: readonly string[];
  readonly shopping_cart_required: boolean;
  readonly icon_urls: MethodIcons;
  readonly brands: readonly PaymentMethodBrand[];
  /** Whether the customer's means of payment can be stored. */
  readonly tokenization: boolean;
  /** For what it can be stored, as received: `cardonfile`, `subscription`, `unscheduled`. */
  readonly tokenization_models: readonly string[];
  readonly apps: MethodApps;
  /** Banks to choose from, if the method has them. */
  readonly issuers: readonly Issuer[];
}

/** A gateway of the account: the short form of a payment method (protocol §2.9). */
export interface Gateway {
  /** The value for `gateway` of an order. */
  readonly id: string;
  readonly description: string | null;
  /** `coupon` for gift cards and vouchers; otherwise `null`. */
  readonly type: string | null;
}

/**
 * Reads the payment methods of an account (protocol §2.9). Never throws on a JSON value. Entries without an `id` are
 * left out, because an order cannot name them.
 *
 * @param data - `data` of the answer
 * @example
 * readPaymentMethods([{ id: 'IDEAL', name: 'iDEAL' }])[0]?.id; // 'IDEAL'
 */
export function readPaymentMethods(data: unknown): OfferedPaymentMethod[] {
  return withId(new FieldReader({ data }, '', []).list('data')).map(([reader, id]) => ({
    id,
    ...reader.texts(['name', 'description', 'type'] as const),
    allowed_amount: readRange(reader.object('allowed_amount')),
    allowed_countries: textsIn(reader, 'allowed_countries'),
    allowed_currencies: textsIn(reader, 'allowed_currencies'),
    preferred_countries: textsIn(reader, 'preferred_countries'),
    required_customer_data: textsIn(reader, 'required_customer_data'),
    shopping_cart_required: reader.flag('shopping_cart_required'),
    icon_urls: readIcons(reader),
    brands: withId(reader.list('brands')).map(([brand, brandId]) => ({
      id: brandId,
      name: brand.text('name'),
      allowed_countries: textsIn(brand, 'allowed_countries'),
      icon_urls: readIcons(brand),
    })),
    tokenization: reader.object('tokenization').flag('is_enabled'),
    tokenization_models: namesIn(reader.object('tokenization').raw('models')),
    apps: readApps(reader.object('apps')),
    issuers: readIssuers(reader.object('additional_data').raw('issuers')),
  }));
}

/**
 * Reads the gateways of an account (protocol §2.9). Never throws on a JSON value; entries without an `id` are left out.
 *
 * @example
 * readGateways([{ id: 'IDEAL', description: 'iDEAL' }])[0]?.type; // null
 */
export function readGateways(data: unknown): Gateway[] {
  return withId(new FieldReader({ data }, '', []).list('data')).map(([reader, id]) => ({
    id,
    ...reader.texts(['description', 'type'] as const),
  }));
}

function withId(readers: readonly FieldReader[]): [FieldReader, string][] {
  return readers.flatMap((reader): [FieldReader, string][] => {
    const id = reader.id('id');
    return id === null ? [] : [[reader, id]];
  });
}

const readIcons = (reader: FieldReader): MethodIcons =>
  reader.object('icon_urls').texts(['large', 'medium', 'vector'] as const);

function readApps(reader: FieldReader): MethodApps {
  const components = reader.object('payment_components');
  return {
    fastcheckout: { is_enabled: reader.object('fastcheckout').flag('is_enabled') },
    payment_components: {
      is_enabled: components.flag('is_enabled'),
      has_fields: components.flag('has_fields'),
      qr: { supported: components.object('qr').flag('supported') },
    },
  };
}

function readRange(reader: FieldReader): { min: number | null; max: number | null } {
  return { min: reader.amount('min'), max: reader.amount('max') };
}

function textsIn(reader: FieldReader, name: string): string[] {
  const value = reader.raw(name);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** A list of names, or an object with true or false for each name. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string')
    : Object.keys(value).filter((name) => new FieldReader(value, '', []).flag(name));
}
