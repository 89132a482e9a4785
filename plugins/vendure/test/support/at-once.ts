import { eventually } from './eventually';
import type { TestShop } from './test-shop';

/** A row that those who are to collide will wait for. */
export interface Obstacle {
  readonly table: 'order' | 'payment';
  /** As the test server shows it. */
  readonly id: string;
  /** How many are to wait for it before it is let go. */
  readonly waiting: number;
}

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Lets transactions begin, holds them up at one row of a PostgreSQL database until all have read what they act on, and
 * lets them go on.
 */
export async function atOnce<T>(shop: TestShop, { table, id, waiting }: Obstacle, begin: () => Promise<T>): Promise<T> {
  const { dataSource } = shop;
  const begun = await dataSource.transaction(async (tx) => {
    await tx.query(`SELECT 1 FROM "${table}" WHERE id = ${id.replace('T_', '')} FOR UPDATE`);
    const outcome = begin();
    await eventually(
      () => dataSource.query<unknown[]>(WAITING),
      ({ length }) => length === waiting,
    );
    return { outcome };
  });
  return begun.outcome;
}
