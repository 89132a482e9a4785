import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { insertRows, Transactions } from '../../../src/database/engine/index.js';

/** How many rows of each table wait; there are many more that do not. */
export const ROWS_OF_STATE = 40;
/** Attempts that wait for a poll, though their order is paid. */
export const PAID_ATTEMPTS = 2;
const ROWS = 2_000;
const SECOND = 1_000;

/** States of a table that come up so often; the rest is done. */
type Mix = Readonly<Record<string, number>>;

/** The state of a row: first those that wait, then those that someone should look at, then what is done. */
function stateOf(index: number, mix: Mix, done: string): string {
  let first = 0;
  for (const [state, count] of Object.entries(mix)) {
    if (index < first + count) return state;
    first += count;
  }
  return done;
}

interface Table {
  readonly entity: EntityTarget<ObjectLiteral>;
  readonly row: (index: number, now: number) => ObjectLiteral;
}

const id = (index: number): string => `0000-${String(index).padStart(8, '0')}`;
/** Of all rows that wait the first has been due for so many seconds, the others are due later. */
const dueAt = (index: number, now: number, seconds: number): number =>
  index === 0 ? now - seconds * SECOND : now + (index + 1) * SECOND;

const TABLES: readonly Table[] = [
  {
    entity: NotificationEntity,
    row: (index, now) => ({
      id: id(index),
      deliveryKey: id(index),
      group: 'web',
      orderId: `O-${index}`,
      signedAt: now,
      keyId: 'key',
      body: Buffer.from('{}'),
      receivedAt: now,
      state: stateOf(index, { pending: ROWS_OF_STATE, unmatched: 2, parked: 3 }, 'done'),
      dueAt: dueAt(index, now, 90),
    }),
  },
  {
    entity: OutboxEntity,
    row: (index, now) => ({
      id: id(index),
      group: 'web',
      orderId: `O-${index}`,
      transitionId: id(index),
      version: 1,
      effect: 'Mailer.confirm',
      createdAt: now,
      state: stateOf(index, { pending: ROWS_OF_STATE, dead: 4 }, 'done'),
      dueAt: dueAt(index, now, 80),
    }),
  },
  {
    entity: PollEntity,
    row: (index, now) => ({
      id: id(index),
      group: 'web',
      serviceOrderId: `O-${index}`,
      openedAt: now - (index === 0 ? 9_000 : index === 7 ? 7_200 : 60) * SECOND,
      state: stateOf(index, { pending: ROWS_OF_STATE }, 'done'),
      dueAt: dueAt(index, now, 70),
    }),
  },
  {
    entity: PaymentOrderEntity,
    row: (index, now) => ({
      group: 'web',
      orderId: `O-${index}`,
      mode: 'sandbox',
      amount: 1250,
      currency: 'EUR',
      description: 'Two mugs',
      attention: index < 5 ? 'paid_twice' : null,
      paidAt: index < PAID_ATTEMPTS ? now : null,
      createdAt: now,
      updatedAt: now,
    }),
  },
  {
    entity: AttemptEntity,
    row: (index, now) => ({
      group: 'web',
      serviceOrderId: `O-${index}`,
      orderId: `O-${index}`,
      number: 1,
      amount: 1250,
      currency: 'EUR',
      createState: 'created',
      requestFingerprint: '',
      createdAt: now,
      updatedAt: now,
    }),
  },
  {
    entity: RefundEntity,
    row: (index, now) => ({
      id: id(index),
      group: 'web',
      orderId: `O-${index}`,
      serviceOrderId: `O-${index}`,
      origin: 'shop',
      key: id(index),
      tag: id(index),
      amount: 1250,
      currency: 'EUR',
      description: 'Broken',
      state: stateOf(index, { queued: ROWS_OF_STATE, unknown: 6, manual: 7 }, 'settled'),
      createdAt: now - (index === 3 ? 3_600 : 60) * SECOND,
      updatedAt: now,
    }),
  },
];

/** Fills the tables that vital signs are read from: a little that waits, and much that is done. */
export async function fillDiagnosticsTables(dataSource: DataSource, now: number): Promise<void> {
  const indices = Array.from({ length: ROWS }, (_, index) => index);
  for (const { entity, row } of TABLES) {
    const rows = indices.map((index) => row(index, now));
    await new Transactions(dataSource).run((tx) => insertRows(tx, entity, rows));
  }
  // Its planner goes by what it last counted, and that was an empty table.
  if (dataSource.options.type === 'postgres') await dataSource.query('ANALYZE');
}
