import { afterFailure, isSpent } from '../../../src/shop/workers/retry-plan.js';
import { WORK_LEASE_MS } from '../../../src/shop/workers/work-lease.js';
import type { Activity, Host, Round } from '../engine/host.js';
import { strikes, type HostClock, type Setting } from './setting.js';
import { claim, endWork, firstDue, type OutboxRow } from './tables.js';

const LEAST_WAIT_MS = 250;

/** Tells others of what happened, once it is committed: at least once, in order, under a key that never changes. */
export class DispatchRound implements Round {
  constructor(
    private readonly setting: Setting,
    private readonly clock: HostClock,
  ) {}

  due(now: number): number {
    const { tables, quirks } = this.setting;
    return firstDue(tables.outbox, !quirks.leavesOutboxLeased) - (this.clock.now - now);
  }

  *step(_host: Host): Activity {
    const { agenda, random, tables, faults } = this.setting;
    const token = tables.newId();
    const row = tables.run(() => this.#claim(token));
    if (row === null) return;
    yield agenda.now + random.between(1, 20);
    if (strikes(this.setting, 'handler failed', faults.handlerFails)) return tables.run(() => this.#fail(row, token));
    this.#tellOutside(row);
    yield agenda.now + random.between(1, 500);
    tables.run(() => endWork(row, token, { state: 'done', lastError: null }));
  }

  #claim(token: number): OutboxRow | null {
    const { tables, quirks } = this.setting;
    const { now } = this.clock;
    const row = claim(tables.outbox, { now, leaseMs: WORK_LEASE_MS, token, reclaims: !quirks.leavesOutboxLeased });
    if (row === null) return null;
    if (isSpent(row)) {
      endWork(row, token, { state: 'dead' });
      return null;
    }
    const isAhead = (other: OutboxRow): boolean => other.orderId === row.orderId && other.version < row.version;
    const ahead = tables.outbox.find((other) => other.state === 'pending' && isAhead(other));
    if (!ahead) return row;
    const dueAt = Math.max(ahead.dueAt, ahead.leaseUntil, now + LEAST_WAIT_MS);
    endWork(row, token, { dueAt, attempts: row.attempts - 1 });
    return null;
  }

  #tellOutside(row: OutboxRow): void {
    const { orderMonitor, quirks, journal, agenda, tables } = this.setting;
    const key = quirks.makesKeysAnew ? `k${tables.newId()}` : row.id;
    orderMonitor.reported(row, key);
    journal.note(agenda.now, () => `${row.orderId}: ${row.kind} is told outside, as ${key}`);
  }

  #fail(row: OutboxRow, token: number): void {
    const verdict = afterFailure(row.attempts, this.setting.agenda.now);
    const lastError = 'a handler of the shop has failed';
    endWork(row, token, verdict === 'given-up' ? { state: 'dead', lastError } : { ...verdict, lastError });
  }
}
