import type { EntityManager } from 'typeorm';
import { readRows } from '../../../database/engine/index.js';
import type { ListedTransaction } from '../../../protocol/index.js';
import type { ListedPlace } from '../../orders/index.js';
import { BOOKED_STATES, RefundEntity } from '../../refund-records/index.js';

/** Names refunds: those of some orders at the service, and those with some ids of the service. */
export interface RefundsSought {
  readonly group: string;
  readonly serviceOrderIds: readonly string[];
  readonly serviceRefundIds: readonly string[];
}

/** The refunds that stand and are on record under the service's id. Those of another month count, too. */
export async function recordedRefunds(
  manager: EntityManager,
  { group, serviceOrderIds, serviceRefundIds }: RefundsSought,
): Promise<RefundEntity[]> {
  const equal = { group };
  const ofOrders = await readRows(manager, RefundEntity, {
    equal,
    property: 'serviceOrderId',
    values: serviceOrderIds,
  });
  const named = await readRows(manager, RefundEntity, { equal, property: 'serviceRefundId', values: serviceRefundIds });
  const rows = new Map([...ofOrders, ...named].map((row) => [row.id, row]));
  return [...rows.values()].filter(
    ({ origin, state, serviceRefundId }) =>
      origin !== 'chargeback' && serviceRefundId !== null && BOOKED_STATES.has(state),
  );
}

const unknownOf = ({ transaction_id: id, amount }: ListedTransaction, recorded: readonly RefundEntity[]): number =>
  Math.max(0, (amount ?? 0) - (recorded.find(({ serviceRefundId }) => serviceRefundId === id)?.amount ?? 0));

/** Whether an item is a refund of which all is on record. */
export const isOnRecord = (item: ListedTransaction, recorded: readonly RefundEntity[]): boolean =>
  item.type === 'refund' && unknownOf(item, recorded) === 0;

/** What went back by the list and is not on record, beside what is; the list may show a part of the order's time only. */
export function returnedBy(
  listed: readonly ListedTransaction[],
  recorded: readonly RefundEntity[],
): Pick<ListedPlace, 'returned' | 'recorded'> {
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  return {
    returned: sum(listed.map((item) => unknownOf(item, recorded))),
    recorded: sum(recorded.map(({ amount }) => amount)),
  };
}
