import type { PollingOptions, TerminalGroupOptions } from 'tillbridge';
import type { DataSourceOptions } from 'typeorm';

/** The settings of a shop in its own process. */
export interface ShopProcessSettings {
  readonly database: DataSourceOptions;
  readonly key: string;
  readonly serviceUrl: string;
  /** The address to which its after-commit handler sends each effect. */
  readonly sinkUrl: string;
  readonly workers: 'inline' | 'off';
  /** How far its clock is ahead, in milliseconds: leases of killed processes have expired. */
  readonly clockAheadMs?: number;
  /** How far the clock of its machine is ahead, in milliseconds; the module still follows the database's clock. */
  readonly machineAheadMs?: number;
  /** How far the clock of the database's machine is ahead, in milliseconds; the module follows it. */
  readonly databaseAheadMs?: number;
  /** How its orders are polled. */
  readonly polling?: PollingOptions;
  /** Other settings of its terminal group. */
  readonly group?: Partial<TerminalGroupOptions>;
  /** Whether the host writes to the same database at the same time. */
  readonly visits?: boolean;
}

export interface ShopProcess {
  readonly url: string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  /** The end of its output. */
  output(): string;
  /** Such as SIGSTOP and SIGCONT. */
  signal(name: NodeJS.Signals): boolean;
  kill(): Promise<number | string | null>;
  stop(): Promise<number | string | null>;
}

/** The shop's own tables; create them before the first process starts. */
export const SHOP_TABLES: readonly string[];

/**
 * Starts a shop from the built package.
 *
 * @throws {Error} with its output if it ends before it listens
 */
export function startShopProcess(settings: ShopProcessSettings): Promise<ShopProcess>;
