import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { changeRows } from '../../database/engine/index.js';

/** A row under a lease, and the change to write to it. */
export interface HeldChange {
  /** The row's key and the token of the lease; a process that took the row over has another token. */
  readonly held: ObjectLiteral;
  readonly change: ObjectLiteral;
}

/**
 * Writes to a row only where its lease is still the caller's.
 *
 * @returns false, and changes nothing, when another process has taken the row over: that process decides
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
