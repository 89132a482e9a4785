import type { EntityManager } from 'typeorm';
import { readRows } from '../../../database/engine/index.js';
import { parseServiceTime, type ListedTransaction } from '../../../protocol/index.js';
import {
  broughtBy,
  CapturedParts,
  differenceOf,
  isOfOrder,
  isReturned,
  listedSubjects,
  type ListedDifference,
  type ListedSubject,
} from '../../orders/index.js';
import { RefundEntity } from '../../refund-records/index.js';
import { isForeignId, type OrderIdHabits } from '../../core/index.js';
import { isOnRecord, recordedRefunds, returnedBy } from './recorded-refunds.js';
import type { ReconciledDifference, ReconciledFacts } from './reconciliation.types.js';

/** How much later than its order a payment may be listed and still be matched with it. */
export const LATE_MS = 86_400_000;

/** A difference, with a function to compare again. */
export interface FoundDifference extends Pick<
  ReconciledDifference,
  'kind' | 'serviceOrderId' | 'transactionId' | 'createdAt' | 'there'
> {
  readonly subject: ListedSubject | null;
  /** The refunds that the list has shown of its order so far. */
  readonly refunds: readonly ListedTransaction[];
  /** Whether the order still differs after a new read. @param recorded - the refunds that are on record now */
  readonly remains: (subject: ListedSubject, recorded?: readonly RefundEntity[]) => boolean;
}

/** The plan of a comparison. Times in epoch milliseconds. */
export interface ComparisonPlan {
  readonly group: string;
  readonly from: number;
  readonly to: number;
  /** IANA zone of the service's times. */
  readonly timeZone: string;
  /** Tells other shops' orders on the same account apart. */
  readonly ids: OrderIdHabits;
}

const thereOf = (item: ListedTransaction, returned: number | null): ReconciledFacts => ({
  status: item.status,
  amount: item.amount,
  amountRefunded: returned,
  currency: item.currency,
});

/**
 * Compares the list with the orders, page by page. It keeps in memory what the list showed within a day, and the refunds of each
 * order that was refunded in the compared time.
 */
export class ListComparison {
  /** Compared transactions of the time span. */
  listed = 0;
  /** Those of them that belong to another shop, by the prefix of their ids. */
  foreign = 0;
  /** When the oldest item so far was created. */
  private place: number;
  /** Each order of the last day: where in the list it was seen last, the newest first, and what it brought. */
  private readonly seen = new Map<string, { readonly at: number; readonly brought: number }>();
  private readonly returned = new Map<string, readonly ListedTransaction[]>();
  private readonly parts: CapturedParts;
  /** The ids of the transactions on this page, and on the one before. */
  private pages: Record<'previous' | 'current', ReadonlySet<string>> = { previous: new Set(), current: new Set() };

  constructor(private readonly plan: ComparisonPlan) {
    this.place = plan.to;
    this.parts = new CapturedParts(plan);
  }

  /** Everything newer has been compared, epoch milliseconds. */
  get comparedDownTo(): number {
    return Math.max(this.plan.from, Math.min(this.plan.to, this.place));
  }

  /** Whether no later item belongs to the time span: a service may not know a filter by time. */
  get isPast(): boolean {
    return this.place < this.plan.from;
  }

  /** Whether the list has shown an order. */
  hasSeen(serviceOrderId: string): boolean {
    return this.seen.has(serviceOrderId);
  }

  /** Compares a page. */
  async page(manager: EntityManager, items: readonly ListedTransaction[]): Promise<FoundDifference[]> {
    const ids = items.flatMap(({ order_id }) => order_id ?? []);
    const known = await listedSubjects(manager, this.plan.group, ids);
    const ours = await this.refundsAmong(manager, items);
    const isUnknown = (id: string): boolean => !known.has(id) && !ours.has(id) && !isForeignId(id, this.plan.ids);
    const subjects = new Map([...known, ...(await this.parts.subjects(manager, ids.filter(isUnknown)))]);
    // After the reads: a page whose read has failed is compared again, and must not take itself for the one before.
    const current = new Set(items.flatMap(({ transaction_id }) => transaction_id ?? []));
    this.pages = { previous: this.pages.current, current };
    const refunds = items.filter(isReturned);
    const recorded = await recordedRefunds(manager, {
      group: this.plan.group,
      serviceOrderIds: refunds.flatMap(({ order_id }) => order_id ?? []),
      serviceRefundIds: refunds.flatMap(({ transaction_id }) => transaction_id ?? []),
    });
    return items.flatMap((item) => this.compare(item, subjects.get(item.order_id ?? ''), { ours, recorded }) ?? []);
  }

