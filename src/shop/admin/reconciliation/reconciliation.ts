import { Inject, Injectable } from '@nestjs/common';
import type { Transactions } from '../../../database/engine/index.js';
import { normaliseStatus } from '../../../protocol/index.js';
import { isUnknownThere, TransactionsClient } from '../../client/index.js';
import { impliesPaid, listedSubjects, ObservationEntity, type ListedSubject } from '../../orders/index.js';
import { OrderAdminService } from '../order-admin.service.js';
import { TerminalGroups, type TerminalGroup, ErrorRedactor, TRANSACTIONS } from '../../core/index.js';
import { paidAttempts } from './absent-orders.js';
import { LATE_MS, ListComparison, type FoundDifference } from './list-comparison.js';
import { RefundEntity } from '../../refund-records/index.js';
import { DifferenceTally } from './difference-tally.js';
import { recordedRefunds } from './recorded-refunds.js';
import { checkReconcile } from './reconciliation.input.js';
import { UnseenMoney } from './unseen-money.js';
import { unseenTryOf } from './unseen-try.js';
import type { DifferenceOutcome, ReconcileRequest, ReconciliationReport } from './reconciliation.types.js';

const PAGE = 1_000;
/** A thousand million transactions: a longer list does not end. */
const MOST_PAGES = 1_000_000;
/** Greatest difference between the shop's clock and the service's. */
const SKEW_MS = 300_000;

interface Comparing {
  readonly group: TerminalGroup;
  readonly request: ReconcileRequest;
  readonly comparison: ListComparison;
  readonly tally: DifferenceTally;
  /** Transactions that were read by their own ids. */
  readonly followed: Set<string>;
}

interface Tried {
  readonly outcome: DifferenceOutcome;
  readonly why: string | null;
}

/** Compares the service's list of transactions with the shop's orders, and has orders that differ read and corrected. */
@Injectable()
export class Reconciliation {
  constructor(
    private readonly client: TransactionsClient,
    private readonly groups: TerminalGroups,
    private readonly texts: ErrorRedactor,
    private readonly orderAdmin: OrderAdminService,
    private readonly unseen: UnseenMoney,
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
  ) {}

  /** See `payments.reconcile`. */
  async reconcile(given: ReconcileRequest): Promise<ReconciliationReport> {
    const request = { ...given };
    checkReconcile(request);
    const group = await this.groups.resolve(request.group);
    const { from, to, dryRun = false } = request;
    const plan = { group: group.name, from, to, timeZone: this.groups.timeZone, ids: group };
    const [comparison, tally] = [new ListComparison(plan), new DifferenceTally(request)];
    const comparing = { group, request, comparison, tally, followed: new Set<string>() };
    const { pages, complete } = await this.walk(comparing);
    const { counts, kept } = comparing.tally;
    const { listed, foreign } = comparing.comparison;
    return { group: group.name, from, to, dryRun, complete, pages, listed, foreign, counts, differences: kept };
  }

  /** Newest first, a page at a time. Absence is known only once the list is past an order's time. */
  private async walk(comparing: Comparing): Promise<{ pages: number; complete: boolean }> {
    const { group, request, comparison, tally } = comparing;
    const window = { createdFrom: request.from, createdUntil: request.to + LATE_MS };
    const list = this.client.list(group, { limit: PAGE, ...window }, { maxPages: MOST_PAGES });
    let [pages, checked] = [0, request.to];
    for await (const { items } of list.pages()) {
      pages += 1;
      await this.settleAll(comparing, await this.transactions.read((em) => comparison.page(em, items)));
      const place = Math.min(checked, comparison.comparedDownTo + SKEW_MS);
      await this.addAbsent(comparing, { from: place, to: checked });
      checked = place;
      comparison.forgetAfter(checked);
      const { listed, comparedDownTo } = comparison;
      request.onProgress?.({ pages, listed, comparedDownTo, differences: tally.total });
      if (comparison.isPast) break;
      if (request.signal?.aborted) return { pages, complete: false };
    }
    const complete = comparison.isPast || list.ending?.complete === true;
    if (complete) await this.addAbsent(comparing, { from: request.from, to: checked });
    return { pages, complete };
  }

  /** Adds orders that are paid in the shop and that the list should have shown by now. */
  private async addAbsent(comparing: Comparing, { from, to }: { from: number; to: number }): Promise<void> {
    if (from >= to) return;
    const { group, comparison } = comparing;
    const window = { group: group.name, mode: group.mode, from, to };
    for await (const subjects of paidAttempts(this.transactions, window)) {
      const absent = subjects.filter(({ attempt }) => !comparison.hasSeen(attempt.serviceOrderId));
      await this.settleAll(comparing, absent.map(absentOf));
    }
  }

