import { findMethod, ICON_SIZES, type MethodLanguage, type SandboxMethod } from '../../orders/index.js';
import { ISSUERS } from '../../payments/index.js';
import type { ServiceJson } from '../../core/index.js';
import { listedType } from './method-filter.js';

/** What an item of a list depends on, besides the method. */
export interface ItemContext {
  /** Address of the sandbox, without a slash at its end. */
  readonly base: string;
  /** `nl_NL` and the like; null: English. */
  readonly locale: string | null;
}

const LANGUAGE_LENGTH = 2;
const LANGUAGES: readonly MethodLanguage[] = ['de', 'es', 'fr', 'nl'];

/** No bank has this one. */
const BIC = 'SANDNL2A';

/** The banks to choose from; empty if the method has no choice. */
export function issuersOf({ code }: SandboxMethod): ServiceJson[] {
  return banksOf(code).map(({ code: bank, description }) => ({ code: bank, description }));
}

const banksOf = (code: string) => (code === 'IDEAL' ? ISSUERS : []);

/** An item of `GET /gateways`. */
export function gatewayItem(method: SandboxMethod, { locale }: ItemContext): ServiceJson {
  const item = { id: method.code, description: nameIn(method, locale) };
  return listedType(method) === 'coupon' ? { ...item, type: 'coupon' } : item;
}

/** An item of `GET /payment-methods`. */
export function paymentMethodItem(method: SandboxMethod, context: ItemContext): ServiceJson {
  const { code, currencies, countries, maxAmount, customerData, needsCart } = method;
  // Here banks have names, and no descriptions (protocol §2.9).
  const issuers = banksOf(code).map(({ code: bank, description }) => ({ bic: BIC, code: bank, name: description }));
  return {
    id: code,
    name: nameIn(method, context.locale),
    type: listedType(method),
    additional_data: issuers.length > 0 ? { issuers } : {},
    allowed_amount: { min: 1, max: maxAmount },
    allowed_countries: countries,
    allowed_currencies: currencies,
    apps: appsOf(method),
    brands: method.brands.flatMap((brand) => brandItem(brand, context)),
    icon_urls: iconUrls(code, context),
    preferred_countries: countries,
    required_customer_data: customerData,
    shopping_cart_required: needsCart,
    tokenization: tokenizationOf(method),
  };
}

function nameIn({ name, localNames }: SandboxMethod, locale: string | null): string {
  const wanted = locale?.slice(0, LANGUAGE_LENGTH).toLowerCase();
  const language = LANGUAGES.find((each) => each === wanted);
  return (language === undefined ? undefined : localNames[language]) ?? name;
}

// The sandbox refuses orders of the type checkout, so no method can be part of one.
function appsOf({ components }: SandboxMethod): ServiceJson {
  const { hasFields = false, qr = false } = components ?? {};
  const payment_components = { is_enabled: components !== null, has_fields: hasFields, qr: { supported: qr } };
  return { fastcheckout: { is_enabled: false }, payment_components };
}

function tokenizationOf({ tokenModels }: SandboxMethod): ServiceJson {
  const models = Object.fromEntries(tokenModels.map((model) => [model, true]));
  return tokenModels.length > 0 ? { is_enabled: true, models } : { is_enabled: false, models: null };
}

function brandItem(code: string, context: ItemContext): ServiceJson[] {
  const method = findMethod(code);
  if (method === null) return [];
  const { name, countries } = method;
  return [{ id: code, name, allowed_countries: countries, icon_urls: iconUrls(code, context) }];
}

function iconUrls(code: string, { base }: ItemContext): ServiceJson {
  return Object.fromEntries(ICON_SIZES.map((size) => [size, `${base}/sandbox/icons/${size}/${code}.svg`]));
}
