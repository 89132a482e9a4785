import type { DataSource } from 'typeorm';
import { engineOf } from './engine.js';
import { masterManager } from './master-manager.js';
import { quotePath } from './quote-path.js';
import { retryReason } from './retryable-errors.js';

/**
 * The database's error for a write to a table, or null if it takes writes. The statement changes no row. A database
 * that turned read-only (its server became a replica, or its disk is full) answers every read, so no read shows it. A
 * passing error, such as a lock of a shop that is writing, does not count.
 *
 * @param tablePath - the table's path in the metadata of its entity
 * @example
 * const error = await writeErrorOf(dataSource, dataSource.entityMetadatas[0]!.tablePath);
 */
export async function writeErrorOf(dataSource: DataSource, tablePath: string): Promise<Error | null> {
  try {
    await masterManager(dataSource).query(`DELETE FROM ${quotePath(dataSource.driver, tablePath)} WHERE 1 = 0`);
    return null;
  } catch (error) {
    const isLasting = ['read-only', 'disk-full', undefined].includes(retryReason(engineOf(dataSource), error));
    return isLasting && error instanceof Error ? error : null;
  }
}
