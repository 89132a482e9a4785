import { WORK_LEASE_MS } from '../../../src/shop/workers/work-lease.js';
import type { Activity, Host, Round } from '../engine/host.js';
import type { RefundRow } from '../refunds/store.js';
import type { Api } from './api.js';
import { HandlerTrouble, type Book } from './book.js';
import type { Setting } from './setting.js';

/** When there is something to find out about a refund; `Infinity`: never. */
function dueAt({ facts, leaseUntil, readUntil }: RefundRow): number {
  if (facts.state === 'sending') return leaseUntil;
  return facts.nextReadAt === null ? Infinity : Math.max(facts.nextReadAt, readUntil);
}

/** Finds refunds that were left lying, and reads the orders of those that are not certain, through the one funnel. */
export class RefundWatch implements Round {
  constructor(
    private readonly setting: Setting,
    private readonly parts: { readonly book: Book; readonly api: Api },
  ) {}

  due(): number {
    let first = Infinity;
    for (const row of this.setting.tables.refunds.rows) first = Math.min(first, dueAt(row));
    return first;
  }

  *step(_host: Host): Activity {
    const { agenda, tables, service } = this.setting;
    const row = tables.run(() => this.#take(agenda.now));
    if (row === null) return;
    const serviceOrderId = service.byIndex[row.order]!.id;
    const answer = yield* this.parts.api.read(serviceOrderId);
    row.readUntil = 0;
    if (!answer.ok) return tables.run(() => this.#failed(row, answer.startedAt, answer.error.code));
    const { order, modifiedAt } = answer.result;
    const observed = { serviceOrderId, source: 'refund-read' as const, order, modifiedAt, readAt: answer.startedAt };
    try {
      yield* this.parts.book.observe(observed);
    } catch (error) {
      if (!(error instanceof HandlerTrouble)) throw error;
      tables.run(() => this.#failed(row, answer.startedAt, 'UNEXPECTED'));
    }
  }

  #take(now: number): RefundRow | null {
    const { refunds } = this.setting.tables;
    const row = refunds.rows.find((each) => dueAt(each) <= now);
    if (!row) return null;
    if (row.facts.state === 'sending') {
      refunds.change(row, row, { type: 'lost' }, now);
      return null;
    }
    row.readUntil = now + WORK_LEASE_MS;
    return row;
  }

  #failed(row: RefundRow, startedAt: number, code: string): void {
    const { tables, agenda } = this.setting;
    tables.refunds.change(row, row, { type: 'read', startedAt, evidence: { kind: 'failed', code } }, agenda.now);
  }
}
