import type { Transactions } from '../../../database/engine/index.js';
import { addLanes } from './lane-queue.js';

/** Ensures once in a process that each terminal group has a lane; groups may be added later. */
export class KnownLanes {
  private readonly names = new Set<string>();

  constructor(private readonly transactions: Transactions) {}

  /** Adds the lanes that are not known to exist. */
  async ensure(names: readonly string[]): Promise<void> {
    const missing = names.filter((name) => !this.names.has(name));
    if (missing.length === 0) return;
    await this.transactions.run((tx) => addLanes(tx, missing));
    for (const name of missing) this.names.add(name);
  }
}
