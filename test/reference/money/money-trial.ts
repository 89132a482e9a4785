import { parseOrder, type Order } from '../../../src/protocol/index.js';
import { toRefundRules } from '../../../src/shop/core/index.js';
import { ExternalRefundsService } from '../../../src/shop/refund-records/matching/external-refunds.service.js';
import { leftIn } from '../../../src/shop/refund-records/money/money-book.js';
import { matchRefund } from '../../../src/shop/refund-records/matching/refund-match.js';
import { stepRefund } from '../../../src/shop/refund-records/protocol/refund-protocol.js';
import { NEW_REFUND, type RefundTrigger } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { RefundEntity } from '../../../src/shop/refund-records/entities/refund.entity.js';
import type { RefundReading } from '../../../src/shop/refund-records/matching/related-refunds.js';
import type { Difference } from '../difference.js';
import type { MoneyHistory, MoneyStep } from './money-history.js';
import { MoneyReference, type MoneyRow } from './money.reference.js';

/** How the module reckons; a spec puts defects here. */
export type LeftIn = typeof leftIn;

interface ServiceRow extends MoneyRow {
  readonly id: string;
  status: string;
  readonly tag: string | null;
  isListed: boolean;
}

/** The order at the service. */
interface Shown {
  readonly rows: readonly ServiceRow[];
  readonly amountRefunded: number;
}

type Refunding = Extract<MoneyStep, { kind: 'refund' }>;
type RowStep = Extract<MoneyStep, { kind: 'row' }>;

const T0 = 1_764_000_000_000;
const GIVEN_UP_AFTER_MS = 30 * 86_400_000;
const RULES = toRefundRules();
const EMPTY = parseOrder({ related_transactions: [{}] }).order;
const LIVE: ReadonlySet<string> = new Set(['reserved', 'completed']);

/** Plays the course of one order's money to module and reference alike. */
export class MoneyTrial {
  readonly differences: Difference[] = [];
  readonly sentences: string[] = [];
  /** The module's rows, by id. */
  private readonly book = new Map<string, RefundEntity>();
  private readonly atService: ServiceRow[] = [];
  private readonly past: Shown[] = [];
  private readonly external: ExternalRefundsService;
  private readonly reference: MoneyReference;
  private seen: Shown = { rows: [], amountRefunded: 0 };
  private seenAt = T0;
  private now = T0;
  private ids = 0;
  private seenIndex = 0;

  constructor(
    private readonly history: MoneyHistory,
    private readonly reckon: LeftIn = leftIn,
  ) {
    this.reference = new MoneyReference(history.paid);
    const clock = { now: (): number => this.now };
    const groups = { get: () => ({ refunds: RULES }), timeZone: 'UTC' };
    const states = {
      apply: (_tx: unknown, row: RefundEntity, { event }: { event: RefundTrigger }) =>
        Promise.resolve(this.step(row, event)),
    };
    const parts: unknown[] = [groups, states, clock];
    this.external = Reflect.construct(ExternalRefundsService, parts);
    Object.assign(this.external, { logger: { log: () => undefined } });
  }

  async play(): Promise<this> {
    for (const each of this.history.steps) {
      this.now += 60_000;
      await this.take(each);
      this.compare();
      if (this.differences.length > 0) return this;
    }
    await this.see(this.current(), { readAt: (this.now += 60_000), isStale: false });
    this.compare();
    this.compareWithService();
    return this;
  }

  private async take(each: MoneyStep): Promise<void> {
    if (each.kind === 'refund') this.refund(each);
    else if (each.kind === 'elsewhere') this.add('refund', { share: each.share, isListed: each.listed });
    else if (each.kind === 'chargeback') this.add('chargeback', { share: each.share, isListed: true });
    else if (each.kind === 'reversal') this.reverse(each.share);
    else if (each.kind === 'row') this.change(each);
    else if (each.kind === 'unresolved') this.giveUp();
    else if (each.kind === 'listed') for (const row of this.atService) row.isListed = true;
    else await this.observe(each.kind);
    this.past.push(this.current());
    this.tell(JSON.stringify(each));
  }

