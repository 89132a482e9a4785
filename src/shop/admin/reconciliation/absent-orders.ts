import { beyond, readRows, type Transactions } from '../../../database/engine/index.js';
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
  transactions: Pick<Transactions, 'read'>,
  { group, mode, from, to }: AttemptWindow,
): AsyncGenerator<ListedSubject[], void, undefined> {
  for (let before = { at: to, id: '' }; ;) {
    const columns = ['a.createdAt', 'a.serviceOrderId'];
    const place = { columns, place: [before.at, before.id], isRising: false };
    const attempts = await transactions.read((em) => {
      const query = em
        .createQueryBuilder(AttemptEntity, 'a')
        .where('a.group = :group AND a.createdAt >= :from', { group, from });
      const rest = beyond(query, place).orderBy('a.createdAt', 'DESC').addOrderBy('a.serviceOrderId', 'DESC');
      return rest.limit(BATCH).getMany();
    });
    const wanted = {
      equal: { group, mode },
      property: 'orderId',
      values: attempts.map(({ orderId }) => orderId),
    } as const;
    const orders = await transactions.read((em) => readRows(em, PaymentOrderEntity, wanted));
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
