import type { DataSourceOptions } from 'typeorm';
import type { WorkerPlace } from '../src';

/** Which of Vendure's two programs a process is. */
export type Role = 'server' | 'worker';

/** What a process is to be. */
export interface Settings {
  readonly role: Role;
  readonly database: DataSourceOptions;
  readonly serviceUrl: string;
  readonly port: number;
  /** Where the service sends notifications: a port that stays while servers come and go. */
  readonly publicUrl: string;
  readonly workers: WorkerPlace;
  /** By how much the clock is ahead. */
  readonly aheadMs: number;
}

/** What a process is told. */
export type Order =
  | { readonly kind: 'go'; readonly settings: Settings }
  | { readonly kind: 'clock'; readonly aheadMs: number }
  | { readonly kind: 'arm'; readonly fatal: number | null };

/** What it answers. `loaded` comes first, before any order. */
export interface Answer {
  readonly kind: 'loaded' | Order['kind'];
  /** Of `arm`: the steps since it was armed last. */
  readonly passed: number;
}
