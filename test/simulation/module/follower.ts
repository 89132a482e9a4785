import { findElsewhere } from '../../../src/shop/refund-records/matching/refund-elsewhere.js';
import { matchRefund } from '../../../src/shop/refund-records/matching/refund-match.js';
import type { ReadEvidence, RefundTrigger } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import {
  carries,
  isReturn,
  showsTags,
  type RefundReading,
} from '../../../src/shop/refund-records/matching/related-refunds.js';
import { ownOf } from '../refunds/reads.js';
import type { RefundRow } from '../refunds/store.js';
import type { ObservedVersion } from './book.js';
import type { Setting } from './setting.js';
import type { OrderRow } from './tables.js';

/** Keeps the books of refunds by what looks at their orders tell: what `RefundObserver` and `ExternalRefundsService` do. */
export class Follower {
  /** By the order's number at the service: what went back and no transaction explains. Minor units. */
  readonly #unexplained = new Map<number, number>();

  constructor(private readonly setting: Pick<Setting, 'agenda' | 'tables' | 'service' | 'refundMonitor' | 'policy'>) {}

  /** In the transaction of the poll, under the lock of the order. */
  follow(row: OrderRow, observed: ObservedVersion, isStale: boolean): void {
    if (!tellsOfRefunds(row, observed)) return;
    const { store, index } = this.#of(observed);
    const own = store.rows.filter(({ order }) => order === index);
    this.#learn(observed, own);
    for (const refund of own) this.#step(refund, observed, own);
    this.#followElsewhere(observed, own, isStale);
  }

  #of({ serviceOrderId }: ObservedVersion): { store: Setting['tables']['refunds']; index: number } {
    const { tables, service } = this.setting;
    return { store: tables.refunds, index: service.orders.get(serviceOrderId)!.index };
  }

  /** One that did not come back is enough: from then on a refund without a tag may be ours. */
  #learn(observed: ObservedVersion, own: readonly RefundRow[]): void {
    const { store } = this.#of(observed);
    const shown = showsTags(this.#observedOf(observed, own));
    store.tagsEchoed = store.tagsEchoed === false ? false : (shown ?? store.tagsEchoed);
  }

  #step(refund: RefundRow, observed: ObservedVersion, own: readonly RefundRow[]): void {
    const { agenda, tables, refundMonitor } = this.setting;
    if (observed.readAt !== null) {
      const showsIt = observed.order.related_transactions.some((line) => carries(line, refund.tag));
      refundMonitor.read(refund, observed.readAt, showsIt);
    }
    const event = this.#eventOf(observed, matchRefund(ownOf(refund), this.#observedOf(observed, own)));
    if (event !== null) tables.refunds.change(refund, refund, event, agenda.now);
  }

  /** An answer of the API proves what is there and what is not; a message only what it shows. */
  #eventOf({ readAt }: ObservedVersion, seen: ReadEvidence): RefundTrigger | null {
    if (readAt !== null) return { type: 'read', startedAt: readAt, evidence: seen };
    if (seen.kind !== 'found') return null;
    const { status, serviceRefundId } = seen;
    return { type: 'reported', status, serviceRefundId, at: this.setting.agenda.now };
  }

  #followElsewhere(observed: ObservedVersion, own: readonly RefundRow[], isStale: boolean): void {
    const { store, index } = this.#of(observed);
    const recorded = this.#unexplained.get(index) ?? 0;
    const { refunds, unexplained } = findElsewhere(this.#observedOf(observed, own), recorded);
    for (const { serviceRefundId, amount, status } of refunds) {
      store.foreign.set(serviceRefundId, { order: index, amount, status });
      store.elsewhere.add(serviceRefundId);
    }
    // A sum says nothing of when it was true: only what is newest counts.
    if (isStale || unexplained === recorded) return;
    this.#unexplained.set(index, unexplained);
    if (unexplained === 0) store.foreign.delete(`untold ${index}`);
    else store.foreign.set(`untold ${index}`, { order: index, amount: unexplained, status: 'completed' });
  }

  #observedOf({ order }: ObservedVersion, own: readonly RefundRow[]): RefundReading {
    const { tables, policy } = this.setting;
    const { elsewhere, tagsEchoed } = tables.refunds;
    const { createdSlackMs } = policy.rules;
    return { order, own: own.map(ownOf), elsewhere, tagsEchoed, createdSlackMs };
  }
}

/** Most orders never see a refund: those cost nothing here. */
const tellsOfRefunds = ({ amountRefunded }: OrderRow, { source, order }: ObservedVersion): boolean =>
  source === 'refund-read' ||
  amountRefunded > 0 ||
  order.amount_refunded > 0 ||
  order.related_transactions.some(isReturn);
