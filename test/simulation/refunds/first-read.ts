import type { Agenda } from '../engine/agenda.js';
import type { Policy } from './policy.js';
import { isDueFirst, type Reads } from './reads.js';
import type { RefundMonitor } from './refund-monitor.js';
import type { RefundRow, Store } from './store.js';
import type { OrderRead } from './wire.js';

/** The order of a refund is read before it is sent: the database may be older than the service. */
export class FirstRead {
  constructor(
    private readonly parts: {
      readonly agenda: Agenda;
      readonly store: Store;
      readonly monitor: RefundMonitor;
      readonly reads: Reads;
      readonly policy: Policy;
    },
  ) {}

  /** Whether the refund is not sent without one. */
  isDue(row: RefundRow): boolean {
    const { agenda, policy, store } = this.parts;
    return isDueFirst(row, policy, { tagsEchoed: store.tagsEchoed, now: agenda.now });
  }

  /** What the read says of each refund of the order, as of any read. */
  conclude(order: number, { startedAt, shown }: OrderRead): void {
    if (shown === null) return;
    const { agenda, store, monitor, reads } = this.parts;
    for (const row of store.rows.filter((each) => each.order === order)) {
      const showsIt = shown.some(({ booked }) => booked.tag === row.tag);
      monitor.read(row, startedAt, showsIt);
      const evidence = reads.evidence(row, shown, agenda.now);
      store.change(row, row, { type: 'read', startedAt, evidence }, agenda.now);
    }
  }
}
