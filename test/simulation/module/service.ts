import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../src/protocol/order-status.js';
import { decideOutcome, type OutcomeSource } from '../../../src/sandbox/payments/outcomes/outcome.js';
import { OUTCOME_RULES, type PaymentOutcome } from '../../../src/sandbox/payments/outcomes/outcome-rules.js';
import { restingStatus } from '../../../src/sandbox/payments/outcomes/resting-status.js';
import type { Journal } from '../refunds/journal.js';
import type { BookedRefund, Ledger, Standing } from '../refunds/ledger.js';
import { serviceTime, Version, type ServiceOrder } from './service-order.js';

const CURRENCY = 'EUR';
const FIRST_TRANSACTION = 5_000_000;

/** What the service may do otherwise than most. */
export interface ServiceSettings {
  /** Whether a refund shows the name that the shop gave it. */
  readonly showsTag: (booked: BookedRefund) => boolean;
  /** From when on `amount_refunded` and `status` count a refund. */
  readonly amountRefundedAt: 'acceptance' | 'completion';
}

/** An order that is to be created. */
export interface Creation {
  readonly id: string;
  readonly amount: number;
  readonly activeMs: number;
  readonly isReservedFirst: boolean;
}

/** The service: its orders, by the sandbox's own rules, and everything that it has ever shown of them. */
export class Service {
  readonly orders = new Map<string, ServiceOrder>();
  readonly byIndex: ServiceOrder[] = [];
  /** What each order can be refunded of, by its number: the ledger of refunds looks here. */
  readonly captured: number[] = [];
  /** Told of each version. */
  onChange: (order: ServiceOrder, version: Version) => void = () => {};
  /** Told of each order. */
  onCreated: (order: ServiceOrder) => void = () => {};
  ledger: Ledger;
  readonly #versions = new Map<string, Version>();
  #transactions = FIRST_TRANSACTION;

  constructor(
    private readonly settings: ServiceSettings,
    private readonly journal: Journal,
  ) {}

  /** @returns null when the id is used (1006) */
  create({ id, amount, activeMs, isReservedFirst }: Creation, now: number): ServiceOrder | null {
    if (this.orders.has(id)) return null;
    const order: ServiceOrder = {
      index: this.byIndex.length,
      id,
      asked: amount,
      createdAt: now,
      expiresAt: now + activeMs,
      isReservedFirst,
      staysInitialized: !isReservedFirst && this.byIndex.length % 3 === 1,
      amount,
      status: 'initialized',
      financialStatus: 'initialized',
      transactionId: null,
      shippedAt: null,
      takenBack: 0,
      modifiedAt: now,
      paidAt: null,
      versions: [],
    };
    this.orders.set(id, order);
    this.byIndex.push(order);
    this.captured.push(0);
    this.#show(order, now);
    this.onCreated(order);
    return order;
  }

  /** An order as it was shown at an instant; null: not there yet, or never. */
  shown(id: string, asOf: number): Version | null {
    return this.orders.get(id)?.versions.findLast(({ at }) => at <= asOf) ?? null;
  }

  /** What a body says: one of the versions, unless someone else has made it up. */
  versionOf(json: string): Version {
    let version = this.#versions.get(json);
    if (!version) this.#versions.set(json, (version = new Version(0, json, 'initialized')));
    return version;
  }

  /** How the order of a number stands, for the books of refunds. */
  standing(index: number): Standing {
    const order = this.byIndex[index]!;
    const { status, financialStatus, takenBack } = order;
    const isWaiting = isUncaptured(order);
    return { status: isWaiting ? 'reserved' : status, financialStatus, takenBack };
  }

