import type { DataSource } from 'typeorm';
import { insertRows } from '../../../src/database/engine/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';

const AMOUNT = 1250;
const ROWS_AT_ONCE = 500;

/** Orders that the service took and of which nothing was heard since, with looks that are due. */
export interface UnheardOrders {
  /** Terminal group; `web` where nothing is said. */
  readonly group?: string;
  readonly ids: readonly string[];
  /** When each was opened, epoch milliseconds. */
  readonly openedAt: (index: number) => number;
  /** When each is to be looked at. */
  readonly dueAt: (index: number) => number;
}

/** Writes orders, their attempts and their polls, as creating them a while ago would have done. */
export async function addUnheardOrders(
  dataSource: DataSource,
  { group = 'web', ids, openedAt, dueAt }: UnheardOrders,
): Promise<void> {
  const { manager } = dataSource;
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) {
    const part = ids.slice(first, first + ROWS_AT_ONCE).map((orderId, place) => {
      const at = openedAt(first + place);
      const facts = { group, orderId, amount: AMOUNT, currency: 'EUR', createdAt: at, updatedAt: at };
      return { orderId, at, facts, dueAt: dueAt(first + place) };
    });
    await insertRows(
      manager,
      PaymentOrderEntity,
      part.map(({ facts }) => ({ ...facts, mode: 'sandbox', description: 'Mugs', amountRefunded: 0, version: 0 })),
    );
    const attempt = { number: 1, createState: 'created' as const, requestFingerprint: '' };
    await insertRows(
      manager,
      AttemptEntity,
      part.map(({ facts, orderId }) => ({ ...facts, ...attempt, serviceOrderId: orderId })),
    );
    await insertRows(
      manager,
      PollEntity,
      part.map(({ orderId, at, dueAt: due }) => ({
        id: orderId,
        group,
        serviceOrderId: orderId,
        state: 'pending' as const,
        attempts: 0,
        dueAt: due,
        openedAt: at,
      })),
    );
  }
}

/** Replicas know the database's time to a few dozen milliseconds where the machine is busy; nothing is due early for them. */
const DUE_SINCE_MS = 1_000;

/** Makes a poll due for every order, by the clock of any replica. */
export const makeAllDue = (dataSource: DataSource): Promise<unknown> =>
  dataSource.manager.update(
    PollEntity,
    { state: 'pending' },
    { dueAt: Date.now() - DUE_SINCE_MS, attempts: 0, leaseToken: null },
  );
