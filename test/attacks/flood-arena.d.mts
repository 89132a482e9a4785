import type { Query } from './forged-books.js';

/** Where an arena can be opened: an engine, and how to get a database of one's own on it. */
export interface ArenaPlace {
  readonly target: { readonly name: string };
}

/** A shop under attack, with its database. */
export interface Arena {
  /** Of the engine, such as `sqlite 3.50.2`. */
  readonly version: string;
  readonly url: string;
  readonly query: Query;
  addOrders(prefix: string, count: number): Promise<void>;
  count(table: string, condition?: string): Promise<number>;
  ask(what: 'seen'): Promise<{ mostRssMb: number; delayP99: number; delayMost: number; busiestMs: number }>;
  ask(what: 'log'): Promise<{
    leak: string | null;
    lines: Record<string, number>;
    polluted: string[];
    arrived: number;
  }>;
  /** Moves the module's clock on by eleven minutes. */
  ask(what: 'later'): Promise<{ aheadMs: number }>;
  close(): Promise<void>;
}

/** Does something on each engine that was asked for; on every one that can be had, without names. */
export function onEngines(
  engines: readonly string[] | undefined,
  work: (place: ArenaPlace) => Promise<void>,
): Promise<void>;

/** Opens an arena with the settings of flood-host.mjs. */
export function openArena(place: ArenaPlace, shop: object): Promise<Arena>;
