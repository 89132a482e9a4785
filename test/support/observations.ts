import { parseOrder } from 'tillbridge/protocol';
import { orderBody } from 'tillbridge/testing';
import { merge } from '../../src/shop/orders/merge/merge.js';
import type {
  AttemptTerms,
  MergeOutcome,
  MergeObservation,
  OrderState,
} from '../../src/shop/orders/merge/merge.types.js';

const T0 = 1_764_000_000_000;
const MINUTE = 60_000;
/** When the order was created at the service: long ago, so that none of its times lies in the future. */
const START = T0 - 100 * 24 * 60 * MINUTE;

/** The payment attempts of that order, each with its own id at the service. */
const ATTEMPTS: readonly AttemptTerms[] = ['A-1', 'A-1-2', 'A-1-3'].map((serviceOrderId, index) => ({
  number: index + 1,
  serviceOrderId,
  amount: 1250,
  currency: 'EUR',
  capture: null,
  letGoAt: null,
}));

/** An order without any report: A-1, EUR 12.50. */
export const fresh: OrderState = {
  amount: 1250,
  currency: 'EUR',
  attempt: 1,
  transactions: [],
  mismatches: [],
  attention: null,
  changedAt: T0,
};

/** The input of an observation; other fields have usual values. `at` in minutes after the start. */
export interface ObservedInput {
  status?: string;
  at?: number;
  amount?: number;
  currency?: string;
  financialStatus?: string | null;
  amountRefunded?: number;
  transactionId?: string | null;
  /** Number of the attempt, from 1. */
  attempt?: number;
  authoritative?: boolean;
  /** When an authoritative answer was requested, in minutes after the order's last change; negative: before it. */
  readAt?: number;
  /** The same in milliseconds after its last change. */
  readAtMs?: number;
  /** Payment method code, in `payment_details`. */
  method?: string;
  /** How the attempt was to be captured, and whether the shop has released it. */
  capture?: 'manual' | null;
  letGoAt?: number | null;
  /** The current time, in minutes after the start of the order; default: long after. */
  seenAt?: number;
  fields?: Record<string, unknown>;
}

/** One observation, `at` minutes after the start. */
export function observedOrder({
  at = 0,
  authoritative = false,
  amount = 1250,
  readAt = 1,
  readAtMs = readAt * MINUTE,
  attempt = 1,
  capture = null,
  letGoAt = null,
  seenAt,
  method,
  fields,
  ...rest
}: ObservedInput): MergeObservation {
  const instant = START + at * MINUTE;
  const terms = { ...ATTEMPTS[attempt - 1]!, capture, letGoAt };
  const paidBy = method === undefined ? {} : { payment_details: { type: method } };
  const { order } = parseOrder(
    orderBody({ orderId: terms.serviceOrderId, amount, at: instant, ...rest, fields: { ...paidBy, ...fields } }),
  );
  const modifiedAt = order.modified === null ? null : instant;
  const asked = authoritative ? fresh.changedAt + readAtMs : null;
  return {
    order,
    attempt: terms,
    authoritative,
    modifiedAt,
    readAt: asked,
    seenAt: seenAt === undefined ? T0 : START + seenAt * MINUTE,
  };
}

/** The state after a decision. */
export const stateAfter = (state: OrderState, decision: MergeOutcome): OrderState =>
  'next' in decision ? decision.next : state;

/** Applies observations one after the other, like the ledger. */
export const after = (...reads: ObservedInput[]): OrderState =>
  reads.reduce((state, each) => stateAfter(state, merge(state, observedOrder(each))), fresh);

/** A decision in a few words. */
export const summary = (decision: MergeOutcome): string =>
  decision.kind === 'transition' ? decision.events.join('+') : `${decision.kind}: ${decision.reason}`;
