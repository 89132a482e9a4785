import type { Agenda } from '../engine/agenda.js';
import type { Random } from '../../support/random.js';
import type { Journal } from '../refunds/journal.js';
import type { RefundMonitor } from '../refunds/refund-monitor.js';
import type { Policy } from '../refunds/policy.js';
import type { FaultLimits } from './fault-plan.js';
import type { OrderMonitor } from './order-monitor.js';
import type { Quirks } from './quirks.js';
import type { Reflection } from './reflection.js';
import type { Service } from './service.js';
import type { Tables } from './tables.js';

/** What everyone in a schedule shares. */
export interface Setting {
  readonly agenda: Agenda;
  readonly random: Random;
  readonly faults: FaultLimits;
  readonly journal: Journal;
  readonly tables: Tables;
  readonly service: Service;
  readonly orderMonitor: OrderMonitor;
  readonly reflection: Reflection;
  readonly refundMonitor: RefundMonitor;
  readonly policy: Policy;
  readonly quirks: Quirks;
  /** The key of the terminal group: it signs, and must be nowhere. */
  readonly key: string;
}

/** A replica's idea of the time: the database's, or for who is wrong about it, its own. */
export interface HostClock {
  readonly now: number;
}

/** Counts a fault, if it strikes. */
export function strikes(
  { random, journal }: Pick<Setting, 'random' | 'journal'>,
  kind: string,
  chance: number,
): boolean {
  const does = random.chance(chance);
  if (does) journal.count(kind);
  return does;
}
