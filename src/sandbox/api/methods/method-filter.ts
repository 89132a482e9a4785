import { METHOD_TABLE, takesCurrency, type SandboxMethod } from '../../orders/index.js';

/** The filter of the list of payment methods; null: no filter. */
export interface MethodFilter {
  /** ISO 3166-1 alpha-2 of the shopper. */
  readonly country: string | null;
  readonly currency: string | null;
  /** Minor units. */
  readonly amount: number | null;
  readonly type: string | null;
  readonly includeCoupons: boolean;
  /** Shows all cards as one method. */
  readonly groupCards: boolean;
}

/** The service's name for a kind of method in its lists. */
export type MethodListType = 'payment-method' | 'coupon';

const ALL_CARDS = 'CREDITCARD';

/** Whether a method is listed as a coupon or as a payment method. */
export function listedType({ kind }: SandboxMethod): MethodListType {
  return kind === 'gift-card' ? 'coupon' : 'payment-method';
}

/** The payment methods that match: those that can pay an order with these facts. */
export function listMethods(filter: MethodFilter): SandboxMethod[] {
  const tests = [isShown, isOfType, takesCountry, takesMoney];
  return METHOD_TABLE.filter((method) => method.listed && tests.every((test) => test(method, filter)));
}

type Test = (method: SandboxMethod, filter: MethodFilter) => boolean;

const isShown: Test = ({ kind, code }, { groupCards }) => kind !== 'card' || (code === ALL_CARDS) === groupCards;

const isOfType: Test = (method, { type, includeCoupons }) => {
  const listed = listedType(method);
  return type === null ? listed === 'payment-method' || includeCoupons : listed === type;
};

const takesCountry: Test = ({ countries }, { country }) =>
  country === null || countries.length === 0 || countries.includes(country.toUpperCase());

const takesMoney: Test = (method, { currency, amount }) =>
  (currency === null || takesCurrency(method, currency.toUpperCase())) && (amount === null || isWithin(method, amount));

function isWithin({ maxAmount }: SandboxMethod, amount: number): boolean {
  return amount >= 1 && (maxAmount === null || amount <= maxAmount);
}
