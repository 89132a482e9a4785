import type { OrderStanding } from '../../../protocol/index.js';
import type { PaymentEventKind } from '../../effects/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentStatus } from './payment-status.js';

/** What one observation reported of one transaction. Amounts in minor units, times in epoch milliseconds. */
export interface TransactionFacts {
  readonly status: PaymentStatus;
  readonly financialStatus: string | null;
  readonly amountRefunded: number;
  readonly modifiedAt: number | null;
  readonly fingerprint: string;
  /** The service's own word for the status, unchanged; absent in rows of release 0.1. */
  readonly word?: string | null;
  /** Whether the refunded amount was left out, and was derived from statuses and rows; absent otherwise. */
  readonly isDerived?: true;
  /** The number of reported related transactions; absent in rows of release 0.1. */
  readonly related?: number;
}

/** What authentic messages said and only the API can confirm. */
export interface HeldFacts {
  readonly facts: TransactionFacts;
  readonly paid: boolean;
  /** When it was stored, epoch milliseconds; absent in rows of release 0.1. */
  readonly recordedAt?: number;
}

/** What is known of one transaction of one attempt. The session before any transaction has no id. */
export interface KnownTransaction {
  /** Number of the attempt. */
  readonly attempt: number;
  readonly id: string | null;
  /** The newest facts that were applied. */
  readonly facts: TransactionFacts;
  /** Whether money was seen, in the amount of the attempt. Never taken back (paid is a latch). */
  readonly paid: boolean;
  /** Set when the service has called it shipped before, and calls it something else now; otherwise absent. */
  readonly shipped?: true;
  /** Stored, so that nothing proved is lost meanwhile. */
  readonly held: HeldFacts | null;
  /** When {@link facts} were stored, epoch milliseconds; absent in rows of release 0.1. */
  readonly recordedAt?: number;
}

/**
 * Received money that differs from the attempt. `other`: another amount or currency, which does not pay the order · `part`:
 * captured of a reservation · `tip`: more than the amount, at a till.
 */
export interface ReceivedMoney {
  /** Number of the attempt. */
  readonly attempt: number;
  /** The transaction; null for a part of which only the {@link serviceOrderId} is known. */
  readonly id: string | null;
  /** `part`: captured of a reservation; `shipment`: shipped of a pay-later order. Both are separate orders at the service. */
  readonly kind: 'other' | 'part' | 'shipment' | 'tip';
  /** The id for its refunds: the attempt's, or that of the part; empty while only its transaction is known. */
  readonly serviceOrderId: string;
  /** Minor units, the tip included. */
  readonly amount: number;
  readonly currency: string;
  /** How much of the amount is a tip, minor units. */
  readonly tip: number;
  /** The amount that the service reports as given back of it, minor units. */
  readonly reported: number;
  /** Whether a part of it was given back, of which nothing says how much; absent otherwise. */
  readonly isPartUnknown?: boolean;
  /** The amount of a part that the bank took back, minor units; absent while it took nothing. */
  readonly taken?: number;
  /** False once it was annulled or charged back. */
  readonly standing: boolean;
  /** `modified` of the observation, epoch milliseconds. */
  readonly modifiedAt: number | null;
}

/** Everything that decisions about an order depend on. Amounts in minor units, times in epoch milliseconds. */
export interface OrderState {
  /** The amount that the shop now asks for. */
  readonly amount: number;
  readonly currency: string;
  /** Number of the attempt that is open now, or was the last. */
  readonly attempt: number;
  readonly transactions: readonly KnownTransaction[];
  /** Money in another amount or currency than the attempt's, `transaction amount currency` each. */
  readonly mismatches: readonly string[];
  /** Received money that differs from the attempt; absent when there is none. */
  readonly received?: readonly ReceivedMoney[];
  /** Why a person should look at the order; null when there is no reason. */
  readonly attention: string | null;
  /** When the row was last written. */
  readonly changedAt: number;
}

/** The summary of an order: a function of its {@link OrderState} alone, for any sequence of observations. */
export interface OrderSummary {
  readonly status: PaymentStatus | null;
  /** The service's own word for the status. */
  readonly serviceStatus: string | null;
  readonly financialStatus: string | null;
  readonly transactionId: string | null;
  readonly amountRefunded: number;
  readonly modifiedAt: number | null;
  /** How often the order has been paid. More than once is a surplus. */
  readonly payments: number;
  readonly paidTransactionId: string | null;
}

/** The terms of one attempt, which never change. */
export type AttemptTerms = Readonly<
  Pick<AttemptEntity, 'number' | 'serviceOrderId' | 'amount' | 'currency' | 'capture' | 'letGoAt'>
>;

/** One observation of an order. */
export interface MergeObservation {
  readonly order: OrderStanding;
  readonly attempt: AttemptTerms;
  /** True when it is the API's own answer to a get-order; false for a notification. */
  readonly authoritative: boolean;
  /** `modified` as an instant, read in the configured zone; null when absent or unreadable. */
  readonly modifiedAt: number | null;
  /** When the read of an authoritative answer began: the answer is at least as new. Null for a message. */
  readonly readAt: number | null;
  /** The present time, epoch milliseconds: new facts count from here on. */
  readonly seenAt: number;
}

/** One observation together with facts derived from it once. */
export interface Candidate extends MergeObservation {
  readonly facts: TransactionFacts;
  /** What is known of the same transaction. */
  readonly known: KnownTransaction | null;
  /** The service says `void`, and shows the chargeback that explains it. */
  readonly isTakenBack: boolean;
}

/** What the shop does with an abandoned session (spec §3). */
export type AbandonedPolicy = 'cancel' | 'keep-open';

/** The rules for decisions, from the options. */
export interface MergeRules {
  readonly onAbandoned: AbandonedPolicy;
  /** By how much an answer of the API may lag behind, in milliseconds (option `readLagMs`). */
  readonly readLagMs: number;
  /** Whether a till may bring more than the amount: the rest is a tip (option `allowTip`). */
  readonly allowTip?: boolean;
}

/** The decision on one observation, before its consequences for the order. */
export interface Verdict {
  readonly kind: 'apply' | 'same' | 'stale' | 'hold' | 'ask' | 'ignored' | 'mismatch';
  readonly reason: string;
  /** For `ask`: an answer whose read begins earlier proves nothing; epoch milliseconds. */
  readonly notBefore?: number;
}

/**
 * The decision on an observation.
 * - `duplicate`: the same facts again; `stale`: older than the known facts; `ignored`: nothing to learn.
 * - `ask`: only the API can decide; store `next`, read the order and observe the answer.
 * - `update`: facts changed, but no event that handlers subscribe to.
 * - `transition`: the order changed; each event is recorded and its handlers run.
 */
export type MergeOutcome =
  | { readonly kind: 'duplicate' | 'stale' | 'ignored'; readonly reason: string }
  | { readonly kind: 'update'; readonly reason: string; readonly next: OrderState }
  | {
      readonly kind: 'ask';
      readonly reason: string;
      readonly next: OrderState;
      /** The time from which on an answer decides, epoch milliseconds; absent when any read that begins now may. */
      readonly notBefore?: number;
    }
  | {
      readonly kind: 'transition';
      readonly reason: string;
      readonly next: OrderState;
      readonly events: readonly PaymentEventKind[];
      /** The transactions known to have paid since this observation, by id; the observed one need not be among them. */
      readonly paidBy: readonly (string | null)[];
      /** The shop had given up the attempt, and money has come by it since; absent otherwise. */
      readonly isKept?: true;
    };
