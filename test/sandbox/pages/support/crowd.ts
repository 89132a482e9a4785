import type { EntityManager } from 'typeorm';
import { SandboxSessionEntity } from '../../../../src/sandbox/orders/sandbox-session.entity.js';
import { SandboxDeliveryEntity } from '../../../../src/sandbox/notifications/sandbox-delivery.entity.js';
import { SandboxNotificationEntity } from '../../../../src/sandbox/notifications/sandbox-notification.entity.js';
import { SandboxOrderEntity } from '../../../../src/sandbox/orders/sandbox-order.entity.js';
import { SandboxTransactionEntity } from '../../../../src/sandbox/orders/sandbox-transaction.entity.js';
import { createId, type Clock } from '../../../../src/support/index.js';

const STATUSES = ['initialized', 'completed', 'declined', 'cancelled', 'shipped'] as const;
const VERDICTS = ['acknowledged', 'refused', 'timeout'] as const;
const CHUNK = 200;

/** How much there is. */
export interface CrowdSize {
  orders: number;
  deliveriesPerOrder: number;
  /** Of the newest order, on top of the others. */
  deliveriesOfOne: number;
}

/** Rows of every table, made by the number of the order. */
interface CrowdRows {
  orders: Partial<SandboxOrderEntity>[];
  sessions: Partial<SandboxSessionEntity>[];
  transactions: Partial<SandboxTransactionEntity>[];
  notifications: Partial<SandboxNotificationEntity>[];
  deliveries: Partial<SandboxDeliveryEntity>[];
}

/** Fills a sandbox's tables; returns the key of the newest order. */
export async function seedCrowd(em: EntityManager, clock: Clock, size: CrowdSize): Promise<string> {
  const rows: CrowdRows = { orders: [], sessions: [], transactions: [], notifications: [], deliveries: [] };
  for (let number = 1; number <= size.orders; number += 1) addOrder(rows, clock, { number, size });
  await insertAll(em, SandboxOrderEntity, rows.orders);
  await insertAll(em, SandboxSessionEntity, rows.sessions);
  await insertAll(em, SandboxTransactionEntity, rows.transactions);
  await insertAll(em, SandboxNotificationEntity, rows.notifications);
  await insertAll(em, SandboxDeliveryEntity, rows.deliveries);
  return String(rows.orders.at(-1)?.id);
}

async function insertAll<T extends object>(em: EntityManager, entity: new () => T, rows: Partial<T>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK).map((row) => Object.assign(new entity(), row));
    await em.createQueryBuilder().insert().into(entity).values(chunk).updateEntity(false).execute();
  }
}

function addOrder(rows: CrowdRows, clock: Clock, { number, size }: { number: number; size: CrowdSize }): void {
  const createdAt = clock.now();
  const status = STATUSES[number % STATUSES.length] ?? 'initialized';
  const of = { orderKey: createId(clock), createdAt };
  const transactionKey = status === 'initialized' ? null : createId(clock);
  const shared = {
    group: number % 2 === 0 ? 'web' : 'till',
    site: 'web',
    orderId: `C-${String(number).padStart(5, '0')}`,
    amount: 1_000 + number,
    currency: 'EUR',
    description: `Order number ${number}`,
    variables: {},
    status,
    financialStatus: status,
    createdAt,
    modifiedAt: createdAt,
  };
  rows.orders.push({
    ...shared,
    id: of.orderKey,
    transactionKey,
    type: 'redirect',
    customer: {},
    customInfo: {},
    notificationMethod: 'POST',
    notificationUrl: 'http://127.0.0.1:9/hook',
    expiresAt: createdAt + 3_600_000,
  });
  const paymentUrl = 'http://127.0.0.1:9/';
  rows.sessions.push({ ...of, id: `session-${number}`, open: transactionKey === null, paymentUrl });
  if (transactionKey !== null) {
    const transactionId = `17672256000${String(number).padStart(5, '0')}`;
    rows.transactions.push({ ...shared, ...of, id: transactionKey, transactionId, type: 'payment', method: 'IDEAL' });
  }
  const count = size.deliveriesPerOrder + (number === size.orders ? size.deliveriesOfOne : 0);
  addDeliveries(rows, clock, { of, count });
}

function addDeliveries(
  rows: CrowdRows,
  clock: Clock,
  { of, count }: { of: { orderKey: string; createdAt: number }; count: number },
): void {
  const notificationId = createId(clock);
  const state = { state: 'acknowledged', rounds: count, dueAt: of.createdAt, cause: 'created' } as const;
  rows.notifications.push({ ...of, ...state, id: notificationId });
  for (let number = 0; number < count; number += 1) {
    rows.deliveries.push({
      id: createId(clock),
      notificationId,
      orderKey: of.orderKey,
      trigger: 'manual',
      level: 'order',
      method: 'POST',
      url: 'http://127.0.0.1:9/hook?transactionid=x',
      headers: { Accept: '*/*' },
      body: 'x'.repeat(1_500),
      timestamp: 1_767_225_600,
      at: of.createdAt,
      durationMs: 3,
      status: 200,
      response: 'OK',
      verdict: VERDICTS[number % VERDICTS.length] ?? 'refused',
    });
  }
}
