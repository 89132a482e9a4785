import { parseOrder, type Order } from '../../../src/protocol/index.js';
import { toRefundRules } from '../../../src/shop/core/index.js';
import { matchRefund } from '../../../src/shop/refund-records/matching/refund-match.js';
import { stepRefund } from '../../../src/shop/refund-records/protocol/refund-protocol.js';
import {
  NEW_REFUND,
  type RefundTrigger,
  type RefundFacts,
} from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import type { Difference } from '../difference.js';
import type { RefundHistory, RefundStepOfHistory } from './refund-history.js';
import { RefundReference, type Answer, type SeenRow } from './refund.reference.js';

/** How the module decides; a spec puts defects here. */
export type StepRefund = typeof stepRefund;

type Sending = Extract<RefundStepOfHistory, { kind: 'slot' }>;
type Read = Extract<RefundStepOfHistory, { kind: 'read' }>;

interface BookedRow {
  readonly id: string;
  /** From when on it has which status, epoch milliseconds. */
  readonly statuses: { readonly at: number; readonly status: string }[];
}

const AMOUNT = 500;
const TAG = 'A-1-R1';
const T0 = 1_764_000_000_000;
const RULES = toRefundRules({ readSpreadPercent: 0 });
const EMPTY = parseOrder({ order_id: 'A-1', status: 'completed', related_transactions: [{}] }).order;
const ANSWER_MS = 400;

/** Plays the course of one refund to module and reference alike. */
export class RefundTrial {
  readonly differences: Difference[] = [];
  readonly sentences: string[] = [];
  private readonly reference = new RefundReference(AMOUNT, RULES);
  private readonly rows: BookedRow[] = [];
  private facts: RefundFacts = NEW_REFUND;
  private now = T0;
  private lost: { readonly id: string | null } | null = null;

  constructor(
    private readonly history: RefundHistory,
    private readonly step: StepRefund = stepRefund,
  ) {}

  play(): this {
    for (const each of this.history.steps) {
      if (this.differences.length > 0) break;
      this.now += each.wait;
      this.take(each);
      this.compare();
    }
    return this;
  }

  private take(each: RefundStepOfHistory): void {
    if (each.kind === 'slot') this.slot(each);
    else if (each.kind === 'read') this.read(each);
    else if (each.kind === 'notification') this.notified();
    else if (each.kind === 'row') this.changeRow(each.status);
    else if (each.kind === 'late-answer') this.answerLate();
    else if (each.kind === 'cancel') this.cancel();
    else this.decide(each.says);
  }

  private slot({ answer, arrivesAfter }: Sending): void {
    const maySend = this.reference.maySend(this.now);
    if (!this.apply({ type: 'slot' })) return;
    this.tell(`is sent (${maySend ? 'it may be' : 'it must not be'})`);
    if (!maySend) return this.differ('sent though it may be there', this.facts.state);
    this.reference.happened({ is: 'sent', at: this.now });
    const id = arrivesAfter === null ? null : this.book(this.now + arrivesAfter);
    this.now += ANSWER_MS;
    this.answer(answer, answer === 'accepted' ? id : null);
    this.lost = answer === 'lost' && arrivesAfter === 20 ? { id } : null;
  }

  private book(at: number): string {
    const id = `90${this.rows.length}`;
    this.rows.push({ id, statuses: [{ at, status: 'reserved' }] });
    return id;
  }

  private answer(says: Answer, id: string | null): void {
    this.reference.happened({ is: 'answered', at: this.now, says, id });
    this.apply(EVENTS[says](id));
    this.tell(`is answered: ${says}`);
  }

  private answerLate(): void {
    if (this.lost === null) return;
    const { id } = this.lost;
    this.lost = null;
    this.answer('accepted', id);
  }

  private read({ lag, takes }: Read): void {
    const askedAt = this.now;
    const rows = this.shown(askedAt - lag);
    this.now += takes;
    this.reference.happened({ is: 'shown', at: this.now, askedAt, rows });
    this.apply({ type: 'read', startedAt: askedAt, evidence: this.match(rows) });
    this.tell(`is looked for: ${rowsText(rows)}`);
  }

  private notified(): void {
    const rows = this.shown(this.now);
    const seen = this.match(rows);
    if (seen.kind !== 'found') return;
    this.reference.happened({ is: 'shown', at: this.now, askedAt: null, rows });
    this.apply({ type: 'reported', status: seen.status, serviceRefundId: seen.serviceRefundId, at: this.now });
    this.tell(`is shown by a notification: ${rowsText(rows)}`);
  }