  /** Reads each order that differs once, for any number of its transactions. */
  private async settleAll(comparing: Comparing, found: readonly FoundDifference[]): Promise<void> {
    const tried = new Map<string, Tried | null>();
    for (const difference of found) {
      const { subject } = difference;
      const id = subject?.order.orderId ?? '';
      if (subject && !comparing.request.dryRun && !tried.has(id)) {
        tried.set(id, await this.read(comparing, difference, subject.order));
      }
      comparing.tally.add(difference, await this.outcomeOf(comparing, difference, tried.get(id) ?? null));
    }
  }

  private async read(
    { request: { by, why } }: Comparing,
    { kind }: FoundDifference,
    order: Parameters<OrderAdminService['sync']>[0],
  ): Promise<Tried | null> {
    try {
      await this.orderAdmin.sync(order, { by, why }, 'sweep');
      return null;
    } catch (error) {
      if (kind === 'absent-there' && isUnknownThere(error)) return { outcome: 'remains', why: null };
      return { outcome: 'failed', why: this.texts.of(error) };
    }
  }

  private async outcomeOf(comparing: Comparing, found: FoundDifference, tried: Tried | null): Promise<Tried> {
    const { request } = comparing;
    const { subject, kind } = found;
    if (request.dryRun) return { outcome: 'reported', why: null };
    if (tried) return tried;
    if (!subject) return { outcome: 'remains', why: null };
    // If the service says that the order was paid after all, only the list left it out.
    if (kind === 'absent-there')
      return { outcome: (await this.isPaidThere(subject)) ? 'resolved' : 'remains', why: null };
    if (!(await this.stillDiffers(found, subject))) return { outcome: 'resolved', why: null };
    return this.follow(comparing, found, subject);
  }

  private async stillDiffers(found: FoundDifference, { attempt }: ListedSubject): Promise<boolean> {
    const { kind, transactionId, refunds, remains } = found;
    const { group } = attempt;
    // A chargeback of a part leaves the status; once it is recorded, it counts as known.
    if (kind === 'charged-back-there' && transactionId !== null) {
      const recorded = { group, origin: 'chargeback' as const, serviceRefundId: transactionId };
      if (await this.transactions.read((em) => em.existsBy(RefundEntity, recorded))) return false;
    }
    const serviceRefundIds = refunds.flatMap(({ transaction_id }) => transaction_id ?? []);
    const sought = { group, serviceOrderIds: refunds.flatMap(({ order_id }) => order_id ?? []), serviceRefundIds };
    const recorded = await this.transactions.read((em) => recordedRefunds(em, sought));
    const anew = await this.transactions.read((em) => listedSubjects(em, group, [attempt.serviceOrderId]));
    const subject = anew.get(attempt.serviceOrderId);
    return subject !== undefined && remains(subject, recorded);
  }

  /** A read by the order's id may show another try than the one that was paid: its transaction is read, once. */
  private async follow({ followed }: Comparing, found: FoundDifference, subject: ListedSubject): Promise<Tried> {
    const remaining = { outcome: 'remains', why: null } as const;
    const unseen = unseenTryOf(found);
    if (!unseen || followed.has(unseen.transactionId)) return remaining;
    followed.add(unseen.transactionId);
    try {
      await this.unseen.read(unseen);
    } catch (error) {
      return { outcome: 'failed', why: this.texts.of(error) };
    }
    if (!(await this.stillDiffers(found, subject))) return { outcome: 'resolved', why: null };
    await this.unseen.tell(unseen, found.remains);
    return remaining;
  }

  /** Decides by the latest answer, not by the shop's record: there, paid is never taken back. */
  private async isPaidThere({ order, attempt }: ListedSubject): Promise<boolean> {
    const answer = await this.transactions.read((em) =>
      em.findOne(ObservationEntity, {
        where: { group: order.group, orderId: order.orderId, attempt: attempt.number, source: 'sync' },
        order: { observedAt: 'DESC', id: 'DESC' },
      }),
    );
    const status = normaliseStatus(answer?.rawStatus);
    return status !== 'unknown' && impliesPaid(status);
  }
}

const absentOf = (subject: FoundDifference['subject'] & object): FoundDifference => ({
  kind: 'absent-there',
  serviceOrderId: subject.attempt.serviceOrderId,
  transactionId: subject.order.paidTransactionId,
  createdAt: null,
  there: null,
  subject,
  refunds: [],
  remains: () => true,
});
