import {
  isPaymentError,
  refundCartOf,
  type Money,
  type Order,
  type PaymentError,
  type RefundCartReading,
} from '../../protocol/index.js';
import type { FormFields } from '../../pages/page-handler.js';
import type { Payments } from '../../shop/payments/index.js';
import type { OrderName } from './order-address.js';
import type { RefundedArticles } from './refunded-articles.js';

/** One article of an order, as read from the service. */
export interface Article {
  /** Its index in the cart. */
  readonly index: number;
  readonly name: string;
  /** The quantity, as decimal text. */
  readonly quantity: string;
  /** How many of them were refunded, or are being refunded, by articles. */
  readonly refunded: number;
  /** The total cost, tax included; null if it cannot be computed. */
  readonly total: Money | null;
}

/** Some of the articles of an order. */
export interface ArticlesPart {
  readonly articles: readonly Article[];
  /** The index of the first of them in the cart. */
  readonly first: number;
  /** How many the order has. */
  readonly count: number;
}

/** Articles of an order, or why the service could not be read. */
export type ArticlesReading = ArticlesPart | { readonly error: PaymentError };

/** The most lines that a page shows, because the number of form fields is limited. */
export const MOST_ARTICLES = 15;

interface ArticlesSources {
  readonly payments: Payments;
  readonly refunded: RefundedArticles;
}

/**
 * Reads articles of an order from the service; changes nothing.
 *
 * @param from - index of the first one, as an address says it; one that the order does not have: the beginning
 */
export async function readArticles(
  { payments, refunded }: ArticlesSources,
  order: OrderName,
  from: string,
): Promise<ArticlesReading> {
  try {
    const read = await fetched(payments, order);
    const { items } = read.shopping_cart;
    const counts = await refunded.countsFor(order, items);
    const first = /^\d{1,5}$/.test(from) && Number(from) < items.length ? Number(from) : 0;
    const shown = items.map((_, index) => index).slice(first, first + MOST_ARTICLES);
    const articles = shown.map((index) => ({ ...articleAt(read, index), refunded: counts[index] ?? 0 }));
    return { articles, first, count: items.length };
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    return { error };
  }
}

/** The chosen articles and their cost, read from the service now; null if none was chosen. */
export async function chosenArticles(
  payments: Payments,
  order: OrderName,
  form: FormFields,
): Promise<RefundCartReading | null> {
  const lines = [...form]
    .flatMap(([name, value]) => (value === 'yes' ? (/^article-(\d{1,5})$/.exec(name)?.[1] ?? []) : []))
    .map((index) => Number(index))
    .map((index) => ({ index, quantity: (form.get(`quantity-${index}`) ?? '').trim().replace(',', '.') || undefined }));
  return lines.length === 0 ? null : refundCartOf(await fetched(payments, order), lines.map(withoutAbsent));
}

const withoutAbsent = ({ index, quantity }: { index: number; quantity: string | undefined }) =>
  quantity === undefined ? { index } : { index, quantity };

/** Reads the attempt that was paid: it has the paid articles. */
const fetched = async ({ orders }: Payments, { group, orderId }: OrderName): Promise<Order> =>
  orders.fetch(await orders.serviceOrderId(orderId, { group }), { group });

function articleAt(read: Order, index: number): Omit<Article, 'refunded'> {
  const { name, quantity } = read.shopping_cart.items[index]!;
  const whole = refundCartOf(read, [{ index }]);
  return { index, name: name ?? '', quantity: quantity ?? '1', total: whole.ok ? whole.amount : null };
}
