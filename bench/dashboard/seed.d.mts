import type { DataSource } from 'typeorm';

/** Fills a migrated database with the past of a shop; returns the number of rows. */
export function seed(
  source: DataSource,
  how: { orders: number; now: number; progress: (text: string) => void },
): Promise<number>;