  /** What the module holds to be left, and no more, is asked for. */
  private refund({ share, fate }: Refunding): void {
    const amount = Math.ceil((this.left() * share) / 100);
    if (amount === 0) return;
    const tag = `R${(this.ids += 1)}`;
    const made = { origin: 'shop', id: tag, key: tag, tag, amount, currency: 'EUR', serviceOrderId: 'A-1' } as const;
    const row = Object.assign(new RefundEntity(), { ...NEW_REFUND, ...made, createdAt: this.now });
    this.book.set(tag, row);
    // One in flight for each order: the next waits until it is known what became of this one.
    if (fate === 'queued' || this.ours().some(({ state }) => state === 'unknown')) return;
    this.apply(row, { type: 'slot' });
    // What it does not have, it does not give: it answers with a code that may mean anything.
    const isThere = amount <= this.leftAtService();
    const hasArrived = isThere && (fate === 'accepted' || fate === 'arrived');
    const id = hasArrived ? this.put({ type: 'refund', amount, tag, isListed: true }) : null;
    const events: Readonly<Record<typeof fate, RefundTrigger>> = {
      accepted: { type: 'answered', outcome: 'accepted', serviceRefundId: id },
      refused: { type: 'answered', outcome: 'rejected', code: '1001', retryable: false },
      lost: { type: 'lost' },
      arrived: { type: 'answered', outcome: 'unknown', code: '1034', retryAfterMs: null },
    };
    this.apply(this.book.get(tag)!, events[fate === 'accepted' && !isThere ? 'arrived' : fate]);
  }

  /** Reads fail for longer than they are tried. */
  private giveUp(): void {
    const row = this.ours().findLast(({ state }) => state === 'unknown');
    if (!row) return;
    this.now += GIVEN_UP_AFTER_MS;
    this.apply(row, { type: 'read', startedAt: this.now, evidence: { kind: 'failed', code: '1000' } });
  }

  private add(type: 'refund' | 'chargeback', { share, isListed }: { share: number; isListed: boolean }): void {
    const amount = Math.ceil((this.leftAtService() * share) / 100);
    if (amount > 0) this.put({ type, amount, tag: null, isListed });
  }

  private put({ type, amount, tag, isListed }: Pick<ServiceRow, 'type' | 'amount' | 'tag' | 'isListed'>): string {
    const id = `9${(this.ids += 1)}`;
    const status = type === 'refund' ? 'reserved' : 'completed';
    this.atService.push({ id, type, status, amount, tag, isListed, isOurs: tag !== null });
    return id;
  }

  private reverse(share: number): void {
    const amount = Math.ceil((this.takenByBank() * share) / 100);
    if (amount > 0) this.put({ type: 'reverse-chargeback', amount, tag: null, isListed: true });
  }

  private change({ whose, status }: RowStep): void {
    const isMeant = (row: ServiceRow): boolean => row.type === 'refund' && row.isOurs === (whose === 'ours');
    const row = this.atService.findLast((each) => isMeant(each) && each.status === 'reserved');
    if (row) row.status = status;
  }

  private async observe(kind: 'read' | 'notification' | 'stale'): Promise<void> {
    if (kind === 'stale')
      return this.see(this.past[this.seenIndex - 1] ?? this.seen, { readAt: this.now, isStale: true });
    this.seenIndex = this.past.length;
    await this.see(this.current(), { readAt: kind === 'read' ? this.now : null, isStale: false });
  }

  /** As the module's observer does it: ours are recognised first, then what is not ours is written down. */
  private async see(shown: Shown, { readAt, isStale }: { readAt: number | null; isStale: boolean }): Promise<void> {
    if (!isStale) [this.seen, this.seenAt] = [shown, this.now];
    const order = orderOf(shown);
    for (const row of this.ours()) {
      const evidence = matchRefund(ownOf(row), this.readingOf(order));
      if (readAt !== null) this.apply(row, { type: 'read', startedAt: readAt, evidence });
      else if (evidence.kind === 'found') this.apply(row, { type: 'reported', ...evidence, at: this.now });
    }
    const observed = {
      row: { group: 'web', orderId: 'A', status: 'completed', currency: 'EUR', amountRefunded: shown.amountRefunded },
      serviceOrderId: 'A-1',
      order,
      source: 'poll',
      isStale,
      hadRefunds: true,
      readAt,
      paidAttempts: () => Promise.resolve([]),
    };
    await this.external.observe(NO_DATABASE, { observed, rows: this.book, reading: this.readingOf(order) });
    this.reference.see({ ...shown, isStale }, this.ours());
  }

