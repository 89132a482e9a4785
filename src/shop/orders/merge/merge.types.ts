import type { OrderStanding } from '../../../protocol/index.js';
import type { PaymentEventKind } from '../../effects/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentStatus } from './payment-status.js';

/** What one observation said of one transaction. Amounts in minor units, times in epoch milliseconds. */
export interface TransactionFacts {
  readonly status: PaymentStatus;
  readonly financialStatus: string | null;
  readonly amountRefunded: number;
  readonly modifiedAt: number | null;
  readonly fingerprint: string;
  /** The service's own word for the status, as it came; absent in rows of release 0.1. */
  readonly word?: string | null;
  /** How many related transactions were told of; absent in rows of release 0.1. */
  readonly related?: number;
}

/** What authentic messages said and only the API can place. */
export interface HeldFacts {
  readonly facts: TransactionFacts;
  readonly paid: boolean;
  /** When it was written down, epoch milliseconds; absent in rows of release 0.1. */
  readonly recordedAt?: number;
}

/** What is known of one transaction of one attempt to pay; the session before any transaction has no id. */
export interface KnownTransaction {
  /** Number of the attempt. */
  readonly attempt: number;
  readonly id: string | null;
  /** The newest of what has been applied. */
  readonly facts: TransactionFacts;
  /** Money was seen, in the amount asked for. Never taken back (paid is a latch). */
  readonly paid: boolean;
  /** The service has called it shipped before, and calls it something else now; absent when it has not. */
  readonly shipped?: true;
  /** Kept, so that nothing proved is lost meanwhile. */
  readonly held: HeldFacts | null;
  /** When {@link facts} were written down, epoch milliseconds; absent in rows of release 0.1. */
  readonly recordedAt?: number;
}

/**
 * Money that came in otherwise than the attempt had asked for. `other`: in another amount or currency, which does not pay
 * the order · `part`: captured of a reservation · `tip`: more than asked for, at a till.
 */
export interface ReceivedMoney {
  /** Number of the attempt. */
  readonly attempt: number;
  /** The transaction; null for a part of which only the {@link serviceOrderId} is known. */
  readonly id: string | null;
  /** `part`: captured of a reservation; `shipment`: shipped of a pay-later order. Both are orders of their own at the service. */
  readonly kind: 'other' | 'part' | 'shipment' | 'tip';
  /** What it can be given back under: the attempt's, or that of the part; empty while only its transaction is known. */
  readonly serviceOrderId: string;
  /** Minor units, the tip included. */
  readonly amount: number;
  readonly currency: string;
  /** How much of the amount is a tip, minor units. */
  readonly tip: number;
  /** What the service says that it has given back of it, minor units. */
  readonly reported: number;
  /** What of a part the bank took back, minor units; absent while it took nothing. */
  readonly taken?: number;
  /** False once it was annulled, or taken back by the bank. */
  readonly standing: boolean;
  /** `modified` of what was seen, epoch milliseconds. */
  readonly modifiedAt: number | null;
}

/** Everything that decisions about an order are made on. Amounts in minor units, times in epoch milliseconds. */
export interface OrderState {
  /** What the shop asks for now. */
  readonly amount: number;
  readonly currency: string;
  /** Number of the attempt that is open now, or was the last. */
  readonly attempt: number;
  readonly transactions: readonly KnownTransaction[];
  /** Money in another amount or currency than asked for, `transaction amount currency` each. */
  readonly mismatches: readonly string[];
  /** Money that came in otherwise than asked for; absent when there is none. */
  readonly received?: readonly ReceivedMoney[];
  /** Why a person should look at the order; null when nobody needs to. */
  readonly attention: string | null;
  /** When the row was last written. */
  readonly changedAt: number;
}

/** What an order amounts to: a function of its {@link OrderState} alone, whatever the order in which things were seen. */
export interface OrderSummary {
  readonly status: PaymentStatus | null;
  /** The service's own word for it. */
  readonly serviceStatus: string | null;
  readonly financialStatus: string | null;
  readonly transactionId: string | null;
  readonly amountRefunded: number;
  readonly modifiedAt: number | null;
  /** How often the order has been paid; more than once is once too often. */
  readonly payments: number;
  readonly paidTransactionId: string | null;
}

/** What one attempt asked the service for, frozen when it was made. */
export type AttemptTerms = Readonly<
  Pick<AttemptEntity, 'number' | 'serviceOrderId' | 'amount' | 'currency' | 'capture' | 'letGoAt'>
>;

/** One observation of an order. */
export interface Observed {
  readonly order: OrderStanding;
  readonly attempt: AttemptTerms;
  /** True when it is the API's own answer to a get-order; false for a notification. */
  readonly authoritative: boolean;
  /** `modified` as an instant, read in the configured zone; null when absent or unreadable. */
  readonly modifiedAt: number | null;
  /** When an authoritative answer was asked for: it is at least as new as that. Null for a message. */
  readonly readAt: number | null;
  /** Now, epoch milliseconds: what is learnt is known from here on. */
  readonly seenAt: number;
}

/** One observation together with what was read out of it once. */
export interface Candidate extends Observed {
  readonly facts: TransactionFacts;
  /** What is known of the same transaction. */
  readonly known: KnownTransaction | null;
  /** The service says `void`, and shows the chargeback that explains it. */
  readonly isTakenBack: boolean;
}

/** What the shop does when a session is left unfinished (spec §3). */
export type AbandonedPolicy = 'cancel' | 'keep-open';

/** What decides besides what is known and seen. */
export interface MergeRules {
  readonly onAbandoned: AbandonedPolicy;
  /** By how much an answer of the API may lag behind, in milliseconds (option `readLagMs`). */
  readonly readLagMs: number;
  /** Whether a till may bring more than was asked for: the rest is a tip (option `allowTip`). */
  readonly allowTip?: boolean;
}

/** What is to become of one observation, before its consequences for the order are worked out. */
export interface Verdict {
  readonly kind: 'apply' | 'same' | 'stale' | 'hold' | 'ask' | 'ignored' | 'mismatch';
  readonly reason: string;
  /** For `ask`: an answer that was asked for earlier proves nothing; epoch milliseconds. */
  readonly notBefore?: number;
}

/**
 * What to do about an observation.
 * - `duplicate`: the same facts again; `stale`: older than what is known; `ignored`: nothing to be learnt.
 * - `ask`: only the API can tell; keep `next`, read the order and observe the answer.
 * - `update`: facts changed, nothing that anybody subscribes to.
 * - `transition`: the order changed; each event is recorded and its handlers run.
 */
export type MergeOutcome =
  | { readonly kind: 'duplicate' | 'stale' | 'ignored'; readonly reason: string }
  | { readonly kind: 'update'; readonly reason: string; readonly next: OrderState }
  | {
      readonly kind: 'ask';
      readonly reason: string;
      readonly next: OrderState;
      /** From when on an answer decides, epoch milliseconds; absent when any that begins now may. */
      readonly notBefore?: number;
    }
  | {
      readonly kind: 'transition';
      readonly reason: string;
      readonly next: OrderState;
      readonly events: readonly PaymentEventKind[];
      /** The transactions that are known to have paid since this observation, by id: not all need be the one looked at. */
      readonly paidBy: readonly (string | null)[];
      /** The shop had let go of the attempt, and money has come by it since; absent otherwise. */
      readonly isKept?: true;
    };
