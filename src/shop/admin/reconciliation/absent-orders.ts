import type { EntityManager } from 'typeorm';
import { beyond, readRows } from '../../../database/engine/index.js';
import { AttemptEntity, PaymentOrderEntity, type ListedSubject } from '../../orders/index.js';

const BATCH = 500;

/** A time span of attempts, from inclusive, to exclusive, epoch milliseconds. */
export interface AttemptWindow {
  readonly group: string;
  readonly mode: string;
  readonly from: number;
  readonly to: number;
}

const isPaid = ({ order, attempt }: ListedSubject): boolean =>
  (order.transactions ?? []).some((each) => each.attempt === attempt.number && each.paid);

/** The paid attempts of a time span in the shop, the newest first, some at a time. */
export async function* paidAttempts(
  manager: EntityManager,
  { group, mode, from, to }: AttemptWindow,
): AsyncGenerator<ListedSubject[], void, undefined> {
  for (let before = { at: to, id: '' }; ;) {
    const columns = ['a.createdAt', 'a.serviceOrderId'];
    const query = manager
      .createQueryBuilder(AttemptEntity, 'a')
      .where('a.group = :group AND a.createdAt >= :from', { group, from });
    const attempts = await beyond(query, { columns, place: [before.at, before.id], isRising: false })
      .orderBy('a.createdAt', 'DESC')
      .addOrderBy('a.serviceOrderId', 'DESC')
      .limit(BATCH)
      .getMany();
    const values = attempts.map(({ orderId }) => orderId);
    const orders = await readRows(manager, PaymentOrderEntity, { equal: { group, mode }, property: 'orderId', values });
    const byId = new Map(orders.map((order) => [order.orderId, order]));
    yield attempts
      .flatMap((attempt) => {
        const order = byId.get(attempt.orderId);
        return order ? [{ order, attempt }] : [];
      })
      .filter(isPaid);
    const last = attempts.at(-1);
    if (!last || attempts.length < BATCH) return;
    before = { at: last.createdAt, id: last.serviceOrderId };
  }
}