  private readingOf(order: Order): RefundReading {
    const elsewhere = [...this.book.values()].filter(({ origin }) => origin === 'elsewhere');
    const ids = elsewhere.flatMap(({ serviceRefundId }) => serviceRefundId ?? []);
    return {
      order,
      own: this.ours().map(ownOf),
      elsewhere: new Set(ids),
      tagsEchoed: true,
      createdSlackMs: RULES.createdSlackMs,
      timeZone: 'UTC',
    };
  }

  private ours(): RefundEntity[] {
    return [...this.book.values()].filter(({ origin }) => origin === 'shop');
  }

  private step(row: RefundEntity, event: RefundTrigger) {
    const step = stepRefund(row, event, this.now, RULES);
    if ('ignored' in step) return { kind: 'ignored' as const, row, changes: [] };
    return { kind: 'done' as const, row: Object.assign(new RefundEntity(), row, step.facts), changes: [] };
  }

  private apply(row: RefundEntity, event: RefundTrigger): void {
    this.book.set(row.id, this.step(row, event).row);
  }

  /** What the order at the service looks like. */
  private current(): Shown {
    const live = this.atService.filter(({ status }) => LIVE.has(status));
    const back = live.filter(({ type }) => type === 'refund').reduce((sum, { amount }) => sum + amount, 0);
    const rows = this.atService.filter(({ isListed }) => isListed).map((row) => ({ ...row }));
    // A chargeback of all of it is a status, not an amount; a part of it is counted.
    const taken = this.takenByBank();
    return { rows, amountRefunded: back + (taken < this.history.paid ? taken : 0) };
  }

  private takenByBank(): number {
    const sumOf = (type: ServiceRow['type']): number =>
      this.atService.filter((row) => row.type === type).reduce((sum, { amount }) => sum + amount, 0);
    return sumOf('chargeback') - sumOf('reverse-chargeback');
  }

  private leftAtService(): number {
    const live = this.atService.filter(({ type, status }) => type === 'refund' && LIVE.has(status));
    return this.history.paid - live.reduce((sum, { amount }) => sum + amount, 0) - this.takenByBank();
  }

  /** What the module holds to be left. */
  private left(): number {
    const rows = [...this.book.values()];
    return this.reckon({ paid: this.history.paid, rows, reported: this.seen.amountRefunded, reportedAt: this.seenAt });
  }

  private compare(): void {
    const [left, right] = [this.left(), this.reference.left(this.ours())];
    if (left !== right) this.differ('money that is left', `the module says ${left}, the reference ${right}`);
  }

  /** After the last read nothing may be promised that the service does not have. */
  private compareWithService(): void {
    const isAllKnown = this.ours().every(({ state }) => !['queued', 'unknown', 'manual'].includes(state));
    const [left, there] = [this.left(), this.leftAtService()];
    if (left > there) this.differ('more than the service has', `the module says ${left}, the service has ${there}`);
    else if (isAllKnown && left < there)
      this.differ('less than the service has', `the module says ${left}, the service has ${there}`);
  }

  private tell(what: string): void {
    const [left, right] = [this.left(), this.reference.left(this.ours())];
    this.sentences.push(
      `${what}. The module holds ${left} to be left, the reference ${right}; the service has ${this.leftAtService()}.`,
    );
  }

  private differ(kind: string, detail: string): void {
    this.differences.push({ kind, detail });
  }
}

/** The rows are kept in the book; what is written of them besides goes nowhere. */
const NO_DATABASE = Object.assign(Object.create(null), {
  existsBy: () => Promise.resolve(false),
  insert: () => Promise.resolve(),
  update: () => Promise.resolve({ affected: 1 }),
});

const ownOf = ({ tag, amount, currency, state, attempts, serviceRefundId, createdAt }: RefundEntity) => ({
  tag,
  amount,
  currency,
  state,
  attempts,
  serviceRefundId,
  since: createdAt,
});

const orderOf = ({ rows, amountRefunded }: Shown): Order => ({
  ...EMPTY,
  order_id: 'A-1',
  status: 'completed',
  currency: 'EUR',
  amount_refunded: amountRefunded,
  related_transactions: rows.map(({ id, type, status, amount, tag }) => ({
    ...EMPTY.related_transactions[0]!,
    transaction_id: id,
    type,
    status,
    amount,
    currency: 'EUR',
    refund_order_id: tag,
  })),
});
