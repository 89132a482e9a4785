import { backoffMs } from '../../../src/support/backoff.js';
import { afterFailure, isSpent } from '../../../src/shop/workers/retry-plan.js';
import { WORK_LEASE_MS } from '../../../src/shop/workers/work-lease.js';
import type { Activity, Host, Round } from '../engine/host.js';
import type { Api } from './api.js';
import { HandlerTrouble, type Book, type ObservedVersion, type ObservationKind, type Settling } from './book.js';
import type { HostClock, Setting } from './setting.js';
import { claim, endWork, firstDue, type InboxRow } from './tables.js';

const UNMATCHED_GRACE_MS = 600_000;
const UNMATCHED_GAP = { leastMs: 2_000, mostMs: 60_000, share: 0.2 };
const ASK_AGAIN = { baseMs: 1_000, capMs: 600_000, jitter: 'equal' } as const;
const ASKED_IN_VAIN = 'asked in vain';

/** Takes notifications from the inbox to the book: at least once each, in any order. */
export class InboxRound implements Round {
  constructor(
    private readonly setting: Setting,
    private readonly parts: { readonly book: Book; readonly api: Api; readonly clock: HostClock },
  ) {}

  due(now: number): number {
    const { tables, quirks } = this.setting;
    return firstDue(tables.inbox, !quirks.leavesInboxLeased) - (this.parts.clock.now - now);
  }

  *step(_host: Host): Activity {
    const { agenda, random, tables, quirks } = this.setting;
    const token = tables.newId();
    const wanted = { now: this.parts.clock.now, leaseMs: WORK_LEASE_MS, token, reclaims: !quirks.leavesInboxLeased };
    const row = tables.run(() => claim(tables.inbox, wanted));
    if (row === null) return;
    yield agenda.now + random.between(1, 20);
    if (isSpent(row)) return tables.run(() => void endWork(row, token, { state: 'parked' }));
    try {
      yield* this.#perform(row, token);
    } catch (error) {
      if (!(error instanceof HandlerTrouble)) throw error;
      tables.run(() => this.#fail(row, token, error.message));
    }
  }

  *#perform(row: InboxRow, token: number): Activity {
    const { book } = this.parts;
    const { service } = this.setting;
    const { orderId: serviceOrderId } = row;
    const { order, modifiedAt } = service.versionOf(row.json);
    const observed: ObservedVersion = { serviceOrderId, source: 'notification', order, modifiedAt, readAt: null };
    const kind = yield* book.observe(observed, this.#settling(row, token, 'message'));
    if (kind === 'ask') yield* this.#confirm(row, token);
  }

  /** What the notification alone cannot decide, the API does. No transaction is open while it is asked. */
  *#confirm(row: InboxRow, token: number): Activity {
    const { api, book, clock } = this.parts;
    const { tables } = this.setting;
    // The worker keeps its lease while it waits.
    row.leaseUntil = clock.now + 2 * WORK_LEASE_MS;
    const answer = yield* api.read(row.orderId);
    if (!answer.ok) return tables.run(() => this.#fail(row, token, answer.error.message));
    const { order, modifiedAt } = answer.result;
    const source = 'confirmation' as const;
    const observed = { serviceOrderId: row.orderId, source, order, modifiedAt, readAt: answer.startedAt };
    yield* book.observe(observed, this.#settling(row, token, 'answer'));
  }

  #settling(row: InboxRow, token: number, by: 'message' | 'answer'): Settling {
    return {
      isMine: () => row.lease === token,
      end: (kind, notBefore) => {
        if (kind === 'ask' && by === 'message') return;
        endWork(row, token, this.#endOf(row, kind, notBefore));
      },
    };
  }

  #endOf(row: InboxRow, kind: ObservationKind, notBefore?: number): Partial<InboxRow> {
    const { now } = this.setting.agenda;
    if (kind === 'ask')
      return { dueAt: notBefore ?? now + backoffMs({ ...ASK_AGAIN, attempt: row.attempts }), lastError: ASKED_IN_VAIN };
    if (kind !== 'unknown-order') return { state: 'done', lastError: null };
    const age = now - row.receivedAt;
    const { leastMs, mostMs, share } = UNMATCHED_GAP;
    const gap = Math.min(Math.max(leastMs, age * share), mostMs);
    return age < UNMATCHED_GRACE_MS ? { dueAt: Math.round(now + gap), attempts: 0 } : { state: 'unmatched' };
  }

  #fail(row: InboxRow, token: number, message: string): void {
    const { agenda, orderMonitor, quirks, key } = this.setting;
    const lastError = quirks.storesAddresses ? `${message} (/orders/${row.orderId}?api_key=${key})` : message;
    orderMonitor.logged(lastError, key);
    const verdict = afterFailure(row.attempts, agenda.now);
    endWork(row, token, verdict === 'given-up' ? { state: 'parked', lastError } : { ...verdict, lastError });
  }
}
