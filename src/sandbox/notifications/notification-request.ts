import { createHash } from 'node:crypto';
import { appendNotificationQuery, deliveryTargets, sign, type DeliveryTarget } from '../../protocol/index.js';
import { SECOND_MS } from '../../support/index.js';
import {
  corruptByte,
  type RequestFault,
  type NotificationMethod,
  type SandboxAccount,
  type SandboxSettings,
  writeServiceJson,
} from '../core/index.js';
import { type OrderRecord, refundOrder, type SandboxOrderEntity, serviceOrder } from '../orders/index.js';
import { withQuirk } from './body-quirk.js';
import type { NotificationCause } from './sandbox-notification.entity.js';

/** One complete HTTP request to the shop. */
export interface NotificationRequest {
  readonly method: NotificationMethod;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Exactly the text that is sent; it equals the signed text unless a fault has corrupted it; null for GET. */
  readonly body: string | null;
}

/** The content of a request besides the order. */
export interface NotificationSending {
  readonly url: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly cause: NotificationCause;
  readonly fault: RequestFault | null;
}

// Names the sender in every request, so that no shop takes it for the real service.
const ALWAYS = { Accept: '*/*', 'User-Agent': 'tillbridge-sandbox', 'X-Sandbox': '1' };

/** The addresses a notification about this order goes to: the order's own, then the site's (spec §1.5). */
export function targetsOf(order: SandboxOrderEntity, accounts: readonly SandboxAccount[]): DeliveryTarget[] {
  const account = accounts.find(({ name }) => name === order.group);
  return deliveryTargets({ orderUrl: order.notificationUrl, siteUrl: account?.notificationUrl ?? null });
}

/**
 * The `timestamp` of a round: the current unix seconds, but never one that the notification has had before (spec §6).
 */
export function roundTimestamp(nowMs: number, lastTimestamp: number): number {
  return Math.max(Math.floor(nowMs / SECOND_MS), lastTimestamp + 1);
}

/**
 * Builds the request for one address (spec §2.1, §4.4, §5): POST contains the current order, signed over exactly these
 * bytes; GET has no body and is not signed.
 *
 * @throws Error if the order's terminal group is no longer configured.
 */
export function notificationRequest(
  record: OrderRecord,
  sending: NotificationSending,
  settings: SandboxSettings,
): NotificationRequest {
  const { order } = record;
  const { timestamp, fault } = sending;
  const refund = refundOf(record, sending, settings);
  const url = appendNotificationQuery(sending.url, {
    orderId: refund?.orderId ?? order.orderId,
    timestamp,
    extra: extra(sending, settings),
  });
  if (order.notificationMethod === 'GET') return { method: 'GET', url, headers: { ...ALWAYS }, body: null };
  const { timeZone } = settings;
  const isItself = refund !== null && settings.refundsAs === 'refund';
  const content = isItself ? refundOrder({ order, refund }, timeZone) : serviceOrder(record, timeZone);
  const body = withQuirk(writeServiceJson(content, settings), settings.bodyQuirk);
  const key = keyOf(order, settings.accounts);
  const auth = sign({ timestamp, body, key: fault?.kind === 'wrong-key' ? unknownKey(key) : key });
  const headers = { ...ALWAYS, 'Content-Type': 'application/json', Auth: auth };
  return { method: 'POST', url, headers, body: fault?.kind === 'corrupt' ? corruptByte(body, fault.roll) : body };
}

/** The refund under whose id is reported; null for everything that is reported under the order's. */
function refundOf({ related }: OrderRecord, { cause }: NotificationSending, { refundsAs }: SandboxSettings) {
  if (cause !== 'refund' || refundsAs === 'order') return null;
  const refunds = related.filter(({ type }) => type === 'refund');
  return refunds.toSorted((one, other) => one.modifiedAt - other.modifiedAt).at(-1) ?? null;
}

// Undocumented, but every plugin knows it (protocol §5.5).
function extra({ cause }: NotificationSending, { pretransaction }: SandboxSettings): Record<string, string> {
  return cause === 'unfinished' && pretransaction === 'payload_type' ? { payload_type: 'pretransaction' } : {};
}

function keyOf(order: SandboxOrderEntity, accounts: readonly SandboxAccount[]): string {
  const account = accounts.find(({ name }) => name === order.group);
  if (account === undefined) throw new Error(`The terminal group "${order.group}" of the order is not configured.`);
  return account.apiKey;
}

// Differs from every configured key, and is the same each time, so that a run can be repeated.
function unknownKey(key: string): string {
  return createHash('sha256').update(`no one has this key: ${key}`).digest('hex');
}
