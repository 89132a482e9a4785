import { afterEach } from '@jest/globals';
import { Money, type CreatedPaymentOrder, type TerminalGroupOptions, type TillbridgeOptions } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { canaryKey } from '../../support/canary.js';
import { startShop, type ShopHost, type ShopHostInput } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

/** The merchant of most tests. */
export const NAME = 'till-amsterdam';
export const KEY = canaryKey(NAME);

/** A merchant as the host's own table has it. */
export const merchant = (name: string, change: Partial<TerminalGroupOptions> = {}): TerminalGroupOptions => ({
  name,
  mode: 'sandbox',
  apiKeys: [canaryKey(name)],
  baseUrl: 'http://127.0.0.1:9',
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  refunds: { quietMs: 900_000 },
  ...change,
});

/** A host's table of merchants: what it answers, and what it was asked. */
export class Merchants {
  readonly asked: string[] = [];
  answer: NonNullable<TillbridgeOptions['resolveGroup']> = () => null;

  /** The option. */
  readonly resolve = (name: string): ReturnType<typeof this.answer> => {
    this.asked.push(name);
    return this.answer(name);
  };
}

/** A sandbox with the account of the one merchant, and a table that has him. */
export async function openSandbox(): Promise<{ service: RunningSandbox; merchants: Merchants }> {
  const service = await startSandbox({ terminalGroups: [{ name: NAME, apiKey: KEY }] });
  const merchants = new Merchants();
  merchants.answer = (name) => (name === NAME ? merchant(name, { baseUrl: service.url }) : null);
  return { service, merchants };
}

/** A shop whose groups are all found at run time. */
export const startMerchantShop = (merchants: Merchants, { options, ...input }: ShopHostInput = {}): Promise<ShopHost> =>
  startShop({ ...input, options: { terminalGroups: [], resolveGroup: merchants.resolve, ...options } });

/**
 * Opens shops whose host knows every merchant called `m-…`, and closes them after each test of the file.
 *
 * @returns a function that opens one
 */
export function useMerchantShops(): (input?: ShopHostInput) => Promise<{ shop: ShopHost; merchants: Merchants }> {
  const opened: ShopHost[] = [];
  afterEach(async () => {
    for (const shop of opened.splice(0)) await shop.close();
  });
  return async (input = {}) => {
    const merchants = new Merchants();
    merchants.answer = (name) => (name.startsWith('m-') ? merchant(name) : null);
    const options = { workers: 'off' as const, ...input.options };
    const shop = await startMerchantShop(merchants, { ...input, options });
    opened.push(shop);
    return { shop, merchants };
  };
}

/** Creates an order of the merchant. */
export const createOrder = (shop: ShopHost, orderId: string): Promise<CreatedPaymentOrder> =>
  shop.payments.group(NAME).orders.create({
    orderId,
    amount: Money.of('12.50', 'EUR'),
    description: 'Two mugs',
    notificationUrl: `${shop.url}/payments/notifications/${NAME}`,
    redirectUrl: 'http://localhost:3000/return',
  });

/** Waits until a refund is in a state. */
export const refundIs = (shop: ShopHost, key: string, state: string) =>
  waitFor(
    async () => {
      const refund = await shop.payments.refunds.find({ group: NAME, key });
      return refund?.state === state ? refund : null;
    },
    { what: `refund ${key} to be ${state}` },
  );

/** Waits until an order is paid. */
export const isPaid = (shop: ShopHost, orderId: string) =>
  waitFor(async () => (await shop.payments.orders.find(orderId))?.paid, { what: `order ${orderId} to be paid` });

/** Sends a notification about an order to a merchant's URL. @returns the status of the answer */
export async function notify(
  shop: ShopHost,
  name: string,
  { key = canaryKey(name), orderId = 'N-1', ahead = 0 } = {},
): Promise<number> {
  const at = Date.now() + ahead;
  const body = orderBody({ orderId, amount: 1250, at });
  const { search, headers, body: text } = signedNotification({ key, orderId, body, at });
  const url = `${shop.url}/payments/notifications/${name}${search}`;
  return (await fetch(url, { method: 'POST', headers, body: text })).status;
}
