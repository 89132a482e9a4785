import { tillbridgeEntities } from 'tillbridge/database';
import type { ObjectLiteral } from 'typeorm';
import type { RefundStage } from './refund-stage.js';

/**
 * Keeps the tables as they are.
 *
 * @returns puts them back: a backup that was restored, a copy on a laptop, a replica that lost its last minutes
 */
export async function backUp({ shop: { dataSource } }: RefundStage): Promise<() => Promise<void>> {
  const kept = new Map<(typeof tillbridgeEntities)[number], ObjectLiteral[]>();
  for (const entity of tillbridgeEntities) kept.set(entity, await dataSource.manager.find(entity));
  return async () => {
    for (const [entity, rows] of kept) {
      await dataSource.manager.clear(entity);
      for (const row of rows) await dataSource.manager.insert(entity, row);
    }
  };
}
