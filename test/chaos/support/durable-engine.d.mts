import type { DataSourceOptions } from 'typeorm';

/** An engine of our own, as durable as a shop's. */
export interface DurableEngine {
  readonly name: string;
  readonly folder: string;
  /** A new database. */
  createDatabase(): Promise<DataSourceOptions>;
  stop(): Promise<void>;
}

export function startDurableEngine(name: string, parent?: string): Promise<DurableEngine>;