  private changeRow(status: string): void {
    const row = this.rows.findLast(({ statuses }) => statuses[0]!.at <= this.now);
    const last = row?.statuses.at(-1)?.status;
    // What has ended at the service stays so.
    if (!row || last === 'completed' || last === 'declined' || last === 'void' || last === 'cancelled') return;
    row.statuses.push({ at: this.now, status });
    this.tell(`is ${status} at the service`);
  }

  /** Before the money has left, the service cancels the one it knows of; else there is nothing to confirm. */
  private cancel(): void {
    const { state, serviceRefundId } = this.facts;
    const row = this.rows.find(({ id }) => id === serviceRefundId);
    const isThere = row !== undefined && row.statuses.at(-1)!.status === 'reserved';
    if (state === 'accepted' && !isThere) return;
    if (state === 'accepted') row?.statuses.push({ at: this.now, status: 'void' });
    if (this.apply({ type: 'cancelled' })) this.reference.happened({ is: 'cancelled', at: this.now });
    this.tell('is to be cancelled');
  }

  private decide(says: 'paid' | 'not-paid'): void {
    if (!this.apply({ type: 'decided', verdict: says })) return;
    this.reference.happened({ is: 'decided', at: this.now, says });
    this.tell(`is ${says}, a person says`);
  }

  /** What a copy of the service shows that is as old as that. */
  private shown(at: number): SeenRow[] {
    return this.rows.flatMap(({ id, statuses }) => {
      const status = statuses.findLast((each) => each.at <= at)?.status;
      return status === undefined ? [] : [{ id, status, amount: AMOUNT }];
    });
  }

  private match(rows: readonly SeenRow[]) {
    const { state, attempts, serviceRefundId } = this.facts;
    const own = { tag: TAG, amount: AMOUNT, currency: 'EUR', state, attempts, serviceRefundId, since: T0 };
    return matchRefund(own, {
      order: orderOf(rows),
      own: [own],
      elsewhere: new Set(),
      tagsEchoed: true,
      createdSlackMs: RULES.createdSlackMs,
      timeZone: 'UTC',
    });
  }

  /** @returns whether anything came of it */
  private apply(event: RefundTrigger): boolean {
    const step = this.step(this.facts, event, this.now, RULES);
    if ('ignored' in step) return false;
    this.facts = step.facts;
    return true;
  }

  private compare(): void {
    const right = this.reference.states();
    if (!right.includes(this.facts.state))
      this.differ('state of a refund', `the module says ${this.facts.state}, the reference ${right.join(' or ')}`);
  }

  private tell(what: string): void {
    const right = this.reference.states().join(' or ');
    const time = new Date(this.now).toISOString();
    this.sentences.push(
      `${time} The refund ${what}. The module has it as ${this.facts.state}, the reference as ${right}.`,
    );
  }

  private differ(kind: string, detail: string): void {
    this.differences.push({ kind, detail });
  }
}

const EVENTS: Readonly<Record<Answer, (id: string | null) => RefundTrigger>> = {
  accepted: (serviceRefundId) => ({ type: 'answered', outcome: 'accepted', serviceRefundId }),
  refused: () => ({ type: 'answered', outcome: 'rejected', code: '1001', retryable: false }),
  barred: () => ({ type: 'answered', outcome: 'rejected', code: '1032', retryable: true }),
  'not-sent': () => ({ type: 'answered', outcome: 'not-sent', code: 'NOT_SENT' }),
  unclear: () => ({ type: 'answered', outcome: 'unknown', code: '1034', retryAfterMs: null }),
  failing: () => ({ type: 'answered', outcome: 'unknown', code: 'SERVICE_UNAVAILABLE', retryAfterMs: null }),
  lost: () => ({ type: 'lost' }),
};

const rowsText = (rows: readonly SeenRow[]): string =>
  rows.length === 0 ? 'nothing there' : rows.map(({ id, status }) => `${id} is ${status}`).join(', ');

const orderOf = (rows: readonly SeenRow[]): Order => ({
  ...EMPTY,
  order_id: 'A-1',
  related_transactions: rows.map(({ id, status, amount }) => ({
    ...EMPTY.related_transactions[0]!,
    transaction_id: id,
    type: 'refund',
    status,
    amount,
    currency: 'EUR',
    refund_order_id: TAG,
  })),
});
