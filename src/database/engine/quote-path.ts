import type { DataSource } from 'typeorm';

/** A table's path in TypeORM's form (`shop.tillbridge_order`), quoted for a statement. */
export const quotePath = (driver: DataSource['driver'], path: string): string =>
  path
    .split('.')
    .map((part) => driver.escape(part))
    .join('.');
