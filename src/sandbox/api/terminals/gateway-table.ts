import { ISSUERS } from '../../payments/index.js';
import { isPayLater } from '../../orders/index.js';
import type { ServiceJson } from '../../core/index.js';

/** A way to pay that a shop can offer (protocol §2.9). */
export interface Gateway {
  readonly id: string;
  readonly name: string;
  /** Currencies that it takes; none means all. */
  readonly currencies: readonly string[];
  /** Countries of shoppers; none means all. */
  readonly countries: readonly string[];
  /** Whether it is one of the cards, which can be shown as one. */
  readonly card: boolean;
}

const gateway = (id: string, name: string, fields: Partial<Gateway> = {}): Gateway => ({
  id,
  name,
  currencies: ['EUR'],
  countries: [],
  card: false,
  ...fields,
});
const CARD = { currencies: [], card: true } as const;

/** What the sandbox's accounts have switched on. */
export const GATEWAYS: readonly Gateway[] = [
  gateway('IDEAL', 'iDEAL', { countries: ['NL'] }),
  gateway('VISA', 'Visa', CARD),
  gateway('MASTERCARD', 'Mastercard', CARD),
  gateway('MAESTRO', 'Maestro', CARD),
  gateway('AMEX', 'American Express', CARD),
  gateway('MISTERCASH', 'Bancontact', { countries: ['BE'] }),
  gateway('PAYPAL', 'PayPal', { currencies: [] }),
  gateway('BANKTRANS', 'Bank transfer', { currencies: [] }),
  gateway('DIRDEB', 'SEPA Direct Debit'),
  gateway('KLARNA', 'Klarna', { countries: ['AT', 'BE', 'DE', 'NL'] }),
  gateway('PAYAFTER', 'Pay After Delivery', { countries: ['NL'] }),
  gateway('EINVOICE', 'E-Invoicing', { countries: ['NL'] }),
  gateway('IN3', 'in3', { countries: ['NL'] }),
  gateway('TRUSTLY', 'Trustly'),
];

const ALL_CARDS = gateway('CREDITCARD', 'Cards', CARD);

/** What narrows the list. */
export interface GatewayFilter {
  readonly country: string | null;
  readonly currency: string | null;
  /** Show all cards as one. */
  readonly groupCards: boolean;
}

/** The ways to pay that are left. */
export function listGateways({ country, currency, groupCards }: GatewayFilter): Gateway[] {
  const wanted = GATEWAYS.filter((each) => takes(each.countries, country) && takes(each.currencies, currency));
  if (!groupCards) return wanted;
  const others = wanted.filter(({ card }) => !card);
  return others.length === wanted.length ? others : [ALL_CARDS, ...others];
}

/** The one of this id, whatever its case; null when the account has none: error 1023. */
export function findGateway(id: string): Gateway | null {
  return [...GATEWAYS, ALL_CARDS].find((each) => each.id === id.toUpperCase()) ?? null;
}

/** The banks among which a shopper chooses; none where the method has no such choice. */
export function issuersOf({ id }: Gateway): ServiceJson[] {
  return id === 'IDEAL' ? ISSUERS.map(({ code, description }) => ({ code, description })) : [];
}

/** Kinds of goods, as a shop says what it sells. The codes are the sandbox's own. */
export const CATEGORIES: readonly { readonly code: string; readonly description: string }[] = [
  { code: 'books', description: 'Books and magazines' },
  { code: 'clothing', description: 'Clothing and shoes' },
  { code: 'digital', description: 'Digital goods' },
  { code: 'electronics', description: 'Electronics' },
  { code: 'food', description: 'Food and drink' },
  { code: 'home', description: 'House and garden' },
];

/** An item of `GET /gateways`. */
export function gatewayItem({ id, name }: Gateway): ServiceJson {
  return { id, description: name };
}

/** An item of `GET /payment-methods`. */
export function paymentMethodItem(gateway: Gateway): ServiceJson {
  const { id, name, currencies, countries } = gateway;
  const issuers = issuersOf(gateway);
  return {
    id,
    name,
    type: 'payment-method',
    additional_data: issuers.length > 0 ? { issuers } : {},
    allowed_amount: { min: 1, max: null },
    allowed_countries: countries,
    allowed_currencies: currencies,
    apps: { fastcheckout: { is_enabled: false }, payment_components: { is_enabled: false, has_fields: false } },
    brands: [],
    preferred_countries: countries,
    required_customer_data: [],
    shopping_cart_required: isPayLater(id),
    tokenization: { is_enabled: false, models: null },
  };
}

function takes(allowed: readonly string[], wanted: string | null): boolean {
  return wanted === null || allowed.length === 0 || allowed.includes(wanted.toUpperCase());
}
