import { In, type EntityManager } from 'typeorm';
import { SandboxOrderEntity } from './sandbox-order.entity.js';

/** A till and its terminal group. */
export interface Till {
  readonly group: string;
  readonly terminalId: string;
}

/** The order that a till is asking its customer to pay, even after a declined card: it takes one at a time (protocol §7). */
export async function openOrderAt(em: EntityManager, till: Till): Promise<SandboxOrderEntity | null> {
  const where = { ...till, status: In(['initialized', 'declined']) };
  const [open] = await em.find(SandboxOrderEntity, { where, order: { id: 'DESC' }, take: 1 });
  return open ?? null;
}

/** The newest orders of a till, newest first. */
export function tillOrders(em: EntityManager, till: Till, count: number): Promise<SandboxOrderEntity[]> {
  return em.find(SandboxOrderEntity, { where: { ...till }, order: { id: 'DESC' }, take: count });
}
