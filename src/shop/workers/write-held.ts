import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { changeRows } from '../../database/engine/index.js';

/** A row under a lease, and what is to be written about it. */
export interface HeldChange {
  /** Its key, and the token of the lease: the process that took the row over has another one. */
  readonly held: ObjectLiteral;
  readonly change: ObjectLiteral;
}

/**
 * Writes to a row only where its lease is still the caller's.
 *
 * @returns false, and changes nothing, when someone else has taken the row over: that one decides
 * @example
 * const nextPage = (tx: Parameters<typeof writeHeld>[0], leaseToken: string) =>
 *   writeHeld(tx, 'tillbridge_sweep', { held: { group: 'web', leaseToken }, change: { pages: 3 } });
 */
export async function writeHeld(
  tx: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  { held, change }: HeldChange,
): Promise<boolean> {
  return (await changeRows(tx, entity, { equal: held }, change)) > 0;
}
