import { In, type EntityManager } from 'typeorm';
import { SandboxTransactionEntity } from './sandbox-transaction.entity.js';
import { asTry, isTry } from './order-tries.js';
import type { SandboxOrderEntity } from './sandbox-order.entity.js';

/** An order with its rows, from which the wire object is made. */
export interface OrderRecord {
  readonly order: SandboxOrderEntity;
  /** The newest payment attempt; null before the first one. */
  readonly transaction: SandboxTransactionEntity | null;
  /** Refunds, captures, chargebacks: the entries of `related_transactions`, oldest first. */
  readonly related: readonly SandboxTransactionEntity[];
  /** Refunds that the order shows among its costs only, oldest first. */
  readonly costed: readonly SandboxTransactionEntity[];
  /** Parts that were paid before the newest attempt, if an order is paid in parts. */
  readonly parts: readonly SandboxTransactionEntity[];
  /** Every try to pay the order with one transaction, oldest first. */
  readonly tries: readonly SandboxTransactionEntity[];
  /** Like `related`, of the tries whose state the order does not have: each is shown with its own payment. */
  readonly others: readonly SandboxTransactionEntity[];
}

/** Reads the rows of an order. */
export async function readOrderRecord(em: EntityManager, order: SandboxOrderEntity): Promise<OrderRecord> {
  const [record] = await readOrderRecords(em, [order]);
  return record ?? { order, transaction: null, related: [], costed: [], parts: [], tries: [], others: [] };
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
    ...relatedOf(rows, order),
    costed: rows.filter((row) => row.orderKey === order.id && row.inCosts),
    parts: rows.filter((row) => row.orderKey === order.id && isEarlierPart(row, order)),
  }));
}

/** The record of one try of an order: the order itself if it is the current one, or if there is no such try. */
export function recordOfTry(record: OrderRecord, transactionKey: string | null): OrderRecord {
  const former = record.tries.find(({ id }) => id === transactionKey && id !== record.order.transactionKey);
  if (former === undefined) return record;
  const related = record.others.filter(({ referenceId }) => referenceId === former.transactionId);
  return { ...record, order: asTry(record.order, former), transaction: former, related, parts: [] };
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

function relatedOf(
  rows: readonly SandboxTransactionEntity[],
  order: SandboxOrderEntity,
): Pick<OrderRecord, 'tries' | 'related' | 'others'> {
  const tries = rows.filter((row) => isTry(row, order));
  const former = new Set(tries.flatMap(({ id, transactionId }) => (id === order.transactionKey ? [] : transactionId)));
  const isOther = ({ referenceId }: SandboxTransactionEntity): boolean =>
    referenceId !== null && former.has(referenceId);
  const all = rows.filter(({ parentKey }) => parentKey === order.id);
  return { tries, related: all.filter((row) => !isOther(row)), others: all.filter(isOther) };
}

function isEarlierPart(row: SandboxTransactionEntity, { transactionKey }: SandboxOrderEntity): boolean {
  // A whole payment that is not the current one is another try, which may be paid as well.
  const isPaid = row.isPart && (row.status === 'completed' || row.status === 'initialized');
  return row.parentKey === null && row.type !== 'refund' && row.id !== transactionKey && isPaid;
}
