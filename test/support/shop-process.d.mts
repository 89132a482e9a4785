import type { PollingOptions, TerminalGroupOptions } from 'tillbridge';
import type { DataSourceOptions } from 'typeorm';

/** What a shop in a process of its own is told. */
export interface ShopProcessSettings {
  readonly database: DataSourceOptions;
  readonly key: string;
  readonly serviceUrl: string;
  /** Where its after-commit handler sends each effect. */
  readonly sinkUrl: string;
  readonly workers: 'inline' | 'off';
  /** How far its clock is ahead, in milliseconds: leases of the dead have run out. */
  readonly clockAheadMs?: number;
  /** How far the clock of its machine is ahead, in milliseconds; the module follows the database's all the same. */
  readonly machineAheadMs?: number;
  /** How far the clock of the database's machine is ahead, in milliseconds; the module follows it. */
  readonly databaseAheadMs?: number;
  /** How its orders are looked at without notifications. */
  readonly polling?: PollingOptions;
  /** What is different about its terminal group. */
  readonly group?: Partial<TerminalGroupOptions>;
  /** Whether the host writes to the same database meanwhile. */
  readonly visits?: boolean;
}

export interface ShopProcess {
  readonly url: string;
  /** Its exit code, or the signal it died of. */
  readonly ended: Promise<number | string | null>;
  /** The end of what it printed. */
  output(): string;
  /** Such as SIGSTOP and SIGCONT. */
  signal(name: NodeJS.Signals): boolean;
  kill(): Promise<number | string | null>;
  stop(): Promise<number | string | null>;
}

/** The shop's own tables; to be created before the first process starts. */
export const SHOP_TABLES: readonly string[];

/**
 * Starts a shop from the built package.
 *
 * @throws {Error} with its output when it ends before it listens
 */
export function startShopProcess(settings: ShopProcessSettings): Promise<ShopProcess>;
