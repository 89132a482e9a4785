import type { Order } from '../../../src/protocol/index.js';
import { parseOrder } from '../../../src/protocol/index.js';
import { merge } from '../../../src/shop/orders/merge/merge.js';
import { summaryOf } from '../../../src/shop/orders/merge/merge.summary.js';
import type { AttemptTerms, OrderState, OrderSummary } from '../../../src/shop/orders/merge/merge.types.js';
import type { Asked, Snapshot } from './snapshot.js';

/** How the module decides; a spec puts defects here. */
export type Merge = typeof merge;

/** What came of one snapshot. */
export interface Step {
  /** Whether the order is to be read, and from when on an answer decides; null when it is not. */
  readonly ask: { readonly notBefore: number } | null;
  /** Whether what it says was taken for true. */
  readonly isBelieved: boolean;
  readonly events: readonly string[];
}

const EMPTY = parseOrder({}).order;

/** An observed order as the module's parser makes it, without the text between. */
function orderOf(snapshot: Snapshot): Order {
  return {
    ...EMPTY,
    order_id: `A-${snapshot.attempt}`,
    transaction_id: snapshot.transaction,
    status: snapshot.status,
    financial_status: snapshot.financialStatus,
    amount: snapshot.amount,
    currency: snapshot.currency,
    amount_refunded: snapshot.amountRefunded,
    payment_details: {
      ...EMPTY.payment_details,
      type: snapshot.method,
      capture: snapshot.capture,
      capture_remain: snapshot.captureRemain,
    },
    related_transactions: snapshot.related.map((row) => ({
      ...EMPTY_ROW,
      transaction_id: row.id,
      type: row.type,
      status: row.status,
      amount: row.amount,
      currency: snapshot.currency,
      order_id: row.isNamed ? `A-${snapshot.attempt}-${row.id}` : null,
    })),
  };
}

const EMPTY_ROW = parseOrder({ related_transactions: [{}] }).order.related_transactions[0]!;

/** The module's own decisions about one order, and what its handlers are told. */
export class OrderProduct {
  readonly events: string[] = [];
  private state: OrderState;

  constructor(
    private readonly asked: Asked,
    private readonly decide: Merge = merge,
  ) {
    const { amount, currency, attempt } = asked;
    this.state = { amount, currency, attempt, transactions: [], mismatches: [], attention: null, changedAt: 0 };
  }

  /** What the order amounts to. */
  get summary(): OrderSummary {
    return summaryOf(this.state);
  }

  get attention(): string | null {
    return this.state.attention;
  }

  get mismatches(): number {
    return this.state.mismatches.length;
  }

  see(snapshot: Snapshot): Step {
    const { amount, currency, manualCapture, readLagMs } = this.asked;
    const isRead = snapshot.via === 'read';
    const attempt: AttemptTerms = {
      number: snapshot.attempt,
      serviceOrderId: `A-${snapshot.attempt}`,
      amount,
      currency,
      capture: manualCapture ? 'manual' : null,
      letGoAt: null,
    };
    const decision = this.decide(
      this.state,
      {
        order: orderOf(snapshot),
        attempt,
        authoritative: isRead,
        modifiedAt: snapshot.modified,
        readAt: isRead ? snapshot.askedAt : null,
        seenAt: snapshot.seenAt,
      },
      { onAbandoned: 'cancel', readLagMs },
    );
    if ('next' in decision) this.state = { ...decision.next, changedAt: snapshot.seenAt };
    const events = decision.kind === 'transition' ? decision.events : [];
    this.events.push(...events);
    const isBelieved = decision.kind === 'update' || decision.kind === 'transition';
    return { isBelieved, ask: decision.kind === 'ask' ? { notBefore: decision.notBefore ?? 0 } : null, events };
  }
}