  /** Lets an outcome happen, if it may. @returns whether it did */
  move(order: ServiceOrder, outcome: PaymentOutcome, source: OutcomeSource, now: number): boolean {
    const decision = decideOutcome({ ...order, hasTransaction: order.transactionId !== null }, outcome, source);
    if (!decision.ok) return false;
    const { rule } = decision;
    // After a decline, or late, it is another payment.
    if (rule.attempt === 'open-or-new' && (order.transactionId === null || order.status !== 'initialized')) {
      order.transactionId = String((this.#transactions += 1));
    }
    if (outcome === 'shipped') order.shippedAt = now;
    if (outcome === 'chargedback') order.takenBack = order.amount;
    if (outcome === 'reversed') order.takenBack = 0;
    Object.assign(order, this.#shownAfter(order, outcome, now));
    return this.#changed(order, now, outcome);
  }

  /** In the words of a bank page, and of an account that shows a chargeback as a status of its own. */
  #shownAfter(
    order: ServiceOrder,
    outcome: PaymentOutcome,
    now: number,
  ): Pick<ServiceOrder, 'status' | 'financialStatus'> {
    const { status, financialStatus } = OUTCOME_RULES[outcome];
    // Most cancellations come as void, in both fields.
    const end = order.index % 4 === 0 ? 'cancelled' : 'void';
    if (status === 'as-cancelled') return { status: end, financialStatus: end };
    if (status === 'as-charged-back') return { status: 'chargedback', financialStatus: 'void' };
    if (status === 'as-settled') return { status: this.#resting(order, now), financialStatus: 'completed' };
    const shown = status === 'resting' ? this.#resting(order, now) : status;
    if (financialStatus === 'as-paid') {
      const isLater = order.staysInitialized || (order.isReservedFirst && outcome === 'paid');
      return { status: shown, financialStatus: isLater ? 'initialized' : 'completed' };
    }
    if (financialStatus === 'as-held') return { status: shown, financialStatus: 'uncleared' };
    const isKept = financialStatus === 'as-shipped' || financialStatus === 'as-status';
    return { status: shown, financialStatus: isKept ? order.financialStatus : financialStatus };
  }

  /** Reserved money is captured, or let go. */
  capture(order: ServiceOrder, isReleased: boolean, now: number): boolean {
    if (!isUncaptured(order)) return false;
    order.status = isReleased ? 'void' : 'completed';
    order.financialStatus = isReleased ? 'void' : 'completed';
    return this.#changed(order, now, isReleased ? 'released' : 'captured');
  }

  /** The bank takes back a part. */
  takePartBack(order: ServiceOrder, amount: number, now: number): boolean {
    const left = order.amount - this.ledger.refundedOf(order.index) - order.takenBack;
    if (order.paidAt === null || order.status === 'chargedback' || amount >= left) return false;
    order.takenBack += amount;
    order.status = this.#resting(order, now);
    return this.#changed(order, now, `${amount} taken back`);
  }

  /** A refund was booked, or has ended. */
  refundChanged(index: number, now: number): void {
    const order = this.byIndex[index]!;
    if (order.status !== 'chargedback') order.status = this.#resting(order, now);
    this.#changed(order, now, 'refund');
  }

  #changed(order: ServiceOrder, now: number, what: string): true {
    order.modifiedAt = now;
    if (order.paidAt === null && isPaid(order)) {
      order.paidAt = now;
      this.captured[order.index] = order.amount;
    }
    this.journal.note(now, () => `${order.id} at the service: ${what}: ${order.status} / ${order.financialStatus}`);
    this.onChange(order, this.#show(order, now));
    return true;
  }

  #refundedAt(order: ServiceOrder, now: number): number {
    let sum = order.status === 'chargedback' ? 0 : order.takenBack;
    for (const { booked, status } of this.ledger.shown(order.index, now)) {
      const counts =
        status === 'completed' || (status === 'reserved' && this.settings.amountRefundedAt === 'acceptance');
      if (counts) sum += booked.amount;
    }
    return sum;
  }

  #resting(order: ServiceOrder, now: number): OrderStatus {
    if (!ORDER_STATUS_TABLE[order.status].paid && order.status !== 'uncleared') return order.status;
    return restingStatus({ ...order, amountRefunded: this.#refundedAt({ ...order, status: 'completed' }, now) });
  }

  #show(order: ServiceOrder, now: number): Version {
    const version = new Version(now, JSON.stringify(this.#wire(order, now)), order.status);
    order.versions.push(version);
    this.#versions.set(version.json, version);
    return version;
  }

  #wire(order: ServiceOrder, now: number): object {
    const isBegun = order.transactionId !== null;
    return {
      amount: order.amount,
      amount_refunded: this.#refundedAt(order, now),
      created: serviceTime(order.createdAt),
      currency: CURRENCY,
      financial_status: order.financialStatus,
      modified: serviceTime(order.modifiedAt),
      order_id: order.id,
      payment_details: isBegun ? methodOf(order) : {},
      payment_url: `https://pay.example/${order.id}`,
      related_transactions: this.#related(order, now),
      status: order.status,
      ...(isBegun ? { transaction_id: order.transactionId } : {}),
    };
  }

  #related(order: ServiceOrder, now: number): object[] | null {
    const rows: object[] = this.ledger.shown(order.index, now).map(({ booked, status }) => ({
      type: 'refund',
      transaction_id: booked.id,
      order_id: `refund of ${order.id}`,
      refund_order_id: this.settings.showsTag(booked) ? booked.tag : null,
      status,
      amount: booked.amount,
      currency: CURRENCY,
      created: serviceTime(booked.acceptedAt),
    }));
    if (order.takenBack > 0) {
      const taken = { transaction_id: `c${order.index}`, status: 'completed', amount: order.takenBack };
      rows.push({ ...taken, type: 'chargeback', currency: CURRENCY, created: serviceTime(order.modifiedAt) });
    }
    return rows.length > 0 ? rows : null;
  }
}

/** Whether its money is, or was, the shop's. */
export const isPaid = (order: ServiceOrder): boolean => ORDER_STATUS_TABLE[order.status].paid && !isUncaptured(order);

const isUncaptured = ({ status, financialStatus, isReservedFirst }: ServiceOrder): boolean =>
  isReservedFirst && status === 'completed' && financialStatus === 'initialized';

function methodOf({ isReservedFirst, staysInitialized }: ServiceOrder): object {
  if (isReservedFirst) return { type: 'VISA', capture: 'manual' };
  return { type: staysInitialized ? 'PAYPAL' : 'IDEAL' };
}
