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
  type ListedPlace,
  type ListedSubject,
} from '../../orders/index.js';
import { BOOKED_STATES, RefundEntity } from '../../refund-records/index.js';
import { isForeignId, type OrderIdHabits } from '../../core/index.js';
import type { DifferenceKind, ReconciledFacts } from './reconciliation.types.js';

/** How much later than its order a payment may be listed and still be matched with it. */
export const LATE_MS = 86_400_000;

/** A difference, with a function to compare again. */
export interface FoundDifference {
  readonly kind: DifferenceKind;
  readonly serviceOrderId: string | null;
  readonly transactionId: string | null;
  readonly createdAt: number | null;
  readonly there: ReconciledFacts | null;
  readonly subject: ListedSubject | null;
  /** The refunds that the list has shown of its order so far, by the service's ids. */
  readonly refundIds: readonly string[];
  /** Whether the order still differs after a new read. @param recorded - what is on record now of these refunds, minor units */
  readonly remains: (subject: ListedSubject, recorded?: number) => boolean;
}

/** What the list has shown of the refunds of an order. Sums in minor units. */
interface Returned {
  readonly ids: readonly string[];
  readonly sum: number;
  /** What is on record under these ids: the refunded amount of an order does not show what was given back of another payment. */
  readonly recorded: number;
}

const NOTHING_RETURNED: Returned = { ids: [], sum: 0, recorded: 0 };

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
 * Compares the list with the orders, page by page. It keeps in memory what the list showed within a day, and a sum for each
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
  private readonly returned = new Map<string, Returned>();
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
    return items.flatMap((item) => this.compare(item, subjects.get(item.order_id ?? ''), ours) ?? []);
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

  private compare(item: ListedTransaction, subject: ListedSubject | undefined, ours: Recorded): FoundDifference | null {
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
      return isForeign ? null : { ...unknown, refundIds: [], remains: () => true };
    }
    const row = ours.get(item.transaction_id ?? '');
    if (item.type === 'chargeback' && row) return null;
    const { ids: refundIds, sum: returned, recorded } = this.returnedWith(item, id, row);
    const place: ListedPlace = { isNewest: before === undefined, returned, recorded, brought };
    const kind = differenceOf(item, subject, place);
    if (kind === null) return null;
    const there = thereOf(item, isReturned(item) ? returned : null);
    const remains: FoundDifference['remains'] = (anew, known = recorded) =>
      differenceOf(item, anew, { ...place, recorded: known }) !== null;
    return { kind, ...facts, there, subject, refundIds, remains };
  }

  /** Whether the page before showed it: newer transactions may shift the pages meanwhile. */
  private isAgain({ transaction_id }: ListedTransaction): boolean {
    return transaction_id !== null && this.pages.previous.has(transaction_id);
  }

  private returnedWith(item: ListedTransaction, id: string, row: RefundEntity | undefined): Returned {
    if (!isReturned(item)) return NOTHING_RETURNED;
    const before = this.returned.get(id) ?? NOTHING_RETURNED;
    if (this.isAgain(item)) return before;
    const amount = item.amount ?? 0;
    const after = {
      ids: [...before.ids, ...(item.transaction_id === null ? [] : [item.transaction_id])],
      sum: before.sum + amount,
      recorded: before.recorded + (row && BOOKED_STATES.has(row.state) ? Math.min(amount, row.amount) : 0),
    };
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
