import { ACKNOWLEDGEMENT, REFUSAL_BODIES } from '../../../src/protocol/acknowledgement.js';
import { deliveryKey } from '../../../src/protocol/signature.js';
import {
  authenticate,
  transactionIdOf,
  type IncomingNotification,
  type VerifiedNotification,
} from '../../../src/shop/notifications/intake/notification-authenticator.js';
import { DatabaseTrouble, type Activity } from '../engine/host.js';
import type { HostClock, Setting } from './setting.js';
import { idle, type InboxRow } from './tables.js';

/** A request on its way to the notification address. */
export interface Delivery {
  readonly request: IncomingNotification;
  /** What is signed, or pretends to be, is about this order. */
  readonly named: string;
  readonly isForged: boolean;
  readonly answer: (response: { readonly status: number; readonly body: string }, key: string | null) => void;
}

const REFUSED = { status: 401, body: REFUSAL_BODIES.refused };
const UNAVAILABLE = { status: 503, body: REFUSAL_BODIES.unavailable };
const GROUP = 'web';

/** Takes one request: proved, stored, committed, and only then acknowledged. */
export function* receive(setting: Setting, clock: HostClock, delivery: Delivery): Activity {
  const { agenda, random, tables, quirks } = setting;
  const verified = judge(setting, clock, delivery);
  if (verified === null) return delivery.answer(REFUSED, null);
  const key = deliveryKey({ group: GROUP, timestamp: verified.timestamp, mac: verified.mac });
  if (quirks.acknowledgesBeforeCommit) delivery.answer(ACKNOWLEDGEMENT, key);
  yield agenda.now + random.between(1, 20);
  try {
    tables.run(() => store(setting, delivery, { key, verified }));
  } catch (error) {
    if (!(error instanceof DatabaseTrouble)) throw error;
    return delivery.answer(UNAVAILABLE, null);
  }
  yield agenda.now + random.between(1, 5);
  delivery.answer(ACKNOWLEDGEMENT, key);
}

function judge({ key, quirks }: Setting, clock: HostClock, { request }: Delivery): VerifiedNotification | null {
  const result = authenticate(request, [key], clock.now);
  if (result.ok) return result.notification;
  const isLetIn = quirks.acceptsForged && result.refusal === 'refused';
  const isMixedUp = quirks.trustsQuery && result.refusal === 'orderMismatch';
  if (!isLetIn && !isMixedUp) return null;
  const mac = Buffer.from(String(request.headers['auth'] ?? ''));
  const orderId = transactionIdOf(request.query) ?? '';
  return { orderId, timestamp: '0', signedAt: 0, keyId: '', mac, body: request.rawBody ?? Buffer.alloc(0) };
}

function store(
  { agenda, tables, orderMonitor }: Setting,
  delivery: Delivery,
  { key, verified }: { readonly key: string; readonly verified: VerifiedNotification },
): void {
  if (tables.received.has(key)) return;
  const json = Buffer.from(verified.body).toString('utf8');
  const { orderId } = verified;
  const state = 'pending' as const;
  const row: InboxRow = {
    ...idle(agenda.now),
    id: tables.newId(),
    deliveryKey: key,
    orderId,
    json,
    receivedAt: agenda.now,
    state,
  };
  tables.inbox.push(row);
  tables.received.set(key, row);
  orderMonitor.stored(row, delivery);
}
