import { In, type EntityManager } from 'typeorm';
import { SandboxTransactionEntity } from './sandbox-transaction.entity.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';

/** An order as rows: what the wire object is made of. */
export interface OrderRecord {
  readonly order: SandboxOrderEntity;
  /** The newest attempt to pay; null while no one has tried. */
  readonly transaction: SandboxTransactionEntity | null;
  /** Refunds, captures, chargebacks: what `related_transactions` lists, oldest first. */
  readonly related: readonly SandboxTransactionEntity[];
  /** What was paid before the newest attempt, when an order is paid in parts. */
  readonly parts: readonly SandboxTransactionEntity[];
}

/** Reads what belongs to an order. */
export async function readOrderRecord(em: EntityManager, order: SandboxOrderEntity): Promise<OrderRecord> {
  const [record] = await readOrderRecords(em, [order]);
  return record ?? { order, transaction: null, related: [], parts: [] };
}

/** Reads what belongs to many orders, in one go; in the order given. */
export async function readOrderRecords(
  em: EntityManager,
  orders: readonly SandboxOrderEntity[],
): Promise<OrderRecord[]> {
  const keys = orders.map(({ id }) => id);
  const where = [{ orderKey: In(keys) }, { parentKey: In(keys) }];
  const rows = keys.length === 0 ? [] : await em.find(SandboxTransactionEntity, { where, order: { id: 'ASC' } });
  return orders.map((order) => ({
    order,
    transaction: rows.find(({ id }) => id === order.transactionKey) ?? null,
    related: rows.filter(({ parentKey }) => parentKey === order.id),
    parts: rows.filter((row) => row.orderKey === order.id && isEarlierPart(row, order)),
  }));
}

/** What was paid of an order before all of it is, the newest included; oldest first. */
export function partsOf({
  parts,
  transaction,
}: Pick<OrderRecord, 'parts' | 'transaction'>): SandboxTransactionEntity[] {
  return transaction?.isPart === true ? [...parts, transaction] : [...parts];
}

/** What is still to be paid of an order that is open, minor units. */
export function dueOf(record: OrderRecord): number {
  return record.order.amount - partsOf(record).reduce((sum, { amount }) => sum + amount, 0);
}

function isEarlierPart(row: SandboxTransactionEntity, { transactionKey }: SandboxOrderEntity): boolean {
  const isPaid = row.status === 'completed' || (row.isPart && row.status === 'initialized');
  return row.parentKey === null && row.type !== 'refund' && row.id !== transactionKey && isPaid;
}
