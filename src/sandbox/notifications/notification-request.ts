import { appendNotificationQuery, deliveryTargets, sign, type DeliveryTarget } from '../../protocol/index.js';
import { writeServiceJson } from '../http/service-json.js';
import type { NotificationMethod, SandboxOrderEntity } from '../orders/order.entity.js';
import { serviceOrder, type OrderRecord } from '../orders/order-wire.js';
import type { SandboxAccount, SandboxSettings } from '../sandbox.settings.js';

/** One HTTP request to the shop, complete. */
export interface NotificationRequest {
  readonly method: NotificationMethod;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Exactly the text that is signed; null for GET. */
  readonly body: string | null;
}

// Says on every request what it comes from, so that no shop can take it for the real service.
const ALWAYS = { Accept: '*/*', 'User-Agent': 'tillbridge-sandbox', 'X-Sandbox': '1' };
const SECOND_MS = 1_000;

/** The addresses a notification about this order goes to: the order's own, then the site's (spec §1.5). */
export function targetsOf(order: SandboxOrderEntity, accounts: readonly SandboxAccount[]): DeliveryTarget[] {
  const account = accounts.find(({ name }) => name === order.group);
  return deliveryTargets({ orderUrl: order.notificationUrl, siteUrl: account?.notificationUrl ?? null });
}

/** The `timestamp` of a round: now in unix seconds, and never one that the notification has had before (spec §6). */
export function roundTimestamp(nowMs: number, lastTimestamp: number): number {
  return Math.max(Math.floor(nowMs / SECOND_MS), lastTimestamp + 1);
}

/**
 * Builds the request for one address (spec §2.1, §4.4, §5): POST carries the order as it is now, signed over exactly
 * these bytes; GET carries nothing and is not signed.
 *
 * @throws Error when the order's terminal group is no longer configured.
 */
export function notificationRequest(
  record: OrderRecord,
  sending: { url: string; timestamp: number },
  settings: SandboxSettings,
): NotificationRequest {
  const { order } = record;
  const url = appendNotificationQuery(sending.url, { orderId: order.orderId, timestamp: sending.timestamp });
  if (order.notificationMethod === 'GET') return { method: 'GET', url, headers: { ...ALWAYS }, body: null };
  const body = writeServiceJson(serviceOrder(record, settings.timeZone));
  const auth = sign({ timestamp: sending.timestamp, body, key: keyOf(order, settings.accounts) });
  const headers = { ...ALWAYS, 'Content-Type': 'application/json', Auth: auth };
  return { method: 'POST', url, headers, body };
}

function keyOf(order: SandboxOrderEntity, accounts: readonly SandboxAccount[]): string {
  const account = accounts.find(({ name }) => name === order.group);
  if (account === undefined) throw new Error(`The terminal group "${order.group}" of the order is not configured.`);
  return account.apiKey;
}
