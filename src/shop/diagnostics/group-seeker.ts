import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import { BoundedMap, type Clock } from '../../support/index.js';
import { TerminalGroups, CLOCK, DATA_SOURCE } from '../core/index.js';
import { strayNames } from './stray-groups.js';

/** Time between two searches for rows of unknown groups, in milliseconds. */
const SEEK_MS = 10_000;
/** Time between two calls of the host for a group that does not exist and has open rows, in milliseconds. */
const GONE_MS = 600_000;
/** Most groups that are remembered as missing. */
const MOST_GONE = 10_000;
/** How many groups are resolved by the host at a time. */
const AT_ONCE = 8;

/**
 * Asks the host (option `resolveGroup`) for terminal groups that have open rows and are unknown in this process: another
 * process has found them, or this one before its start. So their orders are polled and their refunds sent without a request.
 */
@Injectable()
export class GroupSeeker {
  private soughtAt = -Infinity;
  private seeking: Promise<void> | null = null;
  /** When a name was last found missing, epoch milliseconds. */
  private readonly gone = new BoundedMap<string, number>(MOST_GONE);

  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    groups.useSeeker(() => this.seek());
  }

  /** Called every other second. */
  async tick(): Promise<void> {
    if (!this.groups.mayGrow) return;
    this.groups.refreshStale();
    // Also after a clock was put back.
    if (Math.abs(this.clock.now() - this.soughtAt) >= SEEK_MS) await this.seek();
  }

  /** Searches once, for all callers that ask meanwhile. */
  seek(): Promise<void> {
    if (!this.groups.mayGrow) return Promise.resolve();
    this.seeking ??= this.seekNow().finally(() => (this.seeking = null));
    return this.seeking;
  }

  private async seekNow(): Promise<void> {
    this.soughtAt = this.clock.now();
    const known = new Set(this.groups.all.map(({ name }) => name));
    const names = await strayNames(masterManager(this.dataSource), (name) => known.has(name) || this.isGone(name));
    for (let start = 0; start < names.length; start += AT_ONCE)
      await Promise.all(names.slice(start, start + AT_ONCE).map((name) => this.ask(name)));
  }

  /** A failure is logged where it happens, and the group is tried again the next time. */
  private async ask(name: string): Promise<void> {
    const found = await this.groups.learn(name).catch(() => undefined);
    if (found === null) this.gone.set(name, this.clock.now());
    else this.gone.delete(name);
  }

  private isGone(name: string): boolean {
    const at = this.gone.get(name);
    return at !== undefined && Math.abs(this.clock.now() - at) < GONE_MS;
  }
}
