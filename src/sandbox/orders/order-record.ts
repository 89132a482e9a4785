import { In, type EntityManager } from 'typeorm';
import { SandboxTransactionEntity } from './sandbox-transaction.entity.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';

/** An order with its rows, from which the wire object is made. */
export interface OrderRecord {
  readonly order: SandboxOrderEntity;
  /** The newest payment attempt; null before the first one. */
  readonly transaction: SandboxTransactionEntity | null;
  /** Refunds, captures, chargebacks: the entries of `related_transactions`, oldest first. */
  readonly related: readonly SandboxTransactionEntity[];
  /** Parts that were paid before the newest attempt, if an order is paid in parts. */
  readonly parts: readonly SandboxTransactionEntity[];
}

/** Reads the rows of an order. */
export async function readOrderRecord(em: EntityManager, order: SandboxOrderEntity): Promise<OrderRecord> {
  const [record] = await readOrderRecords(em, [order]);
  return record ?? { order, transaction: null, related: [], parts: [] };
}

/** Reads the rows of many orders with the same few statements; in the given order. */
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

/** The paid parts of an order that is not completely paid, with the newest one; oldest first. */
export function partsOf({
  parts,
  transaction,
}: Pick<OrderRecord, 'parts' | 'transaction'>): SandboxTransactionEntity[] {
  return transaction?.isPart === true ? [...parts, transaction] : [...parts];
}

/** The unpaid rest of an open order, in minor units. */
export function dueOf(record: OrderRecord): number {
  return record.order.amount - partsOf(record).reduce((sum, { amount }) => sum + amount, 0);
}

function isEarlierPart(row: SandboxTransactionEntity, { transactionKey }: SandboxOrderEntity): boolean {
  const isPaid = row.status === 'completed' || (row.isPart && row.status === 'initialized');
  return row.parentKey === null && row.type !== 'refund' && row.id !== transactionKey && isPaid;
}