  /**
   * Forgets what was listed too late for any order that was made before a time. Call it only once all newer orders have been
   * looked up: one page of a small shop spans weeks.
   *
   * @param time - epoch milliseconds
   */
  forgetAfter(time: number): void {
    for (const [id, { at }] of this.seen) {
      if (at <= time + LATE_MS) return;
      this.seen.delete(id);
    }
  }

  private compare(
    item: ListedTransaction,
    subject: ListedSubject | undefined,
    { ours, recorded }: { readonly ours: Recorded; readonly recorded: readonly RefundEntity[] },
  ): FoundDifference | null {
    const createdAt = parseServiceTime(item.created, this.plan.timeZone);
    if (createdAt !== null) this.place = createdAt;
    const id = item.order_id ?? '';
    // The last place counts, and must stand last: otherwise only a refund long after the payment would be remembered.
    const before = this.seen.get(id);
    this.seen.delete(id);
    const brought = (before?.brought ?? 0) + (this.isAgain(item) ? 0 : broughtBy(item));
    this.seen.set(id, { at: this.place, brought });
    if (createdAt !== null && (createdAt < this.plan.from || createdAt >= this.plan.to)) return null;
    this.listed += 1;
    if (!isOfOrder(item)) return null;
    const facts = { serviceOrderId: item.order_id, transactionId: item.transaction_id, createdAt };
    if (!subject) {
      if (ours.has(id) || ours.has(item.transaction_id ?? '')) return null;
      const isForeign = isForeignId(id, this.plan.ids);
      if (isForeign) this.foreign += 1;
      const unknown = { kind: 'unknown-here', ...facts, there: thereOf(item, null), subject: null } as const;
      return isForeign ? null : { ...unknown, refunds: [], remains: () => true };
    }
    if (item.type === 'chargeback' && ours.has(item.transaction_id ?? '')) return null;
    const refunds = this.refundsWith(item, id);
    const isNewest = before === undefined;
    const shown = new Set(refunds.map(({ transaction_id }) => transaction_id));
    const ofOrder = recorded.filter((row) => row.serviceOrderId === id || shown.has(row.serviceRefundId));
    const verdict = (order: ListedSubject, known: readonly RefundEntity[] = ofOrder): ListedDifference | null =>
      isOnRecord(item, known) ? null : differenceOf(item, order, { isNewest, brought, ...returnedBy(refunds, known) });
    const kind = verdict(subject);
    if (kind === null) return null;
    const there = thereOf(item, isReturned(item) ? refunds.reduce((sum, { amount }) => sum + (amount ?? 0), 0) : null);
    return { kind, ...facts, there, subject, refunds, remains: (anew, known) => verdict(anew, known) !== null };
  }

  /** Whether the page before showed it: newer transactions may shift the pages meanwhile. */
  private isAgain({ transaction_id }: ListedTransaction): boolean {
    return transaction_id !== null && this.pages.previous.has(transaction_id);
  }

  private refundsWith(item: ListedTransaction, id: string): readonly ListedTransaction[] {
    if (!isReturned(item)) return [];
    const before = this.returned.get(id) ?? [];
    if (this.isAgain(item)) return before;
    const after = [...before, item];
    this.returned.set(id, after);
    return after;
  }

  /** Refunds and chargebacks that the shop has recorded: by their own ids, and by the service's. */
  private async refundsAmong(manager: EntityManager, items: readonly ListedTransaction[]): Promise<Recorded> {
    const refunds = items.filter(({ type }) => type === 'refund' || type === 'chargeback');
    const values = refunds.flatMap(({ order_id, transaction_id }) => [order_id ?? [], transaction_id ?? []].flat());
    const equal = { group: this.plan.group };
    const tagged = await readRows(manager, RefundEntity, { equal, property: 'tag', values });
    const named = await readRows(manager, RefundEntity, { equal, property: 'serviceRefundId', values });
    return new Map(
      [...tagged, ...named].flatMap((row) =>
        [row.tag, row.serviceRefundId ?? []].flat().map((id) => [id, row] as const),
      ),
    );
  }
}

type Recorded = ReadonlyMap<string, RefundEntity>;
