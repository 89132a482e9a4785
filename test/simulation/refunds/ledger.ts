import {
  decideRefund,
  type RefundSubject,
  type RefundSwitches,
} from '../../../src/sandbox/payments/refunds/refund-verdict.js';
import type { SeenStatus } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';

/** A refund as the service has it. Amounts in minor units, times in epoch milliseconds. */
export interface BookedRefund {
  readonly id: string;
  readonly order: number;
  readonly amount: number;
  /** What the shop called it; null: made in the dashboard, without a name. */
  readonly tag: string | null;
  readonly acceptedAt: number;
  /** How it ended, and when; reserved until then. */
  end: { readonly status: Exclude<SeenStatus, 'reserved'>; readonly at: number } | null;
}

/** A refund as an answer or a notification shows it. */
export interface ShownRefund {
  readonly booked: BookedRefund;
  readonly status: SeenStatus;
}

/** A request to refund. */
export interface RefundAsk {
  readonly order: number;
  /** Minor units; null: everything that is left. */
  readonly amount: number | null;
  readonly tag: string;
}

/** What the account does where the specification leaves it open. */
export interface LedgerSettings extends Pick<RefundSwitches, 'refundGuard' | 'refundSpacingMs'> {
  readonly refundGuardAnchor: 'accepted' | 'requested';
  /** Whether a name may be used for another refund (`refund_order_id`). */
  readonly isNameReusable: boolean;
  /** How an order stands, where it does more than being paid. */
  readonly standingOf?: (order: number) => Standing;
}

/** What decides about refunds besides the refunds. */
export interface Standing extends Pick<RefundSubject, 'status' | 'financialStatus'> {
  /** What the bank has taken back, in minor units. */
  readonly takenBack: number;
}

const PAID: Standing = { status: 'completed', financialStatus: 'completed', takenBack: 0 };

interface Asked {
  readonly order: number;
  readonly amount: number;
  readonly at: number;
}

const GUARD_MS = 300_000;

/** Whether its money has left, or is going to. */
export const isLive = ({ end }: BookedRefund): boolean => end === null || end.status === 'completed';

/** The service's books: the only truth about what was refunded. It decides by the sandbox's own rules. */
export class Ledger {
  readonly refunds: BookedRefund[] = [];
  readonly #asked: Asked[] = [];

  constructor(
    private readonly paid: readonly number[],
    private readonly settings: LedgerSettings,
  ) {}

  /** A request of the API: the refund that was booked, or the code of the refusal. */
  ask({ order, amount, tag }: RefundAsk, now: number, hasBalance: boolean): BookedRefund | number {
    const decision = this.#decide({ order, amount, now, hasBalance }, 'api');
    this.#asked.push({ order, amount: amount ?? this.paid[order]! - this.refundedOf(order), at: now });
    if (!decision.ok) return decision.fault.code;
    if (!this.settings.isNameReusable && this.refunds.some((each) => each.tag === tag)) return 1006;
    return this.#book({ order, amount: decision.amount, tag, now });
  }

  /** Someone refunds in the dashboard; null when the service does not let them. */
  dashboard(order: number, amount: number, now: number, tag: string | null): BookedRefund | null {
    const decision = this.#decide({ order, amount, now, hasBalance: true }, 'dashboard');
    return decision.ok ? this.#book({ order, amount: decision.amount, tag, now }) : null;
  }

  /** What the service shows of an order, as it was at an instant. */
  shown(order: number, asOf: number): ShownRefund[] {
    const shown: ShownRefund[] = [];
    for (const booked of this.refunds) {
      if (booked.order !== order || booked.acceptedAt > asOf) continue;
      const { end } = booked;
      shown.push({ booked, status: end !== null && end.at <= asOf ? end.status : 'reserved' });
    }
    return shown;
  }

  /** What was refunded of an order, or is promised to be. */
  refundedOf(order: number): number {
    let sum = 0;
    for (const each of this.refunds) if (each.order === order && isLive(each)) sum += each.amount;
    return sum;
  }

  #decide(
    { order, amount, now, hasBalance }: RefundRequest,
    source: 'api' | 'dashboard',
  ): ReturnType<typeof decideRefund> {
    const { refundGuard, refundSpacingMs, standingOf } = this.settings;
    const { takenBack, ...standing } = standingOf?.(order) ?? PAID;
    const refunded = this.refundedOf(order) + takenBack;
    const wanted = amount ?? this.paid[order]! - refunded;
    return decideRefund(
      {
        order: { ...standing, amount: this.paid[order]!, capture: null },
        amount,
        refunded,
        methods: [],
        paidOut: 0,
        now,
        lastEqualAt: this.#lastEqualAt(order, wanted),
        lastRequestAt: this.#asked.at(-1)?.at ?? null,
        switches: {
          payoutBalance: hasBalance ? null : 0,
          lowBalance: 'refused',
          refundGuard,
          refundGuardMs: GUARD_MS,
          refundSpacingMs,
        },
      },
      source,
    );
  }

  #lastEqualAt(order: number, amount: number): number | null {
    const isInScope = (other: number): boolean => this.settings.refundGuard === 'site' || other === order;
    let last: number | null = null;
    if (this.settings.refundGuardAnchor === 'requested') {
      for (const each of this.#asked) if (each.amount === amount && isInScope(each.order)) last = each.at;
      return last;
    }
    for (const each of this.refunds) {
      if (each.amount === amount && isInScope(each.order) && isLive(each)) last = each.acceptedAt;
    }
    return last;
  }

  #book({ order, amount, tag, now }: { order: number; amount: number; tag: string | null; now: number }): BookedRefund {
    const id = `s${this.refunds.length + 1}`;
    const booked: BookedRefund = { id, order, amount, tag, acceptedAt: now, end: null };
    this.refunds.push(booked);
    return booked;
  }
}

interface RefundRequest {
  readonly order: number;
  readonly amount: number | null;
  readonly now: number;
  readonly hasBalance: boolean;
}
