import type { EntityManager } from 'typeorm';
import { SandboxOrderEntity } from './sandbox-order.entity.js';
import { SandboxTransactionEntity } from './sandbox-transaction.entity.js';

/** Whether a row of an order is a try to pay it, and not a part of it, a refund or another movement. */
export const isTry = (row: SandboxTransactionEntity, { id }: Pick<SandboxOrderEntity, 'id'>): boolean =>
  row.orderKey === id && row.type === 'payment' && row.parentKey === null && !row.isPart;

/** The try of an order, found by one of its keys, if the order has another state than it; else null. */
export async function findFormerTry(
  em: EntityManager,
  order: SandboxOrderEntity,
  key: Partial<Pick<SandboxTransactionEntity, 'id' | 'transactionId'>>,
): Promise<SandboxTransactionEntity | null> {
  const row = await em.findOneBy(SandboxTransactionEntity, { ...key, orderKey: order.id });
  return row !== null && row.id !== order.transactionKey && isTry(row, order) ? row : null;
}

/**
 * The order as a try has it that was left for another one (protocol §4.2): the service reports each try of an order by
 * itself, with its own transaction and state.
 */
export function asTry(order: SandboxOrderEntity, row: SandboxTransactionEntity): SandboxOrderEntity {
  const { status, financialStatus, reason, reasonCode, completedAt, modifiedAt } = row;
  const state = { status, financialStatus, reason, reasonCode, completedAt, modifiedAt };
  const money = {
    amountRefunded: row.amountRefunded,
    amountChargedBack: 0,
    captureRemain: null,
    captureExpiresAt: null,
    shippedAt: null,
  };
  return Object.assign(new SandboxOrderEntity(), order, state, money, { transactionKey: row.id, heldUntil: row.dueAt });
}
