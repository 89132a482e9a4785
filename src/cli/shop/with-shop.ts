import type { Output } from '../output/index.js';
import type { OpenShop, ShopFlags } from './open-shop.js';

/** Work in an open shop. */
type ShopWork<T> = (shop: OpenShop) => Promise<T>;

/**
 * Opens the shop, runs work with it, and closes it. Nest and TypeORM are loaded here and not with the command, because
 * its help needs neither.
 *
 * @throws CliError like `runInShop`
 * @example
 * ```ts
 * const find = (flags: ShopFlags, output: Output, orderId: string) =>
 *   withShop(flags, output, ({ payments }) => payments.orders.find(orderId));
 * ```
 */
export const withShop = async <T>(flags: ShopFlags, output: Output, work: ShopWork<T>): Promise<T> =>
  (await import('./open-shop.js')).runInShop(flags, output, work);

/** The same for a shop that may be unable to start: none of its code has started. */
export const withCreatedShop = async <T>(flags: ShopFlags, output: Output, work: ShopWork<T>): Promise<T> =>
  (await import('./open-shop.js')).runInCreatedShop(flags, output, work);
