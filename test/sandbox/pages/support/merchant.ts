import { submit, type Service } from '../../support/service.js';

/** The merchant pages as a browser without JavaScript uses them, one request at a time. */
export interface Merchant {
  text(path: string): Promise<string>;
  /** The page of an order's transaction, by its `order_id`. */
  pathOf(orderId: string): Promise<string>;
  /** Sends a form with the token that the page of `from` has; follows to the next page and returns it. */
  send(path: string, fields?: Record<string, string>, from?: string): Promise<string>;
}

/** The token in a page's forms. */
export const tokenIn = (page: string): string => String(/name="token" value="([\w-]+)"/.exec(page)?.[1]);

/** Opens the merchant pages of a running sandbox. */
export function openMerchant({ url }: Service): Merchant {
  const text = async (path: string): Promise<string> => (await fetch(url + path)).text();
  return {
    text,
    pathOf: async (orderId) => {
      const page = await text(`/merchant/transactions?search=${encodeURIComponent(orderId)}`);
      return String(/href="(\/merchant\/transactions\/[\w-]{36})"/.exec(page)?.[1]);
    },
    send: async (path, fields = {}, from = '/merchant/clock') => {
      const response = await submit(url + path, { token: tokenIn(await text(from)), back: from, ...fields });
      if (response.status !== 303) throw new Error(`${path} was answered with ${response.status}`);
      return text(String(response.headers.get('location')));
    },
  };
}
