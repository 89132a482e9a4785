import { formatServiceTime } from '../../../src/protocol/order-time.js';
import { parseOrder } from '../../../src/protocol/order.parser.js';
import type { Order, RelatedTransaction } from '../../../src/protocol/order.types.js';
import { hasWaitedLong, isReadFirst } from '../../../src/shop/refund-records/lane/lane-guards.js';
import { findElsewhere } from '../../../src/shop/refund-records/matching/refund-elsewhere.js';
import { matchRefund } from '../../../src/shop/refund-records/matching/refund-match.js';
import type { ReadEvidence, SeenStatus } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import {
  showsTags,
  type OwnRefund,
  type RefundReading,
} from '../../../src/shop/refund-records/matching/related-refunds.js';
import { rowsOf } from '../../../src/shop/refund-records/matching/row-index.js';
import type { BookedRefund, ShownRefund } from './ledger.js';
import type { Policy } from './policy.js';
import type { RefundRow, Store } from './store.js';
import type { Variant } from './variants.js';

const CURRENCY = 'EUR';

const ORDER: Order = parseOrder({ order_id: 'order', status: 'completed', amount: 1, currency: CURRENCY }).order;

/** What the module makes of an order's related transactions: the same code reads answers and notifications. */
export class Reads {
  /** The same object for every read: only its transactions differ. */
  readonly #order: { -readonly [Field in keyof Order]: Order[Field] } = { ...ORDER };
  readonly #rows = new Map<BookedRefund, Map<SeenStatus, RelatedTransaction>>();

  constructor(
    private readonly parts: { readonly store: Store; readonly policy: Policy; readonly tags: Variant['tags'] },
  ) {}

  /** What a read says of one refund. */
  evidence(row: RefundRow, shown: readonly ShownRefund[] | null, now: number): ReadEvidence {
    const { policy } = this.parts;
    if (shown === null) return policy.quirks.takesFailureForAbsence ? { kind: 'absent' } : FAILED;
    const read = this.#read(row.order, shown, now);
    this.#learn(row.order, read);
    return matchRefund(this.#ownOf(row, now), read);
  }

  /** Which refunds of ours a notification reports. */
  reported(order: number, shown: readonly ShownRefund[], now: number): { row: RefundRow; shown: ShownRefund }[] {
    const read = this.#read(order, shown, now);
    this.#learn(order, read);
    return shown.flatMap((each, index) => {
      const line = read.order.related_transactions[index]!;
      const row = this.parts.store.rows.find((own) => own.order === order && rowsOf(ownOf(own), [line]).length > 0);
      return row ? [{ row, shown: each }] : [];
    });
  }

  #ownOf(row: RefundRow, now: number): OwnRefund {
    return { ...ownOf(row), hasWaited: hasWaited(row, this.parts.policy, now) };
  }

  #read(order: number, shown: readonly ShownRefund[], now: number): RefundReading {
    const { store, policy } = this.parts;
    const own: OwnRefund[] = [];
    for (const row of store.rows) if (row.order === order) own.push(this.#ownOf(row, now));
    this.#order.related_transactions = shown.map(({ booked, status }) => this.#line(booked, status));
    return {
      order: this.#order,
      own,
      elsewhere: store.elsewhere,
      tagsEchoed: policy.quirks.ignoresTags ? false : store.tagsEchoed,
      createdSlackMs: policy.rules.createdSlackMs,
    };
  }

  /** Keeps what a read teaches: whether tags come back, and what was refunded elsewhere. */
  #learn(order: number, read: RefundReading): void {
    const { store } = this.parts;
    store.tagsEchoed = store.tagsEchoed === false ? false : (showsTags(read) ?? store.tagsEchoed);
    const { related_transactions: lines } = read.order;
    const isKnown = ({ transaction_id: id, status }: RelatedTransaction): boolean =>
      id !== null && store.foreign.get(id)?.status === status;
    if (lines.every((line) => isKnown(line) || read.own.some((own) => rowsOf(own, [line]).length > 0))) return;
    for (const { serviceRefundId, amount, status } of findElsewhere(read, 0).refunds) {
      store.foreign.set(serviceRefundId, { order, amount, status });
      store.elsewhere.add(serviceRefundId);
    }
  }

  #line(booked: BookedRefund, status: SeenStatus): RelatedTransaction {
    let lines = this.#rows.get(booked);
    if (!lines) this.#rows.set(booked, (lines = new Map()));
    let line = lines.get(status);
    if (!line) {
      const { tags, policy } = this.parts;
      line = new Line(booked, status, isTagShown(tags, booked) && !policy.quirks.ignoresTags ? booked.tag : null);
      lines.set(status, line);
    }
    return line;
  }
}

function isTagShown(tags: Variant['tags'], { order, acceptedAt }: BookedRefund): boolean {
  if (tags === undefined || tags === 'never') return tags === undefined;
  return (tags === 'by-order' ? order : Math.floor(acceptedAt / 1_000)) % 2 === 0;
}

const FAILED: ReadEvidence = { kind: 'failed', code: 'TIMEOUT' };

/** Whether a refund may be at the service though it was never sent from here, as far as its row shows. */
export const hasWaited = ({ askedAt, facts }: RefundRow, { rules, quirks }: Policy, now: number): boolean =>
  !quirks.neverReadsFirst && hasWaitedLong({ createdAt: askedAt, ...facts }, rules, now);

/** Whether a refund is not sent without a read of its order. */
export const isDueFirst = (
  { askedAt, facts }: RefundRow,
  { rules, quirks }: Policy,
  { tagsEchoed, now }: Pick<Store, 'tagsEchoed'> & { readonly now: number },
): boolean => !quirks.neverReadsFirst && isReadFirst({ createdAt: askedAt, ...facts }, { rules, tagsEchoed, now });

/** A refund of the store as the module's matching takes it. */
export const ownOf = ({ tag, amount, askedAt, facts }: RefundRow): OwnRefund => ({
  tag,
  amount,
  currency: CURRENCY,
  state: facts.state,
  attempts: facts.attempts,
  serviceRefundId: facts.serviceRefundId,
  since: askedAt,
});

/** A refund as the service lists it. Where tags are not given back, it goes by the service's own number. */
class Line implements RelatedTransaction {
  readonly reference_transaction_id = null;
  readonly type = 'refund';
  readonly currency = CURRENCY;
  readonly description = null;
  readonly var1 = null;
  readonly var2 = null;
  readonly var3 = null;
  #created: string | undefined;
  readonly transaction_id: string;
  readonly order_id: string;
  readonly amount: number;

  constructor(
    private readonly booked: BookedRefund,
    readonly status: SeenStatus,
    readonly refund_order_id: string | null,
  ) {
    this.transaction_id = booked.id;
    this.order_id = refund_order_id ?? booked.id;
    this.amount = booked.amount;
  }

  // Seldom looked at, and slow to make.
  get created(): string {
    this.#created ??= formatServiceTime(this.booked.acceptedAt);
    return this.#created;
  }

  get modified(): string {
    return this.created;
  }
}
